import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = path.resolve(import.meta.dirname, '..')
const START_TIMEOUT_MS = 180_000

type Environment = Record<string, string | undefined>

interface ProcessOptions {
  logLevel?: 'warn' | 'trace'
  /** The public address, if it differs. */
  publicUrl?: string
}

interface RunningProcess {
  /** All output so far. */
  log: () => string
  stop: () => Promise<void>
}

export interface StoreProcess extends RunningProcess {
  url: string
  /** The operator port with /readyz and /metrics. */
  privateUrl: string
  pid: number
}

/**
 * A store server as in production: the built web app, its own port, a real process. The journeys act as its proxy, so
 * that each can come from its own IP address.
 */
export const startStore = async (
  environment: Environment,
  port: number,
  { logLevel = 'warn', publicUrl }: ProcessOptions = {},
): Promise<StoreProcess> => {
  const url = `http://127.0.0.1:${port}`
  const child = runScript('apps/server/src/bin/api.ts', [], {
    ...environment,
    NODE_ENV: 'production',
    ALLOW_EMULATORS: 'true',
    LOG_LEVEL: logLevel,
    TRUSTED_PROXIES: '127.0.0.1',
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(port + 1),
    PUBLIC_URL: publicUrl ?? url,
    // The browser of a journey sends more requests in a minute than a whole household.
    REQUESTS_PER_MINUTE: '1000000',
  })
  const log = collectOutput(child)
  await answers(`${url}/healthz`, child)
  return { url, privateUrl: `http://127.0.0.1:${port + 1}`, pid: child.pid!, log, stop: () => stopped(child) }
}

/** A worker as in production. It starts jobs as soon as it is connected. */
export const startWorker = (environment: Environment, { logLevel = 'warn' }: ProcessOptions = {}): RunningProcess => {
  const child = runScript('apps/server/src/bin/worker.ts', [], {
    ...environment,
    NODE_ENV: 'production',
    ALLOW_EMULATORS: 'true',
    LOG_LEVEL: logLevel,
  })
  // The exit code may be anything: the worker can be stopped while it starts, or give up after ten seconds on a long
  // encoding job.
  return { log: collectOutput(child), stop: async () => void (await ended(child)) }
}

/** Runs one of the store's commands and returns its output. */
export const runStoreCommand = async (environment: Environment, script: string, ...args: string[]) => {
  const child = runScript(script, args, environment)
  const said = collectOutput(child)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${code}`)
  return said()
}

const running = new Set<ChildProcess>()
// A leftover server would answer instead of the next run's.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const runScript = (script: string, args: string[], environment: Environment) => {
  const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

const collectOutput = ({ stdout }: ReturnType<typeof runScript>) => {
  let text = ''
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}

const answers = async (url: string, child: ChildProcess) => {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the store ended with ${child.exitCode} while starting`)
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`the store did not answer at ${url}`)
}

/** A server drains its requests and exits with 0; anything else fails the journey that stops it. */
const stopped = async (child: ChildProcess) => {
  const code = await ended(child)
  if (code !== 0) throw new Error(`the store did not stop gracefully (${code})`)
}

const ended = async (child: ChildProcess) => {
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return child.exitCode ?? gone
}
