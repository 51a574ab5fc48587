import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '#config.ts'

/** Never in a log, wherever in an object they appear up to two levels down. */
const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'secret',
  'secretAccessKey',
  'cf-turnstile-response',
]

export const createLogger = (config: Pick<Config, 'logLevel' | 'nodeEnv'>, destination?: DestinationStream): Logger => {
  const options = {
    level: config.logLevel,
    base: { pid: process.pid },
    redact: { paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '[hidden]' },
  }
  if (destination) return pino(options, destination)
  return pino({
    ...options,
    ...(config.nodeEnv === 'development' && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
    }),
  })
}
