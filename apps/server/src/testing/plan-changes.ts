import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { ChangeQuote } from '@slipstream/contract/subscriptions-mine'
import { subscriptionChanges } from '@slipstream/db/tables/subscriptions'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { alterStripe } from './altered-stripe.ts'
import type { Buyer, BuyingStore } from './buying-store.ts'
import { newSubscriber, readRow, settle } from './subscribers.ts'

/** The status and error code of a call. */
export const act = async (buyer: Buyer, what: string, body: object = {}) => {
  const answer = await buyer.call('POST', `/api/subscription/${what}`, body)
  return [answer.statusCode, answer.json<{ code?: string } | null>()?.code]
}

export const quoteOf = async (buyer: Buyer, planId: number): Promise<ChangeQuote> => {
  const answer = await buyer.call('POST', '/api/subscription/change/quote', { planId })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ChangeQuote>()
}

export const confirm = (buyer: Buyer, { quote }: Pick<ChangeQuote, 'quote'>) => act(buyer, 'change', { quote })

/** A monthly subscriber in the middle of a period, and plans to change to. */
export const newChanger = async (store: BuyingStore, { price = 1_000 } = {}) => {
  const made = await newSubscriber(store, { name: 'Premium Month', price })
  const { row } = made
  const half = ((row.paidThrough?.getTime() ?? 0) - (row.startedAt?.getTime() ?? 0)) / 2_000
  await store.stripe.advance({ seconds: Math.round(half) })
  return {
    ...made,
    dearer: await createPlan(store.db, { name: 'Premium Plus', price: price * 3 }),
    yearly: await createPlan(store.db, { name: 'Premium Year', price: price * 9, interval: 'year' }),
    cheaper: await createPlan(store.db, { name: 'Premium Light', price: price / 2 }),
  }
}

/** The same with a cheaper plan planned for the next period. */
export const newPlanned = async (store: BuyingStore) => {
  const made = await newChanger(store)
  expect(await confirm(made.buyer, await quoteOf(made.buyer, made.cheaper.id))).toEqual([200, undefined])
  await settle(store)
  return made
}

export const statesOf = async (store: BuyingStore, buyer: Buyer) => {
  const { id } = await readRow(store, buyer)
  const rows = await store.db
    .select()
    .from(subscriptionChanges)
    .where(eq(subscriptionChanges.subscriptionId, id))
    .orderBy(subscriptionChanges.id)
  return rows.map(({ state }) => state)
}

/** From now on, the subscriber's bank declines. */
export const declineCard = async (store: BuyingStore, buyer: Buyer) => {
  const { paymentMethodId } = await readRow(store, buyer)
  await alterStripe(store, ({ cards }) => {
    Object.assign(cards ?? {}, { [paymentMethodId ?? '']: 'pm_card_visa_chargeDeclined' })
  })
}

interface AtStripe {
  invoices: Record<string, { status: string; amount_paid: number; created: number }>
  subscriptions: Record<string, { schedule: string | null }>
}

/** The amounts paid at Stripe, oldest first, and whether a schedule remains. */
export const readStripe = async ({ stripe }: BuyingStore) => {
  const { invoices, subscriptions } = await stripe.snapshot<AtStripe>()
  return {
    paid: Object.values(invoices)
      .filter(({ status }) => status === 'paid')
      .map(({ amount_paid }) => amount_paid),
    isScheduled: Object.values(subscriptions).some(({ schedule }) => schedule !== null),
  }
}
