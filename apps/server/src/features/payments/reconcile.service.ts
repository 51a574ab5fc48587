import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Db, inTransaction } from '@slipstream/db/client'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orders } from '@slipstream/db/tables/orders'
import { stripeEvents, stripeSweeps } from '@slipstream/db/tables/payments'
import type { SessionParts } from '#features/checkout/payment-session.service.ts'
import { fulfilOrder } from '#features/orders/fulfil-order.service.ts'
import { sendRefund } from '#features/orders/refund-order.service.ts'
import { passed } from '#lib/crash-points.ts'
import { EVENT_TYPES, followEvent, keepEvents, unknownEvents } from './inbox.service.ts'

const BATCH = 25
/** An event that is younger may still be on its way, and one of the same second may not be listed yet. */
const OVERLAP_MS = 2 * 60_000
/** Stripe forgets events after this time. */
const EVENTS_KEPT_MS = 29 * 24 * 60 * 60_000

type OnFailure = (error: unknown, about: string) => void

/**
 * Looks after what nobody told us about. It goes by our own orders that wait for a payment, by our own refunds that were
 * not sent and by our own inbox, and not by what Stripe lists as its newest: behind a storm that list is too short.
 */
export const reconcile = async (parts: SessionParts, onFailure: OnFailure, leaving?: AbortSignal): Promise<void> => {
  const follow = (orderId: number) => fulfilOrder(parts, orderId)

  const lookAfter = async <Id extends number | string>(
    name: string,
    claim: (db: Db) => Promise<Id[]>,
    look: (id: Id) => Promise<unknown>,
  ) => {
    while (!leaving?.aborted) {
      const ids = await claim(parts.db)
      passed('reconcile.claimed')
      await Promise.all(ids.map((id) => look(id).catch((error: unknown) => onFailure(error, `${name} ${id}`))))
      if (ids.length < BATCH) break
    }
  }
  await lookAfter('order', claimOrders, follow)
  await lookAfter('event', claimEvents, (id) => followEvent(parts, id))
  await lookAfter('refund', claimRefunds, (id) => sendRefund({ ...parts, follow }, id))
}

interface Waiting {
  table: PgTable
  /** In the very words of the index. */
  isWaiting: SQL
  since: PgColumn
  longest: SQL
}

/**
 * Takes what is to be looked at now. The older it is, the rarer, beginning with every 5 seconds: what fails again and
 * again does not keep the others waiting.
 */
const claim = async <Id>(db: Db, { table, isWaiting, since, longest }: Waiting): Promise<Id[]> => {
  const { rows } = await db.execute<{ id: Id }>(sql`
    update ${table}
    set next_check_at = now() + greatest(interval '5 s', least(${longest}, (now() - ${since}) / 6))
    where id in (
      select id from ${table} where ${isWaiting} and next_check_at < now()
      order by next_check_at limit ${BATCH} for update skip locked)
    returning id`)
  return rows.map(({ id }) => id)
}

const claimOrders = (db: Db) =>
  claim<number>(db, {
    table: orders,
    isWaiting: sql`status = 'pending'`,
    since: orders.createdAt,
    longest: sql`interval '5 min'`,
  })

const claimEvents = (db: Db) =>
  claim<string>(db, {
    table: stripeEvents,
    isWaiting: sql`handled_at is null`,
    since: stripeEvents.receivedAt,
    longest: sql`interval '1 hour'`,
  })

const claimRefunds = (db: Db) =>
  claim<number>(db, {
    table: orderRefunds,
    isWaiting: sql`state = 'queued'`,
    since: orderRefunds.createdAt,
    longest: sql`interval '1 hour'`,
  })

/** Reads Stripe's own list of events since the last time, for those that never arrived: a refund in its dashboard, a dispute. */
export const sweepEvents = async ({ db, stripe }: Pick<SessionParts, 'db' | 'stripe'>, now = new Date()) => {
  const [last] = await db.select().from(stripeSweeps).where(eq(stripeSweeps.name, 'events'))
  const since = Math.max((last?.sweptTo.getTime() ?? 0) - OVERLAP_MS, now.getTime() - EVENTS_KEPT_MS)
  const listed = await stripe.listEvents(EVENT_TYPES, new Date(since))
  const missed = await unknownEvents(
    db,
    listed.filter(({ livemode }) => livemode === stripe.isLive),
  )
  await inTransaction(db, async (tx) => {
    await keepEvents(tx, missed)
    await tx
      .insert(stripeSweeps)
      .values({ name: 'events', sweptTo: now })
      .onConflictDoUpdate({
        target: stripeSweeps.name,
        set: { sweptTo: sql`greatest(${stripeSweeps.sweptTo}, excluded.swept_to)` },
      })
  })
  return missed.length
}
