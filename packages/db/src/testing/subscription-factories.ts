import type { WritableDb } from '../client.ts'
import { planPrices, subscriptionInvoices, subscriptionPlans, subscriptions } from '../tables/subscriptions.ts'
import { first } from './first.ts'

export const createPlan = async (db: WritableDb, values: Partial<typeof subscriptionPlans.$inferInsert> = {}) =>
  first(
    await db
      .insert(subscriptionPlans)
      .values({ name: 'Premium Month', price: 699, ...values })
      .returning(),
  )

type NewSubscription = Partial<typeof subscriptions.$inferInsert> & { userId: number }

const DAY_MS = 24 * 60 * 60_000

/** A running subscription with its first payment. Stripe knows of neither. */
export const createSubscription = async (db: WritableDb, values: NewSubscription) => {
  const plan = await createPlan(db)
  const price = first(
    await db.insert(planPrices).values({ planId: plan.id, price: plan.price, interval: 'month' }).returning(),
  )
  const startedAt = new Date()
  const paidThrough = new Date(startedAt.getTime() + 30 * DAY_MS)
  const subscription = first(
    await db
      .insert(subscriptions)
      .values({ planPriceId: price.id, status: 'active', startedAt, paidThrough, accessUntil: paidThrough, ...values })
      .returning(),
  )
  const invoice = first(
    await db
      .insert(subscriptionInvoices)
      .values({
        subscriptionId: subscription.id,
        stripeId: `in_test_${subscription.reference}`,
        paymentIntentId: `pi_test_${subscription.reference}`,
        planPriceId: price.id,
        number: `TEST-${subscription.id}`,
        status: 'paid',
        amountCents: price.price,
        reason: 'subscription_create',
        periodStart: startedAt,
        periodEnd: paidThrough,
        issuedAt: startedAt,
        paidAt: startedAt,
      })
      .returning(),
  )
  return { plan, price, subscription, invoice }
}
