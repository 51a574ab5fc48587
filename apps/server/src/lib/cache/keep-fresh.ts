import type { Logger } from 'pino'

interface Freshness {
  /** Reads everything again and replaces the current values. */
  read: () => Promise<void>
  /** A lost announcement is made up for by the next regular read. */
  everyMs: number
  log: Pick<Logger, 'warn'>
  /** What could not be refreshed, for the log: "the settings". */
  name: string
}

/**
 * Refreshes when told to, and at regular intervals. One read at a time, plus one more if a change was announced
 * meanwhile, so that the last read sees the last change. A read that fails leaves everything as it is.
 */
export const keepFresh = ({ read, everyMs, log, name }: Freshness) => {
  let reading: Promise<void> | null = null
  let again = false

  const readUntilQuiet = async () => {
    do {
      again = false
      await read().catch((error: unknown) => log.warn({ err: error }, `could not refresh ${name}`))
    } while (again)
    reading = null
  }
  const refresh = () => {
    if (reading) again = true
    else reading = readUntilQuiet()
  }
  const timer = setInterval(refresh, everyMs)
  timer.unref()
  return { refresh, close: () => clearInterval(timer) }
}
