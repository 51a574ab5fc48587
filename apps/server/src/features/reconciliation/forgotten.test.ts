import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { stripeEvents } from '@slipstream/db/tables/payments'
import { enqueue } from '#lib/jobs/jobs.ts'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { checkMoney } from './money-check.service.ts'
import { reconcile } from './reconcile.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const loseJobs = () => store.db.execute('delete from graphile_worker._private_jobs')
const attempts = async () => {
  const { rows } = await store.db.execute<{ attempts: number }>(
    sql`select attempts from stripe_events where id like 'evt_poison%'`,
  )
  return [...new Set(rows.map((row) => row.attempts))]
}
const reconcileNow = async () => {
  const failures: string[] = []
  await reconcile(store.payments, (_, about) => failures.push(about))
  return failures
}
/** Stores events whose payments Stripe refuses to show. */
const poison = async (many: number) => {
  await store.stripe.fault({ kind: 'rate-limit', call: 'GET /v1/payment_intents' })
  await store.db.insert(stripeEvents).values(
    Array.from({ length: many }, (_, place) => ({
      id: `evt_poison${place}`,
      type: 'payment_intent.payment_failed',
      objectId: `pi_poison${place}`,
      // Due before all other events.
      nextCheckAt: new Date(0),
    })),
  )
}

test('[T-LOST] 30 events that always fail do not delay a good one whose job is lost', async () => {
  const { session } = await desk.newUnpaidOrder([1_250])
  await poison(30)
  await store.stripe.pay(session)
  await store.stripe.settled()
  await loseJobs()
  // Makes the event the only way to find the order.
  await store.db.update(orders).set({ nextCheckAt: new Date('2100-01-01') })
  await store.db.execute(sql`update stripe_events set next_check_at = now() where id not like 'evt_poison%'`)

  expect(await reconcileNow()).toHaveLength(30)
  const [order] = await store.db.select().from(orders)
  expect(order?.status).toBe('paid')
  expect(await attempts()).toEqual([1])

  // The failing events are retried later, at growing intervals.
  expect(await reconcileNow()).toEqual([])
  await store.db.execute(sql`
    update stripe_events set received_at = now() - interval '1 day', next_check_at = now() - interval '1 s'
    where handled_at is null`)
  expect(await reconcileNow()).toHaveLength(30)
  const { rows } = await store.db.execute(sql`
    select from stripe_events where handled_at is null and next_check_at < now() + interval '50 min'`)
  expect(rows).toEqual([])
})

test('the money check reports events that could not be processed', async () => {
  await poison(1)
  await reconcileNow()
  const period = { since: new Date(0), until: new Date('2100-01-01') }
  expect((await checkMoney(store.payments, period)).differences).toEqual([])
  await store.db.execute(sql`update stripe_events set received_at = now() - interval '2 hours'`)
  expect((await checkMoney(store.payments, period)).differences).toMatchObject([
    { kind: 'events_are_followed', detail: expect.stringContaining('payment_intent.payment_failed evt_poison0') },
  ])
})

test('events of orders are kept as long as the orders, and those of other payments are deleted after 90 days', async () => {
  await desk.newOrder([1_250])
  await desk.settle()
  await store.db.insert(stripeEvents).values([
    { id: 'evt_foreign', type: 'charge.refunded', objectId: 'ch_1', handledAt: new Date() },
    { id: 'evt_unhandled', type: 'charge.refunded', objectId: 'ch_2' },
  ])
  const checkedDaily = async () => {
    await inTransaction(store.db, (tx) => enqueue(tx, 'payments.forget_events', {}))
    await runJobs(store)
    const rows = await store.db.select().from(stripeEvents).orderBy(stripeEvents.id)
    return rows.map(({ id, type }) => (type === 'charge.refunded' ? id : type)).sort()
  }
  expect(await checkedDaily()).toEqual(['checkout.session.completed', 'evt_foreign', 'evt_unhandled'])
  await store.db.execute(sql`update stripe_events set received_at = now() - interval '91 days'`)
  expect(await checkedDaily()).toEqual(['checkout.session.completed', 'evt_unhandled'])
})
