import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders } from '@slipstream/db/tables/orders'
import { alterAtStripe } from '#testing/altered-stripe.ts'
import { complete, fillCart, newMods, openEmptiedStore, startOrder } from '#testing/buying-store.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { checkMoney } from './money-check.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

/** An order whose amount was changed after its payment page was created, so that the payment does not match. */
const tamperedOrder = async () => {
  const order = await desk.newUnpaidOrder([1_250])
  await store.db.execute(sql`update orders set subtotal_cents = 9900, total_cents = 9900`)
  await store.db.execute(sql`update order_items set price_cents = 9900, paid_cents = 9900`)
  return order
}
const count = async (what: string) => {
  const { rows } = await store.db.execute<{ count: number }>(sql.raw(`select count(*)::int as count from ${what}`))
  return rows[0]?.count ?? 0
}

describe('T-FORGE: a payment that does not match its order', () => {
  test.each<[string, (order: { reference: string; userId: number }) => object]>([
    ['in the other mode', () => ({ livemode: true })],
    ['in another currency', () => ({ currency: 'jpy' })],
    ['of another amount', () => ({ amount_total: 1 })],
    ['for another order', ({ userId }) => ({ metadata: { order: randomUUID(), user: String(userId) } })],
    ['by another buyer', ({ reference, userId }) => ({ metadata: { order: reference, user: String(userId + 1) } })],
    ['without a buyer', ({ reference }) => ({ metadata: { order: reference } })],
  ])('T-FORGE: a payment %s delivers nothing, stays out of the ledger and is noted once', async (_, values) => {
    const { id, buyer, session } = await desk.newUnpaidOrder([1_250])
    const [order] = await store.db.select().from(orders).where(eq(orders.id, id))
    if (!order) throw new Error('no order')
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    await store.stripe.pay(session)
    await alterAtStripe(store, 'checkoutSessions', session, values(order))
    for (let look = 0; look < 2; look++) {
      expect((await complete(buyer, session)).json()).toMatchObject({ status: 'canceled' })
    }
    expect(await count('entitlements')).toBe(0)
    expect(await count('ledger_entries')).toBe(0)
    expect(await count("order_events where what = 'payment_differs'")).toBe(1)
  })

  test('T-FORGE: a mismatched payment delivers nothing and cancels the order for review, and its buyer can order again', async () => {
    const { buyer, session, id } = await tamperedOrder()
    await store.stripe.pay(session)
    expect((await complete(buyer, session)).json()).toMatchObject({ status: 'canceled' })
    await desk.settle()
    expect(await count('entitlements')).toBe(0)

    const order = await desk.read(id)
    expect(order).toMatchObject({
      status: 'canceled',
      requests: [{ state: 'open', reason: 'The payment at Stripe does not match the order.' }],
    })
    expect(order.timeline.filter(({ what }) => what === 'payment_differs')).toHaveLength(1)
    expect((await desk.list('requested=true')).map((row) => row.id)).toEqual([id])
    const { differences } = await checkMoney(store.payments, { since: new Date(0), until: new Date('2100-01-01') })
    expect(differences.map(({ kind }) => kind)).toEqual(['stripe_not_ledger'])

    const again = await startOrder(buyer)
    await store.stripe.pay(again.session)
    expect((await complete(buyer, again.session)).json()).toMatchObject({ status: 'paid' })
    expect(await count('entitlements')).toBe(1)
  })

  test('T-FORGE: a mismatched payment is left alone while its page is open, and another checkout closes it', async () => {
    const { buyer, session, number, id } = await tamperedOrder()
    expect((await complete(buyer, session)).json()).toMatchObject({ status: 'pending' })
    await fillCart(store, buyer.row.id, await newMods(store, [900]))
    expect((await startOrder(buyer)).number).not.toBe(number)
    await expect(store.stripe.pay(session)).rejects.toThrow('expired')
    expect(await desk.read(id)).toMatchObject({ status: 'canceled', requests: [] })
  })
})
