import { and, eq, isNotNull } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import { isPlanInterval, whyNotSold } from '@slipstream/contract/plan-terms'
import { planPrices, subscriptionPlans } from '@slipstream/db/tables/subscriptions'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { publishPlan } from './publish-plan.service.ts'

export type PlanPrice = typeof planPrices.$inferSelect & { stripePriceId: string }

/** A plan's current price at Stripe, published now if the job has not run yet. Only a plan that is for sale has one. */
export const readSoldPrice = async (parts: PaymentParts, planId: number): Promise<PlanPrice> => {
  const [plan] = await parts.db.select().from(subscriptionPlans).where(eq(subscriptionPlans.id, planId))
  if (!plan || plan.archivedAt !== null) throw new DomainError('plan.not_found')
  const { price, interval, isActive } = plan
  if (!isActive || !isPlanInterval(interval) || whyNotSold({ price: cents(price), interval }) !== null) {
    throw new DomainError('subscriptions.not_sold')
  }
  const find = async (): Promise<PlanPrice | undefined> => {
    const terms = and(eq(planPrices.planId, planId), eq(planPrices.price, price), eq(planPrices.interval, interval))
    const [row] = await parts.db
      .select()
      .from(planPrices)
      .where(and(terms, isNotNull(planPrices.stripePriceId)))
    return row?.stripePriceId ? { ...row, stripePriceId: row.stripePriceId } : undefined
  }
  const known = await find()
  if (known) return known
  await publishPlan(parts, planId)
  const published = await find()
  if (!published) throw new DomainError('subscriptions.price_changed')
  return published
}
