import { sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { canaries } from '@slipstream/db/tables/alerts'
import { announceChange, type ChangeBus } from '#lib/cache/change-bus.ts'
import { enqueue } from '#lib/jobs/jobs.ts'

declare module '#lib/cache/change-bus.ts' {
  interface Topics {
    /** Announces no real change. It proves that the change bus delivers. */
    canary: unknown
  }
}

/**
 * `job` runs in a worker, `event` reaches a server, `pass` is a finished pass of all checks, and `ping` is answered by
 * the owner's monitor.
 */
export type CanaryName = 'job' | 'event' | 'pass' | 'ping'

const now = sql`now()`

/** Keeps the time of a canary that has not been seen yet, so that its age grows. */
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
        // A ping or a pass counts as sent at the moment it is attempted.
        set: name === 'ping' || name === 'pass' ? { ...set, sentAt: now } : set,
      }),
  )
}

/** Runs in every server process and records that the canary event reached it. */
export const hearCanaries = (bus: ChangeBus, db: Db, onFailure: (error: unknown) => void) => {
  bus.onChange('canary', () => void noteCanary(db, 'event').catch(onFailure))
}

export interface Canary {
  sentAt: Date
  seenAt: Date | null
  error: string | null
  /** How long the latest canary has been waiting. 0 once it was seen. */
  unseenMs: number
  /** How long ago a canary was last seen. Null if never. */
  seenAgoMs: number | null
}

/** A canary that was never sent is missing. */
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
