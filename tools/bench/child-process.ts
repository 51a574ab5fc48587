import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Longer than the store's own shutdown timeout. */
const GRACE_MS = 12_000
const START_TIMEOUT_MS = 180_000
const KEPT_LOG_LINES = 15

export interface Server {
  pid: number
  url: string
  /** From process start to the first successful answer. */
  startedInMs: number
  stop: () => Promise<void>
}

interface ServerOptions {
  file: string
  env: NodeJS.ProcessEnv
  port: number
  healthPath: string
  logFile: string
}

export const startServer = async (options: ServerOptions, signal: AbortSignal): Promise<Server> => {
  const log = openSync(options.logFile, 'a')
  const began = performance.now()
  const child = spawn(process.execPath, [options.file], { env: options.env, stdio: ['ignore', log, log] })
  closeSync(log)
  await once(child, 'spawn')
  const url = `http://127.0.0.1:${options.port}`
  try {
    await untilAnswering(child, url + options.healthPath, signal)
  } catch (error) {
    await stopChild(child)
    throw new Error(`${options.file} did not start.\n${endOf(options.logFile)}`, { cause: error })
  }
  return { pid: child.pid ?? 0, url, startedInMs: performance.now() - began, stop: () => stopChild(child) }
}

const untilAnswering = async (child: ChildProcess, url: string, signal: AbortSignal) => {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    signal.throwIfAborted()
    if (hasEnded(child)) throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`)
    if (Date.now() > deadline) throw new Error(`no answer from ${url}`)
    const answer = await ask(url).catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(10)
  }
}

/** Runs one of the store's commands and waits for it to exit. */
export const runToEnd = (file: string, env: NodeJS.ProcessEnv, signal: AbortSignal) =>
  promisify(execFile)(process.execPath, [file], { env, signal })

export const stopChild = async (child: ChildProcess) => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (hasEnded(child)) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })])
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** One GET with exactly these headers. fetch would add its own and decompress the body. */
export const ask = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false, timeout: 10_000 }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
      })
    })
    request.once('timeout', () => request.destroy(new Error(`no answer from ${url} in 10 s`)))
    request.once('error', reject)
  })

const endOf = (logFile: string) => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-KEPT_LOG_LINES).join('\n')
