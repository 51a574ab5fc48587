import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Failpoint } from '#lib/failpoints.ts'

const ENTRY = path.join(import.meta.dirname, 'store-process.ts')
const COMPILED = path.resolve(import.meta.dirname, '../../../../../node_modules/.cache/compiled')

const SAYS_WHEN_READY = {
  server: 'the store is open',
  'server with pages': 'the store is open',
  worker: 'the worker is waiting for jobs',
}
export type Kind = keyof typeof SAYS_WHEN_READY

/** Delay before restarting a process that could not start because the database was down. */
const PAUSE_MS = 300

/** Keeps one process of the store running like a service manager: restarts it whenever it ends. */
export const supervise = (kind: Kind, environment: Record<string, string>) => {
  const happenings = new EventEmitter().setMaxListeners(0)
  let child: ChildProcess
  let readyAt: number | null = null
  let deaths = 0
  let isOver = false
  let lastWords = ''

  const start = () => {
    const born = spawn(process.execPath, [ENTRY, kind], {
      env: { ...environment, NODE_COMPILE_CACHE: COMPILED },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = born
    const listen = (chunk: string) => {
      lastWords = (lastWords + chunk).slice(-4_000)
      if (readyAt !== null || !chunk.includes(SAYS_WHEN_READY[kind])) return
      readyAt = performance.now()
      happenings.emit('ready')
    }
    born.stdout?.setEncoding('utf8').on('data', listen)
    born.stderr?.setEncoding('utf8').on('data', listen)
    born.once('exit', () => void startAgain())
  }

  const startAgain = async () => {
    const hadStarted = readyAt !== null
    readyAt = null
    deaths += 1
    happenings.emit('death')
    if (!hadStarted) await sleep(PAUSE_MS)
    if (!isOver) start()
  }

  start()
  return {
    kind,
    pid: () => child.pid ?? 0,
    deaths: () => deaths,
    /** Waits until the process is ready and returns when it became ready. */
    ready: async () => {
      while (readyAt === null) await once(happenings, 'ready')
      return readyAt
    },
    /** Waits until the process has ended more than `before` times. */
    diedAfter: async (before: number) => {
      while (deaths === before) await once(happenings, 'death')
    },
    kill: () => child.kill('SIGKILL'),
    /** Keeps the process alive but idle, as on an overloaded machine. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    /** Kills the process when it next reaches this failpoint. */
    endAt: async (point: Failpoint) => {
      const heard = once(child, 'message')
      child.send(point)
      await heard
    },
    lastWords: () => lastWords,
    stop: async () => {
      isOver = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
