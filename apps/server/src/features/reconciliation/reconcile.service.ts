import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { EVENT_TYPES } from '@slipstream/contract/webhook-events'
import { type Db, inTransaction } from '@slipstream/db/client'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orders } from '@slipstream/db/tables/orders'
import { stripeEvents, stripeSweeps } from '@slipstream/db/tables/payments'
import { subscriptionRefunds, subscriptions } from '@slipstream/db/tables/subscriptions'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { fulfillOrder } from '#features/orders/fulfill-order.service.ts'
import { followSubscription } from '#features/subscriptions/follow-subscription.service.ts'
import { sendSubscriptionRefund } from '#features/subscriptions/refund-subscription.service.ts'
import { sendRefund } from '#features/orders/refund-order.service.ts'
import { failpoint } from '#lib/failpoints.ts'
import { followEvent, keepEvents, unknownEvents } from './inbox.service.ts'

/**
 * Rows that are claimed and handled together. Each needs one connection at a time, so the worker's pool reserves this
 * many.
 */
export const RECONCILE_BATCH = 8
/** Most batches of one kind per round, so that a backlog of events does not delay orders and refunds. */
const MOST_BATCHES = 25
/** Stripe does not list events strictly by time. */
const OVERLAP_MS = 5 * 60_000

type OnFailure = (error: unknown, about: string) => void

/**
 * Catches up on what the webhooks missed. Checks our own pending orders, unsent refunds and inbox rather than Stripe's
 * newest events, because after a flood that list is too short.
 */
export const reconcile = async (parts: PaymentParts, onFailure: OnFailure, leaving?: AbortSignal): Promise<void> => {
  const follow = (orderId: number) => fulfillOrder(parts, orderId)

  const lookAfter = async <Id extends number | string>(
    name: string,
    claim: (db: Db) => Promise<Id[]>,
    look: (id: Id) => Promise<unknown>,
  ) => {
    for (let batch = 0; batch < MOST_BATCHES && !leaving?.aborted; batch++) {
      const ids = await claim(parts.db)
      failpoint('reconcile.claimed')
      await Promise.all(ids.map((id) => look(id).catch((error: unknown) => onFailure(error, `${name} ${id}`))))
      if (ids.length < RECONCILE_BATCH) return
    }
  }
  await lookAfter('order', claimOrders, follow)
  await lookAfter('event', claimEvents, (id) => followEvent(parts, id))
  await lookAfter('refund', claimRefunds(orderRefunds), (id) => sendRefund({ ...parts, follow }, id))
  const followOne = (id: number) => followSubscription(parts, id)
  await lookAfter('subscription', claimSubscriptions, followOne)
  await lookAfter('subscription refund', claimRefunds(subscriptionRefunds), (id) =>
    sendSubscriptionRefund({ ...parts, follow: followOne }, id),
  )
}

interface Waiting {
  table: PgTable
  /** Worded exactly like the index condition, or the planner would not use the index. */
  isWaiting: SQL
  since: PgColumn
  longest: SQL
}

/**
 * Claims what is due. Intervals grow with age, starting at 5 seconds, so that repeated failures do not delay the
 * others.
 */
const claim = async <Id>(db: Db, { table, isWaiting, since, longest }: Waiting): Promise<Id[]> => {
  const waiting = sql`
    update ${table}
    set next_check_at = now() + greatest(interval '5 s', least(${longest}, (now() - ${since}) / 6))
    where id in (
      select id from ${table} where ${isWaiting} and next_check_at < now()
      order by next_check_at limit ${RECONCILE_BATCH} for update skip locked)
    returning id`
  const { rows } = await inTransaction(db, (tx) => tx.execute<{ id: Id }>(waiting))
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

const claimRefunds = (table: typeof orderRefunds | typeof subscriptionRefunds) => (db: Db) =>
  claim<number>(db, {
    table,
    isWaiting: sql`state = 'queued'`,
    since: table.createdAt,
    longest: sql`interval '1 hour'`,
  })

/** Following a subscription sets its next check, so this interval only matters for one that cannot be followed. */
const claimSubscriptions = (db: Db) =>
  claim<number>(db, {
    table: subscriptions,
    isWaiting: sql`status in ('pending', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused')`,
    since: subscriptions.createdAt,
    longest: sql`interval '5 min'`,
  })

/**
 * Reads Stripe's event list for missed events, such as a refund in its dashboard or a dispute. Stored page by page, so
 * that an outage of any length fits into memory and an interrupted sweep finds its first pages stored. Progress is
 * counted by Stripe's timestamps, so a wrong server clock skips nothing.
 */
export const sweepEvents = async (parts: Pick<PaymentParts, 'db' | 'stripe'>): Promise<number> => {
  const [last] = await parts.db.select().from(stripeSweeps).where(eq(stripeSweeps.name, CURSOR))
  const recent = await keepMissed(parts, last ? new Date(last.sweptTo.getTime() - OVERLAP_MS) : null)
  // The event that set the cursor lies within the overlap. If Stripe lists nothing there, the cursor is wrong, for
  // example from another account, so read the whole list.
  const found = recent.newest === null && last ? await keepMissed(parts, null) : recent
  if (found.newest !== null) await moveCursor(parts.db, found.newest)
  return found.missed
}

const CURSOR = 'events'

const keepMissed = async ({ db, stripe }: Pick<PaymentParts, 'db' | 'stripe'>, since: Date | null) => {
  let missed = 0
  let newest: number | null = null
  for await (const page of stripe.eventPages(EVENT_TYPES, since)) {
    newest = page.reduce<number | null>((latest, { created }) => Math.max(latest ?? created, created), newest)
    const ours = page.filter(({ livemode }) => livemode === stripe.isLive)
    const unknown = await unknownEvents(db, ours)
    if (unknown.length > 0) await inTransaction(db, (tx) => keepEvents(tx, unknown, new Date()))
    missed += unknown.length
  }
  return { missed, newest: newest === null ? null : new Date(newest * 1_000) }
}

const moveCursor = async (db: Db, sweptTo: Date) => {
  await inTransaction(db, (tx) =>
    tx
      .insert(stripeSweeps)
      .values({ name: CURSOR, sweptTo })
      .onConflictDoUpdate({ target: stripeSweeps.name, set: { sweptTo } }),
  )
}
