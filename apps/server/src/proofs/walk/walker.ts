import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { orders } from '@slipstream/db/tables/orders'
import { createCoupon } from '@slipstream/db/testing/order-factories'
import { type Buyer, newBuyer, newMods, newToken } from '#testing/buying-store.ts'
import { withToken } from '#testing/people.ts'
import { seededRandom } from '../storm/seeded-random.ts'
import type { WalkStore } from './open-walk-store.ts'

/** The last one is free. */
const PRICES = [1_250, 900, 333, 0]

export interface Order {
  number: string
  session: string
  /** Known once it is paid. */
  intent: string | null
  disputes: string[]
  refunds: string[]
}

/** A page of Stripe on which a subscription can be paid, and what was paid on it. */
export interface SubscriptionPage {
  session: string
  /** Null until it is paid. */
  subscription: string | null
}

/** A simulated customer whose seed decides every step. */
export const newWalker = async (store: WalkStore, seed: number) => {
  let drawn = 0
  const luck = () => seededRandom(seed, `step ${drawn++}`)
  let buyer = await newBuyer(store, [])
  /** Purchases can be moved to it. */
  let other = await newBuyer(store, [])
  const mods = await newMods(store, PRICES)
  const coupon = await createCoupon(store.db, { percent: 20, maxUses: 2 })

  /** Every response except a server error is accepted. */
  const call = async (...given: Parameters<Buyer['call']>) => {
    const answer = await buyer.call(...given)
    if (answer.statusCode >= 500 && answer.statusCode !== 503)
      throw new Error(`${given[0]} ${given[1]} answered ${answer.statusCode}: ${answer.body}`)
    return answer
  }

  const signIn = async (account: Buyer): Promise<Buyer> => {
    const token = await newToken(store, { id: account.row.id, isAdmin: false })
    return { ...account, token, call: withToken(store.app, token) }
  }

  return {
    seed,
    store,
    luck,
    call,
    mods,
    coupon: coupon.code,
    plans: store.plans(),
    userId: () => buyer.row.id,
    username: () => buyer.row.username,
    otherName: () => other.row.username,
    userIds: [buyer.row.id, other.row.id],
    orders: [] as Order[],
    /** Payment pages of subscriptions, and Stripe's customers who paid on them. */
    pages: [] as SubscriptionPage[],
    customers: new Set<string>(),
    /** Disputes of subscription payments. */
    disputes: [] as string[],
    /** Events whose webhooks were or were not sent. */
    told: new Set<string>(),
    /** Webhooks that arrive late. */
    late: [] as Stripe.Event[],
    /** The steps taken, for investigating a failed walk. */
    trail: [] as string[],

    pick: <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(luck() * items.length)],

    /** Goes on with the other account. */
    changeAccounts: () => {
      ;[buyer, other] = [other, buyer]
    },

    /** Both accounts. */
    signInAgain: async () => {
      buyer = await signIn(buyer)
      other = await signIn(other)
    },

    asAdmin: async (...given: Parameters<Buyer['call']>) => {
      const answer = await store.admin().call(...given)
      if (answer.statusCode >= 500 && answer.statusCode !== 503)
        throw new Error(`${given[1]} answered ${answer.statusCode}: ${answer.body}`)
      return answer
    },

    orderId: async ({ number }: Order) => {
      const [row] = await store.db.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
      return row?.id ?? 0
    },
  }
}
export type Walker = Awaited<ReturnType<typeof newWalker>>
