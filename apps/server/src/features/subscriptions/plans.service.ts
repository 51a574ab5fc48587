import { asc, eq, isNull } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import { isPlanInterval, whyNotSold } from '@slipstream/contract/plan-terms'
import type { NewPlan, PlanChange, SoldPlan, SubscriptionPlan } from '@slipstream/contract/subscriptions'
import type { Db, Tx } from '@slipstream/db/client'
import { subscriptionPlans } from '@slipstream/db/tables/subscriptions'
import { recordChange } from '#features/audit/audit.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { queuePublishing } from './publish-plan.service.ts'

declare module '#lib/cache/change-bus.ts' {
  interface Topics {
    plans: unknown
  }
}

type PlanRow = typeof subscriptionPlans.$inferSelect

export const listPlans = async (db: Db): Promise<SubscriptionPlan[]> => {
  const rows = await db
    .select()
    .from(subscriptionPlans)
    .where(isNull(subscriptionPlans.archivedAt))
    .orderBy(asc(subscriptionPlans.sortOrder), asc(subscriptionPlans.id))
  return rows.map(toPlan)
}

/** The plans that customers may choose from. */
export const listSoldPlans = async (db: Db): Promise<SoldPlan[]> =>
  (await listPlans(db)).flatMap(({ id, name, description, price, interval, isActive, isFeatured }) =>
    isActive && isPlanInterval(interval) && whyNotSold({ price, interval }) === null
      ? [{ id, name, description, price, interval, isFeatured }]
      : [],
  )

export const createPlan = async (tx: Tx, actorId: number, plan: NewPlan): Promise<SubscriptionPlan> => {
  const [created] = await tx.insert(subscriptionPlans).values(plan).returning()
  if (!created) throw new Error('the plan was not inserted')
  await finish(tx, actorId, 'create', created, { after: toPlan(created) })
  return toPlan(created)
}

export const changePlan = async (
  tx: Tx,
  actorId: number,
  id: number,
  change: PlanChange,
): Promise<SubscriptionPlan> => {
  const before = await lockPlan(tx, id)
  if (before.archivedAt !== null) throw new DomainError('plan.not_found')
  // The name is repeated because an update without any field is not valid SQL.
  const [after] = await tx
    .update(subscriptionPlans)
    .set({ name: before.name, ...change })
    .where(eq(subscriptionPlans.id, id))
    .returning()
  if (!after) throw new DomainError('plan.not_found')
  await finish(tx, actorId, 'edit', after, { before: toPlan(before), after: toPlan(after) })
  return toPlan(after)
}

/** Idempotent. */
export const archivePlan = async (tx: Tx, actorId: number, id: number) => {
  const plan = await lockPlan(tx, id)
  if (plan.archivedAt !== null) return
  await tx.update(subscriptionPlans).set({ archivedAt: new Date() }).where(eq(subscriptionPlans.id, id))
  await finish(tx, actorId, 'remove', plan, { before: toPlan(plan) })
}

const lockPlan = async (tx: Tx, id: number): Promise<PlanRow> => {
  const [plan] = await tx.select().from(subscriptionPlans).where(eq(subscriptionPlans.id, id)).for('update')
  if (!plan) throw new DomainError('plan.not_found')
  return plan
}

type Change = Pick<Parameters<typeof recordChange>[1], 'before' | 'after'>

const finish = async (tx: Tx, actorId: number, action: string, { id, name }: PlanRow, change: Change) => {
  await recordChange(tx, { actorId, action, subject: 'plan', subjectId: id, subjectName: name, ...change })
  await announceChange(tx, 'plans')
  await queuePublishing(tx, id)
}

const toPlan = ({
  id,
  name,
  description,
  price,
  interval,
  isActive,
  isFeatured,
  sortOrder,
}: PlanRow): SubscriptionPlan => ({
  id,
  name,
  description,
  price: cents(price),
  interval,
  isActive,
  isFeatured,
  sortOrder,
})
