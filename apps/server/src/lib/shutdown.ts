import type { Logger } from 'pino'

const DEADLINE_MS = 10_000

/** On SIGTERM or SIGINT, finishes running work and exits. After `waitsMs` and ten more seconds it exits in any case. */
export const stopOnSignal = (log: Logger, stop: () => Promise<void>, waitsMs = 0) => {
  const leave = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('shutdown timed out')
      process.exit(1)
    }, waitsMs + DEADLINE_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'shutdown failed')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', leave)
  process.once('SIGINT', leave)
}
