import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { RecentSubscription, SubscriptionFigures } from '@slipstream/contract/subscriptions-admin'
import type { MySubscription } from '@slipstream/contract/subscriptions-mine'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { alterStripe } from './altered-stripe.ts'
import { type Buyer, type BuyingStore, newBuyer } from './buying-store.ts'
import { runJobs } from './run-jobs.ts'

export type Plan = Awaited<ReturnType<typeof createPlan>>

/** Opens the payment page of a plan, and returns its session. */
export const startSubscribing = async (buyer: Buyer, { id, price }: Plan) => {
  const answer = await buyer.call('POST', '/api/subscription/start', { planId: id, shownCents: price })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ url: string }>().url.split('/').at(-1) ?? ''
}

export const mineOf = async (buyer: Buyer): Promise<MySubscription | null> =>
  (await buyer.call('GET', '/api/subscription/mine')).json<MySubscription | null>()

type SellingStore = Pick<BuyingStore, 'app' | 'db' | 'stripe'>

/** Subscribes a person to a plan and pays, until Premium is active. */
export const subscribe = async (
  store: Pick<SellingStore, 'db' | 'stripe'>,
  buyer: Buyer,
  plan: Plan,
  card?: string,
) => {
  const session = await startSubscribing(buyer, plan)
  await store.stripe.pay(session, card)
  const answer = await buyer.call('POST', '/api/subscription/complete', { transactionId: session })
  expect(answer.json(), answer.body).toMatchObject({ isActive: true })
  return readRow(store, buyer)
}

/** A new person with a running subscription to a new plan. */
export const newSubscriber = async (
  store: SellingStore,
  { card, ...values }: Partial<Plan> & { card?: string } = {},
) => {
  const plan = await createPlan(store.db, values)
  const buyer = await newBuyer(store, [])
  const row = await subscribe(store, buyer, plan, card)
  return { plan, buyer, row, stripeId: row.stripeSubscriptionId ?? '' }
}

/** The person's latest subscription. */
export const readRow = async ({ db }: Pick<BuyingStore, 'db'>, { row: { id } }: Buyer) => {
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, id)).orderBy(subscriptions.id)
  const row = rows.at(-1)
  if (!row) throw new Error(`user ${id} has no subscription`)
  return row
}

export const premiumOf = async ({ db }: Pick<BuyingStore, 'db'>, { row: { id } }: Buyer) => {
  const [user] = await db.select({ at: users.premiumExpiresAt }).from(users).where(eq(users.id, id))
  return user?.at ?? null
}

/** Waits until all webhooks have been delivered and processed. */
export const settle = async (store: BuyingStore) => {
  await store.stripe.settled()
  await runJobs(store)
}

/** Sets Stripe's clock back, so that a renewal there happens at our current time. */
export const setStripeBack = (store: BuyingStore, days: number) =>
  alterStripe(store, (kept) => {
    Object.assign(kept, { skew: -days * 24 * 60 * 60 })
  })

/** An administrator who manages subscriptions. */
export const newSubscriptionDesk = async (store: SellingStore) => {
  const { call } = await newBuyer(store, [], { isAdmin: true })
  const read = async <Answer>(what: string) => (await call('GET', `/api/admin/subscriptions/${what}`)).json<Answer>()
  return {
    recent: async () => (await read<{ items: RecentSubscription[] }>('recent')).items,
    figures: () => read<SubscriptionFigures>('figures'),
    refund: (id: number) => call('POST', `/api/admin/subscriptions/payments/${id}/refund`, { reason: 'They asked' }),
  }
}
