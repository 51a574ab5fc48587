import { sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { canaries } from '@slipstream/db/tables/alerts'
import { announceChange, type ChangeBus } from '#lib/cache/change-bus.ts'
import { enqueue } from '#lib/jobs/jobs.ts'

declare module '#lib/cache/change-bus.ts' {
  interface Topics {
    /** Nothing has changed: proves that announcements arrive. */
    canary: unknown
  }
}

/**
 * `job` ran in a worker, `event` was heard by a server, `pass` is a finished pass of all checks, and `ping` was answered
 * by the owner's address.
 */
export type CanaryName = 'job' | 'event' | 'pass' | 'ping'

const now = sql`now()`

/** The time stays while the previous one has not been seen, so that its age grows. */
const send = (tx: Tx, name: CanaryName) =>
  tx
    .insert(canaries)
    .values({ name, sentAt: now })
    .onConflictDoUpdate({
      target: canaries.name,
      set: { sentAt: sql`case when canaries.seen_at >= canaries.sent_at then now() else canaries.sent_at end` },
    })

export const sendCanaries = async (tx: Tx) => {
  await send(tx, 'job')
  await enqueue(tx, 'alerts.canary', {}, { jobKey: 'alerts.canary' })
  await send(tx, 'event')
  await announceChange(tx, 'canary')
}

export const noteCanary = async (db: Db, name: CanaryName, error: string | null = null) => {
  const set = error === null ? { seenAt: now, error } : { error }
  await inTransaction(db, (tx) =>
    tx
      .insert(canaries)
      .values({ name, sentAt: now, ...set })
      .onConflictDoUpdate({
        target: canaries.name,
        // Of a ping or pass, the attempt itself is the sending.
        set: name === 'ping' || name === 'pass' ? { ...set, sentAt: now } : set,
      }),
  )
}

/** For every server process: notes that a change reached it. */
export const hearCanaries = (bus: ChangeBus, db: Db, onFailure: (error: unknown) => void) => {
  bus.onChange('canary', () => void noteCanary(db, 'event').catch(onFailure))
}

export interface Canary {
  sentAt: Date
  seenAt: Date | null
  error: string | null
  /** How long the latest one has been waiting; 0 once it was seen. */
  unseenMs: number
  /** How long ago one was last seen; null if never. */
  seenAgoMs: number | null
}

/** All that were ever sent. */
export const readCanaries = async (db: Db): Promise<Partial<Record<CanaryName, Canary>>> => {
  const rows = await db
    .select({
      name: sql<CanaryName>`${canaries.name}`,
      sentAt: canaries.sentAt,
      seenAt: canaries.seenAt,
      error: canaries.error,
      waitingMs: sql<number>`(extract(epoch from now() - ${canaries.sentAt}) * 1000)::float8`,
      seenAgoMs: sql<number | null>`(extract(epoch from now() - ${canaries.seenAt}) * 1000)::float8`,
    })
    .from(canaries)
  return Object.fromEntries(
    rows.map(({ name, waitingMs, ...canary }) => {
      const isSeen = canary.seenAt !== null && canary.seenAt >= canary.sentAt
      return [name, { ...canary, unseenMs: isSeen ? 0 : waitingMs }]
    }),
  )
}
