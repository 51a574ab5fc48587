import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { HeldMessages } from '@slipstream/contract/outbox'
import { HELD_KINDS, type HeldKind, MESSAGE_KINDS, type MessageKind } from '@slipstream/contract/outbox-kinds'
import { type Db, inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { newsletters } from '@slipstream/db/tables/newsletter'
import { outbox, outboxHolds } from '@slipstream/db/tables/outbox'
import { recordChange } from '#features/audit/audit.service.ts'
import { releaseNewsletters } from '#features/newsletter/hold-newsletters.service.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { queueReleased } from '#lib/outbox/outbox.ts'

interface HeldRow {
  kind: HeldKind
  heldAt: string
  fromBackup: number
  since: number
  discardable: number
}

/** Held kinds, and what waits in them. */
export const listHeld = async (db: Db): Promise<{ held: HeldMessages[] }> => {
  const rows = await readRows<HeldRow>(
    db,
    sql`
    select h.kind, h.held_at as "heldAt",
      count(w.created_at) filter (where w.created_at <= h.held_at)::int as "fromBackup",
      count(w.created_at) filter (where w.created_at > h.held_at)::int as since,
      count(w.created_at) filter (where w.is_message and w.created_at <= h.held_at)::int as discardable
    from ${outboxHolds} h left join lateral (
      select created_at, true as is_message from ${outbox} o where o.kind = h.kind and o.settled_at is null
      union all
      select created_at, false from ${newsletters} n
      where h.kind = 'newsletter' and (n.state in ('sending', 'scheduled') or n.is_held)
      union all
      select h.held_at, false from ${modReleases} r where h.kind = 'publication' and r.publish_at is not null
      union all
      select h.held_at, false from ${mods} m where h.kind = 'publication' and m.publish_at is not null
    ) w on true
    where h.released_at is null
    group by h.kind, h.held_at`,
  )
  const place = ({ kind }: HeldRow) => HELD_KINDS.indexOf(kind)
  return {
    held: rows
      .toSorted((one, other) => place(one) - place(other))
      .map((row) => ({ ...row, heldAt: new Date(row.heldAt).toISOString() })),
  }
}

const isMessageKind = (kind: HeldKind): kind is MessageKind => (MESSAGE_KINDS as readonly HeldKind[]).includes(kind)

const isHold = (kind: HeldKind) => and(eq(outboxHolds.kind, kind), isNull(outboxHolds.releasedAt))

/** What waits goes out, in batches, and what comes later is no longer held. Idempotent. */
export const releaseKind = async (tx: Tx, actorId: number, kind: HeldKind) => {
  const { rowCount } = await tx.update(outboxHolds).set({ releasedAt: sql`now()` }).where(isHold(kind))
  if (!rowCount) return
  if (kind === 'newsletter') await releaseNewsletters(tx)
  if (kind === 'roles') await enqueue(tx, 'premium.check_roles', {})
  if (isMessageKind(kind)) await enqueue(tx, 'outbox.release', { kind, afterId: 0 })
  await note(tx, { actorId, action: 'release', kind, after: { isHeld: false } })
}

/** A step and the job for the next one commit together. */
export const goOnReleasing = (db: Db, { kind, afterId }: { kind: MessageKind; afterId: number }) =>
  inTransaction(db, async (tx) => {
    const last = await queueReleased(tx, kind, afterId)
    if (last !== null) await enqueue(tx, 'outbox.release', { kind, afterId: last })
  })

/** Each statement has a time limit. */
const DISCARDED_AT_ONCE = 20_000

/**
 * Withdraws what waited when the kind was held, and what work from before writes later: most of it was sent after the
 * backup.
 */
export const discardHeld = async (tx: Tx, actorId: number, kind: HeldKind) => {
  if (!isMessageKind(kind)) return
  const [hold] = await tx.update(outboxHolds).set({ discardedAt: sql`now()` }).where(isHold(kind)).returning()
  if (!hold) return
  const old = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.kind, kind), eq(outbox.state, 'waiting'), lte(outbox.createdAt, hold.heldAt)))
    .limit(DISCARDED_AT_ONCE)
  let discarded = 0
  for (let some = DISCARDED_AT_ONCE; some === DISCARDED_AT_ONCE; discarded += some) {
    const { rowCount } = await tx
      .update(outbox)
      .set({ state: 'withdrawn', payload: null, settledAt: sql`now()` })
      .where(inArray(outbox.id, old))
    some = rowCount ?? 0
  }
  await note(tx, { actorId, action: 'discard', kind, after: { discarded } })
}

interface Noted {
  actorId: number
  action: string
  kind: HeldKind
  after: object
}

const note = (tx: Tx, { actorId, action, kind, after }: Noted) =>
  recordChange(tx, { actorId, action, subject: 'outbox', subjectId: kind, subjectName: kind, after })
