import { beforeEach, expect } from 'vitest'
import type { AdminOrder, OrderRow } from '@slipstream/contract/orders-admin'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { type Buyer, type BuyingStore, buy, newBuyer, newMods, startOrder } from './buying-store.ts'
import { runJobs } from './run-jobs.ts'

/** An administrator who works with orders, a new one in each test. */
export const openOrderDesk = (store: BuyingStore) => {
  let admin: Buyer
  beforeEach(async () => {
    admin = await newBuyer(store, [], { isAdmin: true })
  })
  const call: Buyer['call'] = (...args) => admin.call(...args)
  const list = async (query: string) => {
    const answer = await call('GET', `/api/admin/orders?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ items: OrderRow[] }>().items
  }
  const idOf = async (number: string) => (await list(`q=${number}`))[0]?.id ?? 0
  const read = async (id: number) => (await call('GET', `/api/admin/orders/${id}`)).json<AdminOrder>()
  const newCart = async (prices: readonly number[]) => {
    const mods = await newMods(store, prices)
    return { mods, buyer: await newBuyer(store, mods) }
  }

  return {
    admin: () => admin.row,
    call,
    list,
    idOf,
    read,

    /** A buyer who has bought mods at these prices. */
    newOrder: async (prices: readonly number[], options: { card?: string; coupon?: string } = {}) => {
      const cart = await newCart(prices)
      const order = await buy(store, cart.buyer, options)
      return { ...cart, ...order, id: await idOf(order.number) }
    },

    /** A buyer who still has to pay for mods at these prices. */
    newUnpaidOrder: async (prices: readonly number[], options: { coupon?: string } = {}) => {
      const cart = await newCart(prices)
      const order = await startOrder(cart.buyer, options)
      return { ...cart, ...order, id: await idOf(order.number) }
    },

    itemIds: async (id: number) => (await read(id)).items.map((item) => item.id),

    refund: (id: number, itemIds?: (number | undefined)[]) =>
      call('POST', `/api/admin/orders/${id}/refund`, {
        reason: 'They asked for it',
        ...(itemIds && { itemIds }),
      }),

    grant: (username: string, modId: number | undefined) =>
      call('POST', '/api/admin/entitlements', { username, modId, reason: 'A present' }),

    /** Revokes the first mod of an order. */
    revokeFirst: async (id: number) => {
      const [item] = (await read(id)).items
      const url = `/api/admin/entitlements/${item?.entitlement?.id}/revoke`
      const answer = await call('POST', url, { reason: 'Shared with others' })
      expect(answer.statusCode, answer.body).toBe(200)
    },

    /** The ids of the mods a person has. */
    lockerOf: async ({ row }: Buyer) => {
      const rows = await store.db.select().from(entitlements).orderBy(entitlements.id)
      return rows.filter(({ userId, revokedAt }) => userId === row.id && revokedAt === null).map(({ modId }) => modId)
    },

    /** Waits until all webhooks have been processed. */
    settle: async () => {
      await store.stripe.settled()
      await runJobs(store)
    },
  }
}
