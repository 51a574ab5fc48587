import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'
import type { Config } from '#config.ts'
import { currentSpan } from './telemetry/current-span.ts'

/** Hidden in logged objects. */
const SECRETS = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'secret',
  'secretAccessKey',
  'cf-turnstile-response',
])
/** Deeper objects are left out, so that a line costs little and no secret is overlooked. */
const DEEPEST = 4

/** pino's number for the level `warn`. */
const WARN = 40

/**
 * Log lines are buffered: one write per line took a third of the time of a cached answer. A process that exits normally
 * flushes; one that is killed loses the last 200 ms.
 */
export const logOutput = (dest: number | string = 1) =>
  pino.destination({ dest, sync: false, minLength: 4_096, periodicFlush: 200 })

export const createLogger = (
  config: Pick<Config, 'logLevel' | 'nodeEnv'> & Partial<Pick<Config, 'telemetry'>>,
  destination: Flushable = usualOutput(config),
): Logger => {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: { pid: process.pid },
    ...(config.telemetry && { mixin: traceOfLine }),
    serializers: { err: (error: Error) => hideSecrets(withoutParameters(stdSerializers.err(error))) },
    // pino's own redaction checks every path on every line, which cost as much as the rest of a request.
    formatters: { log: (line: Record<string, unknown>) => hideSecrets(line) },
    hooks: {
      logMethod(line, log, level) {
        log.apply(this, line)
        // Warnings must be written even if the process is killed right after.
        // Without pino's callback, which would add listeners per warning while the output is slow.
        if (level >= WARN) destination.flush?.()
      },
    },
  }
  return pino(options, destination)
}

/** Links a log line to the trace of its request or job. */
const traceOfLine = () => {
  const span = currentSpan.getStore()
  return span ? { traceId: span.traceId } : {}
}

interface Flushable extends DestinationStream {
  flush?: (done?: (error?: Error) => void) => void
}

/** Where a process writes its log. */
export const usualOutput = ({ nodeEnv }: Pick<Config, 'nodeEnv'>): Flushable =>
  nodeEnv === 'development' ? pino.transport(DEVELOPMENT_TRANSPORT) : logOutput()

/** The same output; every line is also given to the taps. */
export const tapped = (output: Flushable, ...taps: ((line: string) => void)[]): Flushable => ({
  write: (line) => {
    output.write(line)
    for (const tap of taps) tap(line)
  },
  flush: (done) => output.flush?.(done),
})

const DEVELOPMENT_TRANSPORT = {
  target: 'pino-pretty',
  options: { ignore: 'pid,hostname,reqId', singleLine: true, translateTime: 'HH:MM:ss' },
}

const hideSecrets = <T>(value: T, depth = 0): T => {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  if (depth > DEEPEST) return '[too deep]' as T
  if (Array.isArray(value)) return value.map((item: unknown) => hideSecrets(item, depth + 1)) as T
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SECRETS.has(key.toLowerCase()) || SECRETS.has(key) ? '[hidden]' : hideSecrets(inner as unknown, depth + 1),
    ]),
  ) as T
}

/** A failed query names its parameters in its message, and those are customer input. */
const withoutParameters = <T extends { message: string; stack: string }>(error: T) => {
  const cut = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {1,16}at |$)/, '')
  return {
    ...error,
    message: cut(error.message),
    stack: cut(error.stack),
    ...('params' in error && { params: '[hidden]' }),
  }
}
