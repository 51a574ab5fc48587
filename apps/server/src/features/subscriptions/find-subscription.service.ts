import { and, eq, type SQL } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import type { stripeEvents } from '@slipstream/db/tables/payments'
import { subscriptionInvoices, subscriptions } from '@slipstream/db/tables/subscriptions'
import type { StripeGateway } from '#gateways/stripe.ts'

type EventRow = Pick<typeof stripeEvents.$inferSelect, 'type' | 'objectId' | 'paymentIntentId' | 'stripeSubscriptionId'>

/**
 * Ids of our subscriptions that an event is about; none if it is about another product of the same account. Only a
 * customer event can match several.
 */
export const subscriptionsOfEvent = async (db: Db, stripe: StripeGateway, event: EventRow): Promise<number[]> => {
  const { type, objectId, stripeSubscriptionId, paymentIntentId } = event
  if (type === 'customer.updated') return idsWhere(db, eq(subscriptions.stripeCustomerId, objectId))
  if (stripeSubscriptionId !== null) return byStripeId(db, stripe, stripeSubscriptionId)
  if (type.startsWith('checkout.session.')) return idsWhere(db, eq(subscriptions.stripeSessionId, objectId))
  if (paymentIntentId === null) return []
  const [invoice] = await db
    .select({ id: subscriptionInvoices.subscriptionId })
    .from(subscriptionInvoices)
    .where(eq(subscriptionInvoices.paymentIntentId, paymentIntentId))
  if (invoice) return [invoice.id]
  const stripeId = await stripe.findPaidSubscription(paymentIntentId)
  return stripeId === null ? [] : byStripeId(db, stripe, stripeId)
}

/** Works even before we have stored Stripe's id, because our own reference is in the metadata. */
const byStripeId = async (db: Db, stripe: StripeGateway, stripeId: string): Promise<number[]> => {
  const known = await idsWhere(db, eq(subscriptions.stripeSubscriptionId, stripeId))
  if (known.length > 0) return known
  const reference = (await stripe.readSubscription(stripeId))?.metadata.subscription ?? ''
  return IS_UUID.test(reference) ? idsWhere(db, eq(subscriptions.reference, reference)) : []
}

/** Our references are UUIDs. */
export const IS_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const idsWhere = async (db: Db, condition: SQL | undefined): Promise<number[]> => {
  const rows = await db.select({ id: subscriptions.id }).from(subscriptions).where(condition)
  return rows.map(({ id }) => id)
}

/** The subscription that the person started on this payment page; null if the page is unknown or another person's. */
export const findOwnSubscription = async (
  { db, stripe }: { db: Db; stripe: StripeGateway },
  userId: number,
  sessionId: string,
): Promise<number | null> => {
  const own = async (condition: SQL) =>
    (await idsWhere(db, and(eq(subscriptions.userId, userId), condition)))[0] ?? null
  const known = await own(eq(subscriptions.stripeSessionId, sessionId))
  if (known !== null) return known
  // The process that created the session may have died before storing its id.
  const session = /^cs_\w+$/.test(sessionId) ? await stripe.readSession(sessionId) : null
  const reference = session?.metadata?.subscription ?? ''
  return IS_UUID.test(reference) ? own(eq(subscriptions.reference, reference)) : null
}
