import { and, eq } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import { isPlanInterval, whyNotSold } from '@slipstream/contract/plan-terms'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { planPrices, subscriptionPlans } from '@slipstream/db/tables/subscriptions'
import type { StripeGateway } from '#gateways/stripe.ts'
import { enqueue } from '#lib/jobs/jobs.ts'

interface Parts {
  db: Db
  stripe: Pick<StripeGateway, 'saveProduct' | 'findOrCreatePrice'>
}

/** Several edits made before the job runs share one job. */
export const queuePublishing = (tx: Tx, planId: number) =>
  enqueue(tx, 'subscriptions.publish_plan', { planId }, { jobKey: `subscriptions.publish_plan:${planId}` })

/**
 * Brings Stripe's product and price in line with a plan. Safe to repeat: the product and the price are named by our
 * references. A price at Stripe cannot change, so new terms become a new price and old subscriptions keep theirs.
 */
export const publishPlan = async (parts: Parts, planId: number) => {
  const plan = await readPlan(parts.db, planId)
  if (!plan) return
  const { name, reference, archivedAt, isActive } = plan
  const productId = `plan_${reference}`
  await parts.stripe.saveProduct({ id: productId, name, isActive: isActive && archivedAt === null })
  await publishPrice(parts, plan, productId)
  // The plan was edited while Stripe was answering, and the job for that edit may have finished before this one.
  const now = await readPlan(parts.db, planId)
  if (now?.name !== name || now.isActive !== isActive || now.archivedAt?.getTime() !== archivedAt?.getTime()) {
    await publishPlan(parts, planId)
  }
}

type PlanRow = typeof subscriptionPlans.$inferSelect

const publishPrice = async ({ db, stripe }: Parts, plan: PlanRow, productId: string) => {
  const { interval, archivedAt } = plan
  const price = cents(plan.price)
  if (archivedAt !== null || whyNotSold({ price, interval }) !== null || !isPlanInterval(interval)) return
  const row = await findOrInsertPrice(db, { planId: plan.id, price, interval })
  if (row.stripePriceId !== null) return
  const stripePriceId = await stripe.findOrCreatePrice({
    lookupKey: `price_${row.reference}`,
    productId,
    amountCents: price,
    interval,
  })
  await inTransaction(db, (tx) => tx.update(planPrices).set({ stripePriceId }).where(eq(planPrices.id, row.id)))
}

const readPlan = async (db: Db, id: number) => {
  const [plan] = await db.select().from(subscriptionPlans).where(eq(subscriptionPlans.id, id))
  return plan
}

const findOrInsertPrice = (
  db: Db,
  { planId, price, interval }: Pick<typeof planPrices.$inferInsert, 'planId' | 'price' | 'interval'>,
) =>
  inTransaction(db, async (tx) => {
    await tx.insert(planPrices).values({ planId, price, interval }).onConflictDoNothing()
    const [row] = await tx
      .select()
      .from(planPrices)
      .where(and(eq(planPrices.planId, planId), eq(planPrices.price, price), eq(planPrices.interval, interval)))
    if (!row) throw new Error('the price was not inserted')
    return row
  })
