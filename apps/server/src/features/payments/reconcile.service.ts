import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orders } from '@slipstream/db/tables/orders'
import { stripeSweeps } from '@slipstream/db/tables/payments'
import type { SessionParts } from '#features/checkout/payment-session.service.ts'
import { fulfilOrder } from '#features/orders/fulfil-order.service.ts'
import { sendRefund } from '#features/orders/refund-order.service.ts'
import { passed } from '#lib/crash-points.ts'
import { EVENT_TYPES, findForgottenEvents, followEvent, keepEvents, unknownEvents } from './inbox.service.ts'

const BATCH = 25
const FORGOTTEN_MS = 5_000
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
  const attempt = async (about: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      onFailure(error, about)
    }
  }
  while (!leaving?.aborted) {
    const orderIds = await claimWaiting(parts.db)
    passed('reconcile.claimed')
    await Promise.all(orderIds.map((id) => attempt(`order ${id}`, () => fulfilOrder(parts, id))))
    if (orderIds.length < BATCH) break
  }
  for (const id of await findForgottenEvents(parts.db, FORGOTTEN_MS, BATCH)) {
    await attempt(`event ${id}`, () => followEvent(parts, id))
  }
  for (const id of await findForgottenRefunds(parts.db)) {
    await attempt(`refund ${id}`, () => sendRefund({ ...parts, follow: (orderId) => fulfilOrder(parts, orderId) }, id))
  }
}

/** Takes orders whose payment is to be looked for now. The older an order, the rarer: from every 5 seconds to every 5 minutes. */
const claimWaiting = (db: Db): Promise<number[]> =>
  inTransaction(db, async (tx) => {
    const waiting = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.status, 'pending'), lt(orders.nextCheckAt, sql`now()`)))
      .orderBy(asc(orders.nextCheckAt))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const ids = waiting.map(({ id }) => id)
    if (ids.length === 0) return []
    await tx
      .update(orders)
      .set({
        nextCheckAt: sql`now() + greatest(interval '5 s', least(interval '5 min', (now() - ${orders.createdAt}) / 6))`,
      })
      .where(inArray(orders.id, ids))
    return ids
  })

const findForgottenRefunds = async (db: Db) => {
  const rows = await db
    .select({ id: orderRefunds.id })
    .from(orderRefunds)
    .where(and(eq(orderRefunds.state, 'queued'), lt(orderRefunds.createdAt, new Date(Date.now() - FORGOTTEN_MS))))
    .orderBy(asc(orderRefunds.id))
    .limit(BATCH)
  return rows.map(({ id }) => id)
}

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
