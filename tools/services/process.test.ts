import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Daemon, runningPid, startDaemon, stopDaemon, untilHealthy } from './process.ts'

const CLOSED_PORT = 1

let folder: string
let sleeper: Daemon

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daemon-'))
  sleeper = daemon('sleep', ['600'])
})

afterEach(async () => {
  await stopDaemon(sleeper)
  rmSync(folder, { recursive: true })
})

const daemon = (command: string, args: string[], port = CLOSED_PORT): Daemon => ({
  name: 'sleeper',
  folder,
  command,
  args,
  port,
  stopSignals: ['SIGTERM'],
})

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a daemon is started once, known by its pid, and gone after stopping', async () => {
  await startDaemon(sleeper)
  const pid = runningPid(sleeper)
  await startDaemon(sleeper)
  expect(runningPid(sleeper)).toBe(pid)
  // The shell that writes the pid replaces itself with the program a moment later.
  await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toBe('sleep\x00600\x00'))

  await stopDaemon(sleeper)
  expect(runningPid(sleeper)).toBeUndefined()
  await expect.poll(() => isThere(pid ?? 0)).toBe(false)
})

test('a stale pid record is ignored when the pid belongs to another process', async () => {
  await startDaemon(sleeper)
  const record = join(folder, 'sleeper.pid')
  const [boot = '', born = ''] = readFileSync(record, 'utf8').split(' / ')
  await stopDaemon(sleeper)
  const foreign = spawn('sleep', ['60'])
  const pid = foreign.pid ?? 0

  writeFileSync(record, `${boot} / ${born.replace(/^\d+/, String(pid))}`)
  expect(runningPid(sleeper)).toBeUndefined()
  await stopDaemon(sleeper)
  expect(isThere(pid)).toBe(true)

  writeFileSync(record, `00000000-another-boot / ${readFileSync(`/proc/${pid}/stat`, 'utf8')}`)
  expect(runningPid(sleeper)).toBeUndefined()
  await stopDaemon(sleeper)
  expect(isThere(pid)).toBe(true)
  foreign.kill('SIGKILL')
})

test('a daemon that ignores SIGTERM is killed', async () => {
  sleeper = daemon('sh', ['-c', 'trap "" TERM; echo ready; while :; do sleep 0.1; done'])
  await startDaemon(sleeper)
  await untilHealthy([sleeper], async () => expect(readFileSync(join(folder, 'sleeper.log'), 'utf8')).toBe('ready\n'))
  const pid = runningPid(sleeper) ?? 0
  await stopDaemon(sleeper, 200)
  await expect.poll(() => isThere(pid)).toBe(false)
})

test('a daemon that dies while starting is reported with the end of its log', async () => {
  sleeper = daemon('sh', ['-c', 'echo the disk is full; exit 3'])
  await startDaemon(sleeper)
  const neverReady = () => Promise.reject(new Error('not ready'))
  await expect(untilHealthy([sleeper], neverReady)).rejects.toThrow(/sleeper stopped while starting.*the disk is full/s)
})

test('a port that another program uses is reported, and the daemon is not started', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  await expect(startDaemon(daemon('sleep', ['600'], port))).rejects.toThrow(`127.0.0.1:${port} is in use`)
  other.close()
})
