import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { coupons } from '@slipstream/db/tables/coupons'
import { orders } from '@slipstream/db/tables/orders'
import { createCoupon, createPurchase } from '@slipstream/db/testing/order-factories'
import { buy, checkOut, complete, newBuyer, newMods, openEmptiedStore, startOrder } from '#testing/buying-store.ts'
import { alterAtStripe, alterStripe } from '#testing/altered-stripe.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { fulfillOrder } from '#features/orders/fulfill-order.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const count = async (what: string) => {
  const { rows } = await store.db.execute<{ count: number }>(sql.raw(`select count(*)::int as count from ${what}`))
  return rows[0]?.count ?? 0
}

describe('an order and its payment', () => {
  test('a canceled order that turns out to be paid is delivered, and its coupon use counts again', async () => {
    const { id } = await createCoupon(store.db, { code: 'ONE', maxUses: 1 })
    const { buyer, number, session } = await desk.newUnpaidOrder([2_000], { coupon: 'ONE' })
    // Simulates an order that was canceled too early.
    await store.db.update(orders).set({ status: 'canceled' })
    await store.db.update(coupons).set({ used: 0 })
    await store.stripe.pay(session)
    expect((await complete(buyer, session)).json()).toMatchObject({ orderNumber: number, status: 'paid' })
    const [coupon] = await store.db.select().from(coupons).where(eq(coupons.id, id))
    expect(coupon?.used).toBe(1)
    await expectMoneyIsRight(store)
  })

  test('a canceled order that turns out to be paid is delivered even if its coupon is used up by then', async () => {
    await createCoupon(store.db, { code: 'ONE', maxUses: 1 })
    const mods = await newMods(store, [2_000])
    const [first, second] = [await newBuyer(store, mods), await newBuyer(store, mods)]
    const { session } = await startOrder(first, { coupon: 'ONE' })
    await store.db.update(orders).set({ status: 'canceled' })
    await store.db.update(coupons).set({ used: 0 })
    await buy(store, second, { coupon: 'ONE' })
    await store.stripe.pay(session)
    expect((await complete(first, session)).json()).toMatchObject({ status: 'paid' })
    expect(await count('entitlements')).toBe(2)
    await expectMoneyIsRight(store)
  })

  test('a paid order stays paid when Stripe no longer knows its session', async () => {
    const { id, session } = await desk.newOrder([1_250])
    await store.stripe.settled()
    await alterStripe(store, ({ checkoutSessions }) => {
      delete checkoutSessions?.[session]
    })
    expect(await fulfillOrder(store.payments, id)).toBe('paid')
    expect(await count('entitlements where revoked_at is null')).toBe(1)
  })

  test('an expired order whose payment page was never created is canceled', async () => {
    const buyer = await newBuyer(store, await newMods(store, [1_250]))
    await store.stripe.fault({ kind: 'error', call: 'POST /v1/checkout/sessions' })
    await checkOut(buyer)
    await store.stripe.clearFaults()
    const [order] = await store.db
      .update(orders)
      .set({ expiresAt: new Date(Date.now() - 60_000) })
      .returning()
    expect(order).toMatchObject({ status: 'pending', stripeSessionId: null })
    expect(await fulfillOrder(store.payments, order?.id ?? 0)).toBe('canceled')
  })

  test('an order whose announced bank transfer never arrived is canceled', async () => {
    const { buyer, session } = await desk.newUnpaidOrder([1_250])
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    const { payment_intent } = await store.stripe.pay(session)
    await alterAtStripe(store, 'checkoutSessions', session, { payment_status: 'unpaid' })
    await alterAtStripe(store, 'paymentIntents', payment_intent, { status: 'processing' })
    expect((await complete(buyer, session)).json()).toMatchObject({ status: 'pending' })
    await alterAtStripe(store, 'paymentIntents', payment_intent, { status: 'requires_payment_method' })
    expect((await complete(buyer, session)).json()).toMatchObject({ status: 'canceled' })
    expect(await count('entitlements')).toBe(0)
  })

  test('an order is delivered even if its buyer has got the free item another way in the meantime', async () => {
    const { mods, buyer, number, session } = await desk.newUnpaidOrder([0, 1_250])
    const [free] = mods
    if (!free) throw new Error('no mod')
    await createPurchase(store.db, { userId: buyer.row.id, mod: free })
    await store.stripe.pay(session)
    expect((await complete(buyer, session)).json()).toMatchObject({ status: 'paid' })
    await runJobs(store)
    expect((await buyer.call('GET', `/api/orders/${number}`)).json()).toMatchObject({
      status: 'paid',
      refundedCents: 0,
    })
    await expectMoneyIsRight(store)
  })

  test('the download window starts at the payment and lasts for the configured number of days', async () => {
    const { id } = await desk.newOrder([1_250])
    const { paidAt } = await desk.read(id)
    const { rows } = await store.db.execute<{ ends: Date }>(sql`select window_ends_at as ends from entitlements`)
    expect(new Date(rows[0]?.ends ?? 0).getTime() - new Date(paidAt ?? 0).getTime()).toBe(30 * 24 * 60 * 60_000)
  })
})
