import { eq } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { strays } from '@slipstream/db/tables/payments'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { dateOf } from '#features/payments/read-payment.ts'
import { IS_UUID } from '#features/subscriptions/find-subscription.service.ts'
import type { Session, StripeGateway } from '#gateways/stripe.ts'

interface Parts {
  db: Db
  stripe: StripeGateway
}

type Found = Pick<
  typeof strays.$inferInsert,
  'kind' | 'reference' | 'stripeId' | 'number' | 'accountId' | 'amountCents' | 'soldAt'
>

/**
 * Keeps what was sold with our metadata although we have no row for it, until a person decides about it. Stripe's id is
 * that of a payment page, a payment or a subscription. What is ours, unpaid or somebody else's is left alone.
 */
export const noteStray = async ({ db, stripe }: Parts, stripeId: string) => {
  const found = await readSold(stripe, stripeId)
  if (!found || !IS_UUID.test(found.reference) || (await isKnown(db, found))) return
  await inTransaction(db, (tx) => tx.insert(strays).values(found).onConflictDoNothing())
}

const isKnown = async (db: Db, { kind, reference }: Found) => {
  const table = kind === 'order' ? orders : subscriptions
  return (await db.$count(table, eq(table.reference, reference))) > 0
}

const readSold = async (stripe: StripeGateway, stripeId: string): Promise<Found | null> => {
  if (stripeId.startsWith('sub_')) return readSubscription(stripe, stripeId)
  if (stripeId.startsWith('cs_')) {
    const session = await stripe.readSession(stripeId)
    return session && ofSession(stripe, session)
  }
  const intent = await stripe.readPaymentIntent(stripeId)
  if (!intent) return null
  const sessionId = intent.metadata.order === undefined ? null : await stripe.findSession(stripeId)
  if (sessionId !== null) return readSold(stripe, sessionId)
  const subscription = await stripe.findPaidSubscription(stripeId)
  return subscription === null ? null : readSubscription(stripe, subscription)
}

const ofSession = (stripe: StripeGateway, session: Session): Promise<Found | null> | Found | null => {
  const { id, metadata, payment_status, amount_total, created, livemode, subscription } = session
  if (subscription !== null)
    return readSubscription(stripe, typeof subscription === 'string' ? subscription : subscription.id)
  if (payment_status !== 'paid' || livemode !== stripe.isLive || metadata?.order === undefined) return null
  return {
    kind: 'order',
    reference: metadata.order,
    stripeId: id,
    number: metadata.number ?? null,
    accountId: accountOf(metadata.user),
    amountCents: amount_total ?? 0,
    soldAt: dateOf(created),
  }
}

/** Nothing was paid for a subscription in these states. */
const UNPAID = new Set(['incomplete', 'incomplete_expired'])

const readSubscription = async (stripe: StripeGateway, id: string): Promise<Found | null> => {
  const found = await stripe.readSubscription(id)
  if (!found || UNPAID.has(found.status) || found.livemode !== stripe.isLive) return null
  const { metadata, items, created } = found
  if (metadata.subscription === undefined) return null
  return {
    kind: 'subscription',
    reference: metadata.subscription,
    stripeId: id,
    number: null,
    accountId: accountOf(metadata.user),
    amountCents: items.data[0]?.price.unit_amount ?? 0,
    soldAt: dateOf(created),
  }
}

const accountOf = (user: string | undefined) => (user !== undefined && /^\d{1,9}$/.test(user) ? Number(user) : null)
