import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { orders } from '@slipstream/db/tables/orders'
import { stripeEvents } from '@slipstream/db/tables/payments'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { alterStripe } from '#testing/altered-stripe.ts'
import { mostConnections } from '#testing/most-connections.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { deliverSigned } from '#testing/signed-event.ts'
import { followEvent } from './inbox.service.ts'
import { RECONCILE_BATCH, reconcile, sweepEvents } from './reconcile.service.ts'
import { runReconciler } from './reconciler.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const kept = () => store.db.select().from(stripeEvents)
const statuses = async () => (await store.db.select().from(orders).orderBy(orders.id)).map(({ status }) => status)
const fail = (error: unknown) => {
  throw error
}
/** How often the work reads payment pages at Stripe. */
const looks = async (work: () => Promise<unknown>) => {
  const before = (await store.stripe.calls()).length
  await work()
  const calls = (await store.stripe.calls()).slice(before)
  return calls.filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/checkout/sessions/')).length
}

const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'checkout.session.completed',
  livemode: false,
  data: { object: { id: 'cs_test_1', object: 'checkout.session' } },
}

describe('an event from Stripe', () => {
  test.each([
    ['of the other mode', { livemode: true }],
    ['of another account', { account: 'acct_other' }],
    ['of an unused type', { type: 'customer.created' }],
  ])('an event %s is acknowledged and not stored', async (_, changes) => {
    expect((await deliverSigned(store, { ...EVENT, ...changes })).statusCode).toBe(200)
    expect(await kept()).toEqual([])
    await deliverSigned(store, EVENT)
    expect(await kept()).toMatchObject([{ id: 'evt_1', objectId: 'cs_test_1' }])
  })

  test('an event that cannot be stored is not acknowledged, so that Stripe sends it again', async () => {
    await store.db.execute(sql`alter table stripe_events rename to stripe_events_away`)
    const answer = await deliverSigned(store, EVENT)
    await store.db.execute(sql`alter table stripe_events_away rename to stripe_events`)
    expect(answer.statusCode).toBe(500)
    expect((await deliverSigned(store, EVENT)).statusCode).toBe(200)
    expect(await kept()).toHaveLength(1)
  })

  test('an event that could not be processed keeps its error and is processed on a retry', async () => {
    const { session } = await desk.newUnpaidOrder([1_250])
    await store.stripe.pay(session)
    await store.stripe.settled()
    const [event] = await kept()
    await store.stripe.fault({ kind: 'error', call: 'GET /v1/checkout' })
    await expect(followEvent(store.payments, event?.id ?? '')).rejects.toMatchObject({ code: 'payments.away' })
    expect(await kept()).toMatchObject([{ attempts: 1, handledAt: null, error: expect.stringMatching(/./) }])
    await store.stripe.clearFaults()
    await runJobs(store)
    expect(await kept()).toMatchObject([{ attempts: 2, handledAt: expect.any(Date), error: null }])
    expect(await looks(() => followEvent(store.payments, event?.id ?? ''))).toBe(0)
    expect(await statuses()).toEqual(['paid'])
  })

  test.each(['checkout.session.completed', 'charge.refunded'])(
    'an event of type %s finds its order by our own reference if Stripe’s ids were not stored',
    async (type) => {
      await store.stripe.treatDeliveries({ dropPercent: 100 })
      const { session } = await desk.newUnpaidOrder([1_250])
      await store.stripe.pay(session)
      await store.stripe.refund(session)
      await store.db.update(orders).set({ stripeSessionId: null })
      const event = (await store.stripe.events()).find((one) => one.type === type)
      await deliverSigned(store, event ?? {})
      await runJobs(store)
      expect(await statuses()).toEqual(['refunded'])
      await expectMoneyIsRight(store)
    },
  )

  test('an event whose job was lost is processed by the reconciler', async () => {
    const { session } = await desk.newOrder([1_250])
    await store.stripe.refund(session)
    await store.stripe.settled()
    await store.db.execute(sql`delete from graphile_worker._private_jobs`)
    await store.db.execute(sql`update stripe_events set next_check_at = now()`)
    await reconcile(store.payments, fail)
    expect(await statuses()).toEqual(['refunded'])
    expect((await kept()).filter(({ handledAt }) => handledAt === null)).toEqual([])
    await expectMoneyIsRight(store)
  })
})

describe('missed events', () => {
  test('the reconciler finds a missed event in Stripe’s list', async () => {
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    const { session } = await desk.newOrder([1_250])
    await store.stripe.refund(session)
    const reconciler = runReconciler(store.payments, pino({ level: 'silent' }))
    await vi.waitFor(async () => expect((await kept()).map(({ type }) => type)).toContain('charge.refunded'), {
      timeout: 15_000,
      interval: 100,
    })
    await reconciler.stop()
    await runJobs(store)
    expect(await statuses()).toEqual(['refunded'])
  })

  test('a sweep finds an event that happened after the previous sweep', async () => {
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    const { session } = await desk.newOrder([1_250])
    await sweepEvents(store.payments)
    await store.stripe.refund(session)
    expect(await sweepEvents(store.payments)).toBeGreaterThan(0)
  })

  test('a missed event of the other mode is ignored', async () => {
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    const { session } = await desk.newUnpaidOrder([1_250])
    await store.stripe.pay(session)
    await alterStripe(store, ({ events = {} }) => {
      for (const event of Object.values(events)) Object.assign(event, { livemode: true })
    })
    expect(await sweepEvents(store.payments)).toBe(0)
  })
})

describe('a pending order', () => {
  test('a pending order is not checked before its time', async () => {
    await desk.newUnpaidOrder([1_250])
    await store.db.update(orders).set({ nextCheckAt: new Date(Date.now() + 60_000) })
    expect(await looks(() => reconcile(store.payments, fail))).toBe(0)
    await store.db.update(orders).set({ nextCheckAt: new Date(0) })
    expect(await looks(() => reconcile(store.payments, fail))).toBe(1)
    expect(await looks(() => reconcile(store.payments, fail))).toBe(0)
  })

  test('a pending order is checked once, however many workers run', async () => {
    for (let made = 0; made < 10; made++) await desk.newUnpaidOrder([1_250])
    await store.db.update(orders).set({ nextCheckAt: new Date(0) })
    const workers = Array.from({ length: 4 }, () => () => reconcile(store.payments, fail))
    expect(await looks(() => Promise.all(workers.map((work) => work())))).toBe(10)
  })

  test('a batch of the reconciler never needs more connections than its pool has', async () => {
    const { pool } = store.services.database
    const orderCount = pool.options.max + 2
    for (let made = 0; made < orderCount; made++) await desk.newUnpaidOrder([1_250])
    await store.db.update(orders).set({ nextCheckAt: new Date(0) })
    const { most, result } = await mostConnections(pool, () => looks(() => reconcile(store.payments, fail)))
    expect(result).toBe(orderCount)
    expect(most).toBeLessThanOrEqual(Math.min(RECONCILE_BATCH, pool.options.max))
    expect(most).toBeGreaterThan(1)
  })
})
