import { and, eq, getTableColumns, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { EVENT_TYPES } from '@slipstream/contract/webhook-events'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { stripeEvents } from '@slipstream/db/tables/payments'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { fulfillOrder } from '#features/orders/fulfill-order.service.ts'
import { subscriptionsOfEvent } from '#features/subscriptions/find-subscription.service.ts'
import { followSubscription } from '#features/subscriptions/follow-subscription.service.ts'
import type { StripeGateway } from '#gateways/stripe.ts'
import { failpoint } from '#lib/failpoints.ts'
import { enqueueAll } from '#lib/jobs/jobs.ts'
import { noteStray } from './find-strays.service.ts'

/** Stores an event so that it can be acknowledged; duplicates are ignored. A job processes it. */
export const keepEvent = async (db: Db, event: Stripe.Event, isLive: boolean) => {
  if (!isProcessed(event.type) || event.livemode !== isLive || event.account !== undefined) return
  await inTransaction(db, async (tx) => {
    await keepEvents(tx, [event])
    // Our own sweep of Stripe's event list may have stored the event before its webhook arrived.
    const isThis = and(eq(stripeEvents.id, event.id), isNotNull(stripeEvents.missedAt))
    await tx.update(stripeEvents).set({ missedAt: null }).where(isThis)
  })
}

const isProcessed = (type: string) => (EVENT_TYPES as readonly string[]).includes(type)

export const keepEvents = async (tx: Tx, events: readonly Stripe.Event[], missedAt: Date | null = null) => {
  if (events.length === 0) return
  const kept = await tx
    .insert(stripeEvents)
    .values(
      events.map(({ id, type, data }) => {
        const object = data.object as HintedObject
        const stripeSubscriptionId = type.startsWith('customer.subscription.') ? object.id : subscriptionOf(object)
        const paymentIntentId = idOf(object.payment_intent)
        return { id, type, objectId: object.id, paymentIntentId, stripeSubscriptionId, missedAt }
      }),
    )
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id })
  await enqueueAll(
    tx,
    'payments.follow_event',
    kept.map(({ id }) => ({ jobKey: id, payload: { eventId: id } })),
  )
}

type Reference = string | { id: string } | null | undefined

interface HintedObject {
  id: string
  payment_intent?: Reference
  /** Present on a payment page. */
  subscription?: Reference
  /** Present on an invoice. */
  parent?: { subscription_details?: { subscription?: Reference } | null } | null
}

const subscriptionOf = ({ subscription, parent }: HintedObject) =>
  idOf(subscription) ?? idOf(parent?.subscription_details?.subscription)

const idOf = (value: Reference) => (typeof value === 'string' ? value : (value?.id ?? null))

/** Processes an event. It is only a hint to read the order's payment or the subscription at Stripe. Idempotent. */
export const followEvent = async (parts: PaymentParts, eventId: string) => {
  const { db, stripe } = parts
  const [event] = await inTransaction(db, (tx) =>
    tx
      .update(stripeEvents)
      .set({ attempts: sql`${stripeEvents.attempts} + 1` })
      .where(and(eq(stripeEvents.id, eventId), isNull(stripeEvents.handledAt)))
      .returning({ ...getTableColumns(stripeEvents), takenAt: sql<string>`now()::text` }),
  )
  if (!event) return
  failpoint('event.taken')
  try {
    const orderId = await orderOf(db, stripe, event)
    if (orderId !== null) await fulfillOrder(parts, orderId)
    else await followOther(parts, event)
    failpoint('event.followed')
    const isAnswered = or(eq(stripeEvents.id, eventId), orderId === null ? undefined : isToldBefore(event))
    const answer = { handledAt: sql`now()`, orderId, error: null }
    await inTransaction(db, (tx) => tx.update(stripeEvents).set(answer).where(isAnswered))
  } catch (error) {
    const failure = { error: error instanceof Error ? error.message : String(error) }
    await inTransaction(db, (tx) => tx.update(stripeEvents).set(failure).where(eq(stripeEvents.id, eventId)))
    throw error
  }
}

/** An event of a subscription, or of something that was sold but is not in this database. */
const followOther = async (parts: PaymentParts, event: EventRow) => {
  const ids = await subscriptionsOfEvent(parts.db, parts.stripe, event)
  for (const id of ids) await followSubscription(parts, id)
  const { type, objectId, paymentIntentId, stripeSubscriptionId } = event
  if (ids.length > 0 || type === 'customer.updated') return
  const isOwn = /^(checkout\.session|payment_intent)\./.test(type)
  const about = stripeSubscriptionId ?? (isOwn ? objectId : paymentIntentId)
  if (about !== null) await noteStray(parts, about)
}

/** After an outage one read of a payment covers all its events stored before that read. */
const isToldBefore = ({ paymentIntentId, takenAt }: EventRow & { takenAt: string }) =>
  paymentIntentId === null
    ? undefined
    : and(
        isNull(stripeEvents.handledAt),
        eq(stripeEvents.paymentIntentId, paymentIntentId),
        lt(stripeEvents.receivedAt, sql`${takenAt}::timestamptz`),
      )

type EventRow = typeof stripeEvents.$inferSelect

/** The order an event is about; null for a payment that belongs to no order. */
const orderOf = async (db: Db, stripe: StripeGateway, event: EventRow) => {
  const { type, objectId, paymentIntentId, stripeSubscriptionId } = event
  if (stripeSubscriptionId !== null || type === 'customer.updated') return null
  if (type.startsWith('checkout.session.')) {
    const known = await orderIdWhere(db, eq(orders.stripeSessionId, objectId))
    return known ?? orderIdByReference(db, (await stripe.readSession(objectId))?.metadata?.order)
  }
  const intentId = type.startsWith('payment_intent.') ? objectId : paymentIntentId
  if (intentId === null) return null
  const known = await orderIdWhere(db, eq(orders.paymentIntentId, intentId))
  return known ?? orderIdByReference(db, (await stripe.readPaymentIntent(intentId))?.metadata.order)
}

/** Works even before we have stored Stripe's ids, because our own reference is in the metadata. */
const orderIdByReference = async (db: Db, reference: string | undefined) =>
  reference === undefined || !IS_UUID.test(reference) ? null : orderIdWhere(db, eq(orders.reference, reference))

const IS_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const orderIdWhere = async (db: Db, condition: ReturnType<typeof eq>) => {
  const [order] = await db.select({ id: orders.id }).from(orders).where(condition)
  return order?.id ?? null
}

/** The events that the store does not have yet. */
export const unknownEvents = async (db: Db, events: readonly Stripe.Event[]) => {
  const ids = events.map(({ id }) => id)
  const known = await db.select({ id: stripeEvents.id }).from(stripeEvents).where(inArray(stripeEvents.id, ids))
  const have = new Set(known.map(({ id }) => id))
  return events.filter(({ id }) => !have.has(id))
}

/** Stripe retries an event for days and lists it for a month; after that it cannot come again. */
const FOREIGN_KEPT = sql`interval '90 days'`

/**
 * Deletes events of payments without an order. Events of orders stay, because they are part of the order's timeline.
 */
export const forgetForeignEvents = async (tx: Tx) => {
  await tx
    .delete(stripeEvents)
    .where(
      and(
        isNull(stripeEvents.orderId),
        isNotNull(stripeEvents.handledAt),
        lt(stripeEvents.receivedAt, sql`now() - ${FOREIGN_KEPT}`),
      ),
    )
}
