import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createOrder } from '@slipstream/db/testing/order-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { countQueries } from '#testing/count-queries.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { compareBooks } from './compare-books.service.ts'
import { checkMoney, keepMoneyCheck } from './money-check.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const EVER = { since: new Date(0), until: new Date('2100-01-01') }
const wrong = async () => {
  const { isRight, differences } = await checkMoney(store.payments, EVER)
  return { isRight, kinds: [...new Set(differences.map(({ kind }) => kind))].sort() }
}

test.each([
  [
    'a cent in the ledger',
    sql`update ledger_entries set amount_cents = amount_cents + 1`,
    'paid_orders_are_in_the_ledger',
  ],
  ['a payment that the ledger has lost', sql`delete from ledger_entries`, 'stripe_not_ledger'],
  [
    'a payment that was never made',
    sql`insert into ledger_entries (order_id, kind, amount_cents, stripe_id, at) select id, 'refund', -1, 're_x', now() from orders`,
    'ledger_not_stripe',
  ],
  ['a refund without a ledger entry', sql`update order_items set refunded_cents = 1`, 'refunds_are_in_the_ledger'],
  ['a wrong order status', sql`update orders set status = 'refunded'`, 'states_are_true'],
  ['a mod that was paid and never delivered', sql`delete from entitlements`, 'paid_items_are_in_the_locker'],
  [
    'a mod in the locker of an unpaid order',
    sql`update orders set status = 'canceled', paid_at = null`,
    'lockers_have_what_was_paid',
  ],
  ['a price that does not add up', sql`update order_items set paid_cents = 1, price_cents = 1`, 'items_make_the_order'],
  [
    'a wrong coupon count',
    sql`insert into coupons (code, kind, percent, used) values ('X', 'percent', 5, 2)`,
    'coupons_count_their_orders',
  ],
  [
    'a dispute missing from the ledger',
    sql`insert into disputes (id, order_id, reason, amount_cents, opened_at) select 'du_x', id, 'fraudulent', 5, now() from orders`,
    'disputes_are_in_the_ledger',
  ],
])('the money check reports %s', async (_, tamper, kind) => {
  await desk.newOrder([1_250])
  await expectMoneyIsRight(store)
  await store.db.execute(tamper)
  const { isRight, kinds } = await wrong()
  expect(isRight).toBe(false)
  expect(kinds).toContain(kind)
})

test('the money check reports a payment at Stripe without an order', async () => {
  await store.stripe.treatDeliveries({ dropPercent: 100 })
  const { session } = await desk.newUnpaidOrder([1_250])
  await store.stripe.pay(session)
  expect(await wrong()).toEqual({ isRight: false, kinds: ['stripe_not_ledger'] })
})

test('the books are compared in batches by id, and gaps between ids cost no statement', async () => {
  const { id: userId } = await createUser(store.db)
  // Orders without items, so each one is a difference.
  for (const nextId of [1, 2, 3, 500_000, 1_000_000]) {
    await store.db.execute(sql.raw(`alter table orders alter column id restart with ${nextId}`))
    await createOrder(store.db, { userId, subtotalCents: 100, totalCents: 100 })
  }
  const whole = await compareBooks(store.db)
  expect(whole.differences.map(({ kind }) => kind)).toEqual(Array(5).fill('items_make_the_order'))

  let inBatches: typeof whole | undefined
  const compare = async () => {
    inBatches = await compareBooks(store.db, 2)
  }
  // Three batches of two, two and one: each adds up the ledger of its own orders only.
  expect(await countQueries(store, compare, /sum\(amount_cents\) filter/)).toBe(3)
  expect(inBatches).toEqual(whole)
})

test('administrators can read the latest money check and start a new one', async () => {
  expect((await desk.call('GET', '/api/admin/money-check')).json()).toBe(null)
  await desk.newOrder([1_250])
  expect((await desk.call('POST', '/api/admin/money-check')).statusCode).toBe(200)
  await runJobs(store)
  expect((await desk.call('GET', '/api/admin/money-check')).json()).toMatchObject({
    isRight: true,
    orders: 1,
    differences: [],
    checkedAt: expect.any(String),
  })
  await store.db.execute(sql`delete from entitlements`)
  await keepMoneyCheck(store.payments, Date.now() + 60 * 60_000)
  expect((await desk.call('GET', '/api/admin/money-check')).json()).toMatchObject({
    isRight: false,
    stripeCents: 1_250,
    ledgerCents: 1_250,
    differences: [{ kind: 'paid_items_are_in_the_locker' }],
  })
})
