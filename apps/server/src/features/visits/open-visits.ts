import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { MINUTE_MS } from '@slipstream/contract/durations'
import type { Db } from '@slipstream/db/client'
import type { LiveSettings } from '#features/settings/live-settings.service.ts'
import { addressBucket } from '#lib/address-bucket.ts'
import { oneAtATime } from '#lib/one-at-a-time.ts'
import { createEventShares } from './event-shares.ts'
import { createRouteTimes } from './route-times.service.ts'
import type { Happened, VisitRow } from './visit-row.ts'
import { calendarDayOf, readSalt } from './visit-salts.service.ts'
import { agentOf, countryOf, isUnwilling, visitorOf } from './visitor.ts'
import { newBatch, ofKnownMods, type VisitBatch, writeBatch } from './write-visits.service.ts'

/** At most this much is lost when a process is killed. */
const WRITE_EVERY_MS = 1_000
const ROUTES_EVERY_MS = MINUTE_MS
/** Events per write. */
const BATCH = 2_000
/** About 15 MB. While the database is down, further events are dropped and counted. */
const MOST_WAITING = 50_000

interface Parts {
  db: Db
  settings: Pick<LiveSettings, 'current'>
  log: Pick<Logger, 'warn'>
  metrics: { registry: Registry }
  /** The header in which the proxy in front names the visitor's country, in lower case; null without one. */
  countryHeader: string | null
}

export interface Visits {
  /** Remembers what a visitor did. Never waits and never fails: a lost event is counted, not reported. */
  note: (request: FastifyRequest, happened: readonly Happened[]) => void
  /** The visitor's country, if the proxy in front names it and the visitor has not opted out: `DE`. */
  country: (request: FastifyRequest) => string | null
  /** Remembers how long a response took. */
  timed: (route: string, milliseconds: number, isFailure: boolean) => void
  /** Writes what is remembered; a timer does it every second. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

export const openVisits = ({ db, settings, log, metrics, countryHeader }: Parts): Visits => {
  const dropped = new Counter({
    name: 'slipstream_visit_events_dropped_total',
    help: 'Events of visitors that were not counted, by reason',
    labelNames: ['reason'],
    registers: [metrics.registry],
  })
  const routes = createRouteTimes(db)
  let waiting: VisitRow[] = []
  let unwritten: VisitBatch | null = null
  let salt: { day: string; bytes: Buffer } | null = null
  let droppedSince = 0
  let isFailing = false

  const drop = (reason: 'full' | 'salt' | 'address' | 'mod', count: number) => {
    dropped.inc({ reason }, count)
    droppedSince += count
  }

  const allowance = createEventShares()

  const note: Visits['note'] = (request, happened) => {
    if (happened.length === 0 || isUnwilling(request)) return
    if (!salt) return drop('salt', happened.length)
    const address = addressBucket(request.ip)
    const allowed = allowance(address, Math.min(happened.length, MOST_WAITING - waiting.length))
    if (allowed < happened.length) drop(waiting.length >= MOST_WAITING ? 'full' : 'address', happened.length - allowed)
    if (allowed === 0) return
    const { isBot, device, text } = agentOf(request)
    const who = {
      at: new Date(),
      visitor: visitorOf(salt.bytes, address, text),
      isBot,
      device,
      country: countryOf(request, countryHeader),
    }
    for (const event of happened.slice(0, allowed)) waiting.push({ ...event, ...who })
  }

  /** Reads the salt of a new day in the background, so that no request waits for it. */
  const renewSalt = async () => {
    const day = calendarDayOf(new Date(), settings.current().timeZone)
    if (salt?.day !== day) salt = { day, bytes: await readSalt(db, day) }
  }

  /** Made-up mods would each be a name to count forever. The rows stay in place until the database has answered. */
  const takeKnown = async () => {
    const rows = waiting.slice(0, BATCH)
    const known = await ofKnownMods(db, rows)
    waiting.splice(0, rows.length)
    if (known.length < rows.length) drop('mod', rows.length - known.length)
    return known
  }

  /** A failed batch is kept unchanged and retried under its key, before anything newer. */
  const write = async () => {
    while (unwritten || waiting.length > 0) {
      unwritten ??= newBatch(await takeKnown(), droppedSince)
      if (unwritten.rows.length > 0) {
        await writeBatch(db, unwritten)
        droppedSince -= unwritten.dropped
      }
      unwritten = null
    }
  }

  const work = async () => {
    try {
      await renewSalt()
      await write()
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error, waiting: waiting.length }, 'could not store the visits, trying again')
      isFailing = true
    }
  }
  const writing = oneAtATime(work)
  const writingRoutes = oneAtATime(() =>
    routes.write().catch((error: unknown) => log.warn({ err: error }, 'could not store how long responses took')),
  )
  const timers = [
    setInterval(() => void writing.run(), WRITE_EVERY_MS).unref(),
    setInterval(() => void writingRoutes.run(), ROUTES_EVERY_MS).unref(),
  ]
  void writing.run()

  return {
    note,
    country: (request) => (isUnwilling(request) ? null : countryOf(request, countryHeader)),
    timed: routes.add,
    flush: async () => {
      await writing.runLast()
      await writingRoutes.runLast()
    },
    close: async () => {
      timers.forEach(clearInterval)
      await writing.runLast()
      await writingRoutes.runLast()
      waiting = []
    },
  }
}
