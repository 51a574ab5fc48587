import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, closeSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const LARGEST_KEPT_LOG = 10_000_000

/** One background process of a service. Its log and pid record are in `folder`. */
export interface Daemon {
  name: string
  folder: string
  command: string
  args: readonly string[]
  port: number
  /** Sent one after the other until the process ends; SIGKILL follows the last. */
  stopSignals: readonly NodeJS.Signals[]
}

/** Daemons inherit none of the caller's variables. PGOPTIONS or CEPH_ARGS in the shell must not change them. */
const cleanEnvironment = () => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC' })

export const run = async (command: string, args: readonly string[], env: Record<string, string> = {}) => {
  const { stdout } = await promisify(execFile)(command, args, {
    env: { ...cleanEnvironment(), ...env },
    timeout: 60_000,
  })
  return stdout.trim()
}

/** The pid of the daemon, if the process with that pid is still the one we started. */
export const runningPid = (daemon: Pick<Daemon, 'name' | 'folder'>): number | undefined => {
  const [boot, born] = readText(recordPath(daemon)).split(' / ')
  if (born === undefined || boot !== readText('/proc/sys/kernel/random/boot_id').trim()) return undefined
  const pid = Number.parseInt(born, 10)
  const now = readText(`/proc/${pid}/stat`)
  return isAlive(now) && startTicks(now) === startTicks(born) ? pid : undefined
}

// The shell writes its pid and start time and then execs the daemon, so there is no moment when it runs unrecorded.
const NOTE_AND_BECOME =
  'read -r boot </proc/sys/kernel/random/boot_id; read -r born </proc/$$/stat; echo "$boot / $born" >"$0"; exec "$@"'

export const startDaemon = async (daemon: Daemon) => {
  if (runningPid(daemon) !== undefined) return
  mkdirSync(daemon.folder, { recursive: true })
  await refuseTakenPort(daemon)
  rmSync(recordPath(daemon), { force: true })
  keepOneOldLog(logPath(daemon))
  const log = openSync(logPath(daemon), 'a')
  const child = spawn('/bin/sh', ['-c', NOTE_AND_BECOME, recordPath(daemon), daemon.command, ...daemon.args], {
    cwd: daemon.folder,
    env: cleanEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  await once(child, 'spawn')
  child.unref()
  while (runningPid(daemon) === undefined && child.exitCode === null && child.signalCode === null) await sleep(5)
}

export const stopDaemon = async (daemon: Daemon, graceMs = 10_000) => {
  for (const signal of [...daemon.stopSignals, 'SIGKILL'] as const) {
    const pid = runningPid(daemon)
    if (pid === undefined) break
    sendSignal(pid, signal)
    await untilGone(daemon, graceMs)
  }
  rmSync(recordPath(daemon), { force: true })
}

/** Repeats the check until it passes. Fails at once, with the end of the log, when a required daemon has died. */
export const untilHealthy = async (daemons: readonly Daemon[], check: () => Promise<unknown>, timeoutMs = 60_000) => {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const dead = daemons.find((daemon) => runningPid(daemon) === undefined)
    if (dead) throw new Error(`${dead.name} stopped while starting.\n${lastLines(logPath(dead))}`)
    try {
      await check()
      return
    } catch (error) {
      if (Date.now() > deadline) {
        const [first] = daemons
        const log = first ? `\n${lastLines(logPath(first))}` : ''
        throw new Error(`${first?.name} did not get ready in ${timeoutMs / 1000} s.${log}`, { cause: error })
      }
      await sleep(50)
    }
  }
}

export const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const answer = (listening: boolean) => {
      socket.destroy()
      resolve(listening)
    }
    socket.once('connect', () => answer(true)).once('error', () => answer(false))
  })

/** The fields of /proc/PID/stat after the command name, which may contain spaces and parentheses. */
const statFields = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')

/** A pid is reused, but the combination of pid, boot id and start tick is unique. */
const startTicks = (stat: string) => statFields(stat)[19]

const isAlive = (stat: string) => stat !== '' && statFields(stat)[0] !== 'Z'

const readText = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const recordPath = ({ folder, name }: Pick<Daemon, 'name' | 'folder'>) => join(folder, `${name}.pid`)
const logPath = ({ folder, name }: Pick<Daemon, 'name' | 'folder'>) => join(folder, `${name}.log`)

const refuseTakenPort = async ({ name, port }: Daemon) => {
  if (!(await isListening(port))) return
  throw new Error(
    `${name} cannot start: 127.0.0.1:${port} is in use by another program. Stop that program or set SLIPSTREAM_PORT_BASE.`,
  )
}

const sendSignal = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const untilGone = async (daemon: Daemon, milliseconds: number) => {
  const deadline = Date.now() + milliseconds
  while (runningPid(daemon) !== undefined && Date.now() < deadline) await sleep(20)
}

const keepOneOldLog = (path: string) => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > LARGEST_KEPT_LOG) renameSync(path, `${path}.old`)
}

const lastLines = (path: string, count = 15) => readText(path).trimEnd().split('\n').slice(-count).join('\n')
