import { eq, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Db, inTransaction } from '@slipstream/db/client'
import { planPrices, subscriptions } from '@slipstream/db/tables/subscriptions'
import { CannotAdopt, findPayer } from '#features/payments/find-payer.service.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { dateOf } from '#features/payments/read-payment.ts'
import { failpoint } from '#lib/failpoints.ts'
import { followSubscription } from './follow-subscription.service.ts'

/**
 * Rebuilds a subscription from what Stripe says, and follows it like any other: invoices and money are booked, and
 * Premium begins. If the person has subscribed again meanwhile, it is a second one, which ends and is refunded.
 * Idempotent. Throws `CannotAdopt` if something it needs is lost.
 */
export const adoptSubscription = async (parts: PaymentParts, stripeId: string) => {
  const { db, stripe } = parts
  const found = await stripe.readSubscription(stripeId)
  if (!found) throw new CannotAdopt('Stripe no longer has it.')
  const { metadata, customer, created } = found
  const email = typeof customer === 'object' && !customer.deleted ? customer.email : null
  const createdAt = dateOf(created)
  const payer = await findPayer(db, { accountId: Number(metadata.user), email, paidAt: createdAt })
  if (!payer) throw new CannotAdopt('The account that subscribed is not in this database.')
  const planPriceId = await findPrice(db, found)
  if (planPriceId === null) throw new CannotAdopt('The plan with this price is not in this database.')
  if (String(payer.id) !== metadata.user) await stripe.noteOnSubscription(stripeId, { user: String(payer.id) })
  const row = {
    reference: metadata.subscription ?? '',
    userId: payer.id,
    planPriceId,
    // A page that was paid after it had been given up; only one subscription of a person may be more than that.
    status: 'abandoned' as const,
    email,
    stripeSubscriptionId: stripeId,
    stripeCustomerId: typeof customer === 'string' ? customer : customer.id,
    createdAt,
    // It was just found at Stripe, however long ago it was sold.
    comparedAt: sql`now()`,
  }
  const id = await inTransaction(db, async (tx) => {
    await tx.insert(subscriptions).values(row).onConflictDoNothing({ target: subscriptions.reference })
    const [written] = await tx
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(eq(subscriptions.reference, row.reference))
    return written?.id ?? 0
  })
  failpoint('stray.subscription_written')
  await followSubscription(parts, id)
}

/** A price may have been sent to Stripe after the backup was made; its reference is in the metadata too. */
const findPrice = async (db: Db, { items, metadata }: Stripe.Subscription): Promise<number | null> => {
  const stripePriceId = items.data[0]?.price.id ?? ''
  const [price] = await db
    .select({ id: planPrices.id })
    .from(planPrices)
    .where(or(eq(planPrices.stripePriceId, stripePriceId), sql`${planPrices.reference}::text = ${metadata.plan ?? ''}`))
    .orderBy(sql`${planPrices.stripePriceId} = ${stripePriceId} desc nulls last`)
    .limit(1)
  return price?.id ?? null
}
