import { readdirSync, readFileSync } from 'node:fs'

/** The unit of /proc/PID/stat: USER_HZ, which is 100 on every Linux that Node.js runs on. */
const TICKS_PER_SECOND = 100

export interface ProcessTime {
  pid: number
  parent: number
  ticks: number
}

/** The processes whose time counts: the server, and the services that work for it. */
export interface Accounted {
  node: number
  postgres: number
  redis: number
  database: string
}

/** Ticks spent so far, by pid. */
type Ticks = ReadonlyMap<number, number>

export interface CpuSample {
  node: Ticks
  services: Ticks
}

/** The name of a process is in parentheses and may itself contain spaces and parentheses. */
export const parseStat = (stat: string): ProcessTime => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number)
  if (parent === undefined || user === undefined || system === undefined || Number.isNaN(user + system)) {
    throw new Error(`not a line of /proc/PID/stat: ${stat}`)
  }
  return { pid: Number.parseInt(stat, 10), parent, ticks: user + system }
}

/** A process and all its descendants. */
export const treeOf = (root: number, processes: readonly ProcessTime[]): ProcessTime[] => {
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const collect = (found: ProcessTime): ProcessTime[] => [found, ...(children.get(found.pid) ?? []).flatMap(collect)]
  return processes.filter(({ pid }) => pid === root).flatMap(collect)
}

/** A connection to another database of the same PostgreSQL does not work for this store. */
export const worksForOtherDatabase = (processTitle: string, database: string): boolean => {
  const served = /^postgres: (?:\S+: )?\S+ (\S+) (?:\S+\(\d+\)|\[local\])/.exec(processTitle)?.[1]
  return served !== undefined && served !== database
}

export const sampleCpu = ({ node, postgres, redis, database }: Accounted): CpuSample => {
  const processes = readProcesses()
  const postgresTree = treeOf(postgres, processes).filter(({ pid }) => !worksForOtherDatabase(titleOf(pid), database))
  return {
    node: ticksOf(treeOf(node, processes)),
    services: ticksOf([...postgresTree, ...treeOf(redis, processes)]),
  }
}

export const cpuSecondsBetween = (before: CpuSample, after: CpuSample) => {
  const node = ticksBetween(before.node, after.node) / TICKS_PER_SECOND
  return { node, all: node + ticksBetween(before.services, after.services) / TICKS_PER_SECOND }
}

/** CPU time of a process and its children since they started. */
export const cpuSecondsSoFar = (pid: number): number =>
  treeOf(pid, readProcesses()).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND

const ticksBetween = (before: Ticks, after: Ticks) => {
  let sum = 0
  // A process that started in between spent all of its time in between.
  for (const [pid, ticks] of after) sum += ticks - (before.get(pid) ?? 0)
  return sum
}

const ticksOf = (processes: readonly ProcessTime[]): Ticks => new Map(processes.map(({ pid, ticks }) => [pid, ticks]))

const readProcesses = () =>
  readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readIfAlive(`/proc/${name}/stat`) : ''
    return stat === '' ? [] : [parseStat(stat)]
  })

const titleOf = (pid: number) => readIfAlive(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()

/** A process may end between the listing and the reading. */
const readIfAlive = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Memory a process holds, in MB of 1,000,000 bytes. */
export const residentMegabytes = (pid: number): number => parseResident(readFileSync(`/proc/${pid}/status`, 'utf8'))

export const parseResident = (status: string): number => {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  if (kibibytes === undefined) throw new Error('no VmRSS in /proc/PID/status')
  return (Number(kibibytes) * 1024) / 1_000_000
}
