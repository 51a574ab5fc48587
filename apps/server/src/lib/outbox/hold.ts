import { and, eq, gte, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { HELD_KINDS, type HeldKind } from '@slipstream/contract/outbox-kinds'
import type { Db, Tx } from '@slipstream/db/client'
import { outbox, outboxHolds } from '@slipstream/db/tables/outbox'

/**
 * From now on nothing goes out, neither what waits nor what is queued later, until a person releases its kind. Only for
 * a database on which no store runs: what was being sent when it was copied waits again.
 */
export const holdEverything = async (tx: Tx) => {
  await tx
    .insert(outboxHolds)
    .values(HELD_KINDS.map((kind) => ({ kind })))
    .onConflictDoUpdate({
      target: outboxHolds.kind,
      set: { heldAt: sql`now()`, discardedAt: null, releasedAt: null },
    })
  await tx.update(outbox).set({ state: 'waiting', claimedBy: null }).where(eq(outbox.state, 'sending'))
}

/** Whether a kind, given as a column or a parameter, is held. */
export const isHeldNow = (kind: SQLWrapper | HeldKind) =>
  sql`exists (select from ${outboxHolds} h where h.kind = ${kind} and h.released_at is null)`

export const isHeld = async (db: Db, kind: HeldKind) => {
  const [hold] = await db
    .select({ kind: outboxHolds.kind })
    .from(outboxHolds)
    .where(and(eq(outboxHolds.kind, kind), isNull(outboxHolds.releasedAt)))
  return hold !== undefined
}

/**
 * Whether a person has discarded what was this old: then it is not queued either, however late its job runs. The lock
 * makes a discard that happens right now wait, so that it finds the message.
 */
export const isDiscarded = async (tx: Tx, kind: HeldKind, at: Date) => {
  const [hold] = await tx
    .select({ discardedAt: outboxHolds.discardedAt })
    .from(outboxHolds)
    .where(and(eq(outboxHolds.kind, kind), gte(outboxHolds.heldAt, at)))
    .for('share')
  return hold !== undefined && hold.discardedAt !== null
}
