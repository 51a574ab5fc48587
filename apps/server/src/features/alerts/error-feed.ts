import type { Logger } from 'pino'
import type { Db } from '@slipstream/db/client'
import { oneAtATime } from '#lib/one-at-a-time.ts'
import { causeOf, type CountedErrors, type ErrorCause } from './error-cause.ts'
import { keepErrors } from './errors.service.ts'

const EVERY_MS = 10_000
/** Lines parsed per interval, so that a storm of errors stays cheap. Further lines are only counted. */
const MOST_READ = 500
/** Distinct causes per interval. */
const MOST_CAUSES = 100

interface Connection {
  db: Db
  redact: (text: string) => string
  log: Pick<Logger, 'warn'>
}

export interface ErrorFeed {
  /** Called with every line the process logs, so it discards everything but errors right away. */
  push: (line: string) => void
  /** Stores the counts. The timer does this every ten seconds. */
  flush: () => Promise<void>
  connect: (connection: Connection) => void
  close: () => Promise<void>
}

const TOO_FAST: ErrorCause = {
  fingerprint: 'too-fast',
  name: 'Too many errors',
  place: '',
  message: 'Errors that came too fast to be told apart. The log of the process has them all.',
}

/** Groups the errors that a process logs and adds them to the database in batches. `source` names the process. */
export const createErrorFeed = (source: string): ErrorFeed => {
  const groups = new Map<string, CountedErrors>()
  const unread: string[] = []
  let read = 0
  let connection: Connection | undefined
  let timer: NodeJS.Timeout | undefined

  const add = (cause: ErrorCause, count = 1) => {
    const at = Date.now()
    const group = groups.get(cause.fingerprint)
    if (group) {
      group.count += count
      group.lastAt = at
    } else if (groups.size < MOST_CAUSES || cause === TOO_FAST) {
      groups.set(cause.fingerprint, { ...cause, source, count, firstAt: at, lastAt: at })
    } else add(TOO_FAST, count)
  }

  const take = (line: string) => {
    if (!connection) {
      if (unread.length < MOST_READ) unread.push(line)
      return
    }
    read += 1
    add(read > MOST_READ ? TOO_FAST : causeOf(line, source, connection.redact))
  }

  const send = async () => {
    read = 0
    if (!connection || groups.size === 0) return
    const batch = [...groups.values()]
    groups.clear()
    try {
      await keepErrors(connection.db, batch)
    } catch (error) {
      for (const group of batch) add(group, group.count)
      // Logged as a warning: an error would be fed back into this feed forever.
      connection.log.warn({ err: error }, 'could not store the counted errors')
    }
  }

  const sending = oneAtATime(send)

  return {
    push: (line) => {
      // pino writes the level first: 50 is an error, 60 is fatal.
      if (line.startsWith('{"level":50') || line.startsWith('{"level":60')) take(line)
    },
    flush: sending.run,
    connect: (open) => {
      connection = open
      unread.splice(0).forEach(take)
      timer = setInterval(() => void sending.run(), EVERY_MS)
      timer.unref()
    },
    close: async () => {
      clearInterval(timer)
      await sending.runLast()
    },
  }
}
