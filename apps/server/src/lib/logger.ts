import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'
import type { Config } from '#config.ts'

/** Never in a log, wherever in an object they appear. */
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
const DEEPEST = 4

export const createLogger = (config: Pick<Config, 'logLevel' | 'nodeEnv'>, destination?: DestinationStream): Logger => {
  const options = {
    level: config.logLevel,
    base: { pid: process.pid },
    serializers: { err: (error: Error) => hideSecrets(withoutParameters(stdSerializers.err(error))) },
    // pino's own redaction looks for every path in every line: it cost as much as the rest of a request.
    formatters: { log: (line: Record<string, unknown>) => hideSecrets(line) },
  }
  if (destination) return pino(options, destination)
  return pino({
    ...options,
    ...(config.nodeEnv === 'development' && {
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname,reqId', singleLine: true, translateTime: 'HH:MM:ss' },
      },
    }),
  })
}

const hideSecrets = <T>(value: T, depth = 0): T => {
  if (typeof value !== 'object' || value === null || value instanceof Error || depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map((item: unknown) => hideSecrets(item, depth + 1)) as T
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SECRETS.has(key.toLowerCase()) || SECRETS.has(key) ? '[hidden]' : hideSecrets(inner as unknown, depth + 1),
    ]),
  ) as T
}

/** A failed query names its parameters in its message, and those are what customers have typed. */
const withoutParameters = <T extends { message: string; stack: string }>(error: T) => {
  const cut = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n\s+at |$)/, '')
  return {
    ...error,
    message: cut(error.message),
    stack: cut(error.stack),
    ...('params' in error && { params: '[hidden]' }),
  }
}
