import { expect, test } from 'vitest'
import {
  cpuSecondsBetween,
  cpuSecondsSoFar,
  parseResident,
  parseStat,
  residentMegabytes,
  treeOf,
  worksForOtherDatabase,
} from './cpu-time.ts'

const stat = (pid: number, name: string, parent: number, user: number, system: number) =>
  `${pid} (${name}) S ${parent} ${pid} ${pid} 0 -1 4194304 100 0 0 0 ${user} ${system} 70 80 20 0 11 0 5000 1000 200\n`

test('the CPU time of a process is its user and system time, without the time of its ended children', () => {
  expect(parseStat(stat(12, 'node', 3, 150, 50))).toEqual({ pid: 12, parent: 3, ticks: 200 })
})

test('a process may have spaces and parentheses in its name', () => {
  expect(parseStat(stat(12, 'odd) S 1 (name', 3, 1, 2))).toEqual({ pid: 12, parent: 3, ticks: 3 })
})

test('a line that is not from /proc/PID/stat is refused', () => {
  expect(() => parseStat('12 (node) S 3')).toThrow('not a line of /proc/PID/stat')
})

test('a process tree contains children and grandchildren, and no other process', () => {
  const processes = [
    { pid: 1, parent: 0, ticks: 1 },
    { pid: 5, parent: 1, ticks: 2 },
    { pid: 6, parent: 5, ticks: 3 },
    { pid: 7, parent: 6, ticks: 4 },
    { pid: 8, parent: 1, ticks: 5 },
  ]
  expect(treeOf(5, processes).map(({ pid }) => pid)).toEqual([5, 6, 7])
  expect(treeOf(99, processes)).toEqual([])
})

test('connections to other databases are not counted, but PostgreSQL’s helper processes are', () => {
  expect(worksForOtherDatabase('postgres: slipstream shop 127.0.0.1(51234) idle', 'bench_1')).toBe(true)
  expect(worksForOtherDatabase('postgres: main: slipstream shop [local] SELECT', 'bench_1')).toBe(true)
  expect(worksForOtherDatabase('postgres: slipstream bench_1 127.0.0.1(51234) SELECT', 'bench_1')).toBe(false)
  expect(worksForOtherDatabase('postgres: checkpointer', 'bench_1')).toBe(false)
  expect(worksForOtherDatabase('/usr/lib/postgresql/15/bin/postgres -D /data', 'bench_1')).toBe(false)
})

test('time between two samples counts new processes in full and leaves out those that ended', () => {
  const before = {
    node: new Map([[1, 100]]),
    services: new Map([
      [2, 50],
      [3, 900],
    ]),
  }
  const after = {
    node: new Map([
      [1, 300],
      [9, 25],
    ]),
    services: new Map([[2, 125]]),
  }
  expect(cpuSecondsBetween(before, after)).toEqual({ node: 2.25, all: 3 })
})

test('memory is read in millions of bytes', () => {
  expect(parseResident('Name:\tnode\nVmHWM:\t  900 kB\nVmRSS:\t  250000 kB\n')).toBe(256)
  expect(() => parseResident('Name:\tnode\n')).toThrow('no VmRSS')
})

test('a running process has used memory and time', () => {
  expect(residentMegabytes(process.pid)).toBeGreaterThan(10)
  expect(cpuSecondsSoFar(process.pid)).toBeGreaterThan(0)
})
