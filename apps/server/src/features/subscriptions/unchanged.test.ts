import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readRows } from '@slipstream/db/client'
import { fulfillOrder } from '#features/orders/fulfill-order.service.ts'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { mineOf, newSubscriber, newSubscriptionDesk, readRow, settle } from '#testing/subscribers.ts'
import { followSubscription } from './follow-subscription.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

/** The last number drawn for each table, and which transaction wrote each row of the books. */
const readTraces = async () => {
  const drawn = await readRows(
    store.db,
    sql`select sequencename, last_value::text from pg_sequences where schemaname = 'public' order by 1`,
  )
  const written = await readRows(
    store.db,
    sql`
    select 'ledger' as book, id::text, xmin::text from ledger_entries
    union all select 'invoice', id::text, xmin::text from subscription_invoices
    union all select 'refund', id::text, xmin::text from subscription_refunds order by 1, 2`,
  )
  return { drawn, written }
}

test('following an unchanged subscription draws no id and writes none of its invoices, payments and refunds again', async () => {
  const { buyer, row } = await newSubscriber(store, { interval: 'day', price: 300 })
  for (let day = 0; day < 3; day++) await store.stripe.advance({ days: 1, hours: 1 })
  await settle(store)
  expect((await buyer.call('POST', '/api/subscription/refund')).statusCode).toBe(200)
  await settle(store)
  const before = await readTraces()
  expect(before.written.length).toBeGreaterThan(8)
  await followSubscription(store.payments, row.id)
  expect(await readTraces()).toEqual(before)
  expect((await readRow(store, buyer)).version).toBeGreaterThan(row.version)
})

test('following an unchanged order with a failed refund draws no id and writes nothing into the ledger again', async () => {
  const { id } = await desk.newOrder([1_250, 900])
  await desk.refund(id)
  await desk.settle()
  const { id: refund = '' } = (await store.stripe.refunds()).at(-1) ?? {}
  await store.stripe.settleRefund(refund, 'failed')
  await desk.settle()
  const before = await readTraces()
  expect(before.written).toHaveLength(3)
  await fulfillOrder(store.payments, id)
  expect(await readTraces()).toEqual(before)
})

test('an invoice that Stripe has changed is copied again', async () => {
  const { row } = await newSubscriber(store)
  await settle(store)
  await store.db.execute(sql`update subscription_invoices set url = 'https://old.example', attempts = 7`)
  await followSubscription(store.payments, row.id)
  const [invoice] = await readRows<{ url: string; attempts: number }>(
    store.db,
    sql`select url, attempts from subscription_invoices`,
  )
  expect(invoice?.attempts).toBe(1)
  expect(invoice?.url).not.toBe('https://old.example')
})

test('a payment whose id no longer fits into four bytes is shown to both sides and can be refunded', async () => {
  await store.db.execute(sql`select setval('subscription_invoices_id_seq', 3000000000)`)
  await store.db.execute(sql`select setval('ledger_entries_id_seq', 3000000000)`)
  const { buyer } = await newSubscriber(store)
  await settle(store)
  const office = await newSubscriptionDesk(store)
  const [payment] = await office.recent()
  expect(payment?.id).toBe(3_000_000_001)
  expect((await mineOf(buyer))?.invoices[0]?.id).toBe(payment?.id)
  expect((await office.refund(payment?.id ?? 0)).statusCode).toBe(200)
  await settle(store)
  await store.stripe.settleRefund((await store.stripe.refunds()).at(-1)?.id ?? '', 'failed')
  await settle(store)
  expect((await office.figures()).failedRefunds).toMatchObject([{ id: payment?.id }])
})
