import type { Logger } from 'pino'

const DEADLINE_MS = 10_000

/** On SIGTERM or SIGINT: finish what is under way, then leave; after ten seconds leave anyway. */
export const stopOnSignal = (log: Logger, stop: () => Promise<void>) => {
  const leave = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('did not stop in time')
      process.exit(1)
    }, DEADLINE_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', leave)
  process.once('SIGINT', leave)
}
