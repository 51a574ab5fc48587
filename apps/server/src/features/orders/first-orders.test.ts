import { asc, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { createUser } from '@slipstream/db/testing/factories'
import { createOrder } from '@slipstream/db/testing/order-factories'
import { buy, fillCart, newBuyer, newMods, openEmptiedStore } from '#testing/buying-store.ts'
import { untilWaiting } from '#testing/until-waiting.ts'
import { refreshFirstOrders } from './first-orders.service.ts'
import { ordersRetention } from './orders.retention.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = await openEmptiedStore()
const { db } = store

/** The buyers of the orders that count as first, in the order of the orders. */
const firstOrders = () =>
  db.select({ id: orders.id, userId: orders.userId }).from(orders).where(sql`is_first`).orderBy(asc(orders.id))

const paid = (userId: number, day: string, totalCents = 500) =>
  createOrder(db, { userId, status: 'paid', paidAt: new Date(day), subtotalCents: totalCents, totalCents })
const refresh = (userId: number) => inTransaction(db, (tx) => refreshFirstOrders(tx, [userId]))

test('the first order that a buyer pays for is marked, and no later one', async () => {
  const [one, two] = await newMods(store, [1_000, 2_000])
  const buyer = await newBuyer(store, one ? [one] : [])
  await buy(store, buyer)
  const first = await firstOrders()
  expect(first).toMatchObject([{ userId: buyer.row.id }])
  await fillCart(store, buyer.row.id, two ? [two] : [])
  await buy(store, buyer)
  expect(await firstOrders()).toEqual(first)
})

test('a free order makes nobody a customer, and an earlier payment that is learned of later counts as the first', async () => {
  const { id } = await createUser(db)
  await paid(id, '2026-11-01', 0)
  await refresh(id)
  expect(await firstOrders()).toEqual([])
  await paid(id, '2026-11-03')
  await refresh(id)
  const earlier = await paid(id, '2026-11-02')
  await refresh(id)
  expect(await firstOrders()).toEqual([{ id: earlier.id, userId: id }])
})

test('of two orders that a buyer pays at once, one counts as the first', async () => {
  const { id: userId } = await createUser(db)
  const [one, other] = [await createOrder(db, { userId }), await createOrder(db, { userId })]
  const pay = (id: number, paidAt: string, hold: Promise<void>) =>
    inTransaction(db, async (tx) => {
      await tx.execute(
        sql`update orders set status = 'paid', paid_at = ${paidAt}, subtotal_cents = 500, total_cents = 500 where id = ${id}`,
      )
      await refreshFirstOrders(tx, [userId])
      await hold
    })
  const { promise, resolve } = Promise.withResolvers<void>()
  const both = [pay(one.id, '2026-11-01', promise), pay(other.id, '2026-11-02', promise)]
  await untilWaiting(store)
  resolve()
  await Promise.all(both)
  expect(await firstOrders()).toEqual([{ id: one.id, userId }])
})

test('moved purchases make the other account a customer from its earliest order on', async () => {
  const [admin, from, to] = [
    await newBuyer(store, [], { isAdmin: true }),
    await newBuyer(store, []),
    await newBuyer(store, []),
  ]
  const earlier = await paid(from.row.id, '2026-11-01')
  await paid(to.row.id, '2026-11-02')
  for (const { row } of [from, to]) await refresh(row.id)
  const move = { username: to.row.username, reason: 'Bought with the wrong account' }
  const answer = await admin.call('POST', `/api/admin/users/${from.row.id}/move-purchases`, move)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await firstOrders()).toEqual([{ id: earlier.id, userId: to.row.id }])
})

test('when a cleanup deletes the first order of a buyer, the next one counts as the first', async () => {
  const { id: userId } = await createUser(db)
  const old = await paid(userId, '2014-11-01')
  const next = await paid(userId, '2026-11-02')
  await refresh(userId)
  const rule = ordersRetention.find(({ name }) => name === 'orders')
  await inTransaction(db, async (tx) => rule?.remove(tx, [String(old.id)], sql`now()`))
  expect(await firstOrders()).toEqual([{ id: next.id, userId }])
})
