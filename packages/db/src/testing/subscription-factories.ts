import type { WritableDb } from '../client.ts'
import { subscriptionPlans } from '../tables/subscriptions.ts'
import { first } from './first.ts'

export const createPlan = async (db: WritableDb, values: Partial<typeof subscriptionPlans.$inferInsert> = {}) =>
  first(
    await db
      .insert(subscriptionPlans)
      .values({ name: 'Premium Month', price: 699, ...values })
      .returning(),
  )
