import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { orders } from '@slipstream/db/tables/orders'
import { stripeEvents, stripeSweeps } from '@slipstream/db/tables/payments'
import { alterStripe } from '#testing/altered-stripe.ts'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { reconcile, sweepEvents } from './reconcile.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)
afterEach(() => vi.useRealTimers())

const MINUTE = 60_000
/** Sets `Date` ahead by this much. Timers keep running. */
const setClock = (aheadMs: number) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + aheadMs)
}
const statusOf = async (number: string) =>
  (await store.db.select().from(orders).where(eq(orders.number, number)))[0]?.status
const lists = async (work: () => Promise<unknown>) => {
  const before = (await store.stripe.calls()).length
  await work()
  return (await store.stripe.calls()).slice(before).filter(({ path }) => path.startsWith('/v1/events')).length
}

describe('T-LOST: a missed refund in the dashboard', () => {
  test.each([
    ['six minutes ahead', 6 * MINUTE],
    ['six minutes behind', -6 * MINUTE],
    ['a day ahead', 24 * 60 * MINUTE],
    ['a day behind', -24 * 60 * MINUTE],
  ])('T-LOST: a missed refund made in the dashboard is found by a worker whose clock is %s', async (_, skewMs) => {
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    const order = await desk.newOrder([1_250])
    setClock(skewMs)
    await sweepEvents(store.payments)
    await runJobs(store)
    await store.stripe.refund(order.session)
    await sweepEvents(store.payments)
    await runJobs(store)
    vi.useRealTimers()
    expect(await statusOf(order.number)).toBe('refunded')
    await expectMoneyIsRight(store)
  })

  test('T-LOST: a missed refund is found even if the cursor is ahead of all of Stripe’s events', async () => {
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    const order = await desk.newOrder([1_250])
    await store.db.insert(stripeSweeps).values({ name: 'events', sweptTo: new Date(Date.now() + 60 * MINUTE) })
    await store.stripe.refund(order.session)
    expect(await sweepEvents(store.payments)).toBeGreaterThan(0)
    await runJobs(store)
    expect(await statusOf(order.number)).toBe('refunded')
    expect(await lists(() => sweepEvents(store.payments))).toBe(1)
    await expectMoneyIsRight(store)
  })
})

test('T-LOST: a pending payment is checked even if the clock of the server that took the order was an hour ahead', async () => {
  await store.stripe.treatDeliveries({ dropPercent: 100 })
  setClock(60 * MINUTE)
  const { number, session } = await desk.newUnpaidOrder([1_250])
  vi.useRealTimers()
  await store.stripe.pay(session)
  await store.db.execute(sql`update orders set next_check_at = next_check_at - interval '11 s'`)
  await reconcile(store.payments, (error) => {
    throw error
  })
  expect(await statusOf(number)).toBe('paid')
  await expectMoneyIsRight(store)
})

test('T-LOST: 17,000 missed events are stored page by page, and one read of a payment handles all of its events', {
  timeout: 117_000,
}, async () => {
  await store.stripe.treatDeliveries({ dropPercent: 100 })
  const order = await desk.newUnpaidOrder([1_250])
  await store.stripe.pay(order.session)
  const told = (await store.stripe.events()).filter(({ type }) => type === 'checkout.session.completed')
  expect(told).toHaveLength(1)
  await alterStripe(store, ({ events = {} }) => {
    const [first] = told
    for (let copy = 1; copy < 17_000 && first; copy++) {
      events[`${first.id}_${copy}`] = { ...events[first.id], id: `${first.id}_${copy}` }
    }
  })
  expect(await sweepEvents(store.payments)).toBe(17_000)
  expect(await sweepEvents(store.payments)).toBe(0)
  await store.db.execute(sql`update stripe_events set next_check_at = now()`)
  await reconcile(store.payments, () => undefined)
  expect(await store.db.$count(stripeEvents, sql`handled_at is null`)).toBe(0)
  expect(await statusOf(order.number)).toBe('paid')
  await expectMoneyIsRight(store)
})
