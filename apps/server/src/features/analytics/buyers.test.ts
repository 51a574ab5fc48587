import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction, readRows } from '@slipstream/db/client'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { refreshFirstOrders } from '#features/orders/first-orders.service.ts'
import { seededNumbers } from '#lib/seeded-numbers.ts'
import { sell } from '#testing/sales.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { readReport } from './sales-report.service.ts'
import { readCohorts, readUserReport } from './user-report.service.ts'

const store = await openEmptiedTestStore()
const { db } = store

const { upTo, oneOf } = seededNumbers(31)

const START = Date.parse('2026-08-20T00:00:00Z')
const DAYS = 75
/** Few days with many orders, so that people buy twice on the same day and at the same moment. */
const someTime = () => new Date(START + upTo(DAYS) * 86_400_000 + oneOf([0, 1, 2]) * 30_000_000 + upTo(2) * 900_000)
const timeZone = 'Asia/Kathmandu'
const clock = { now: new Date('2026-11-30T00:00:00Z'), timeZone }

/** People buy in any order, purchases move to other accounts, and old orders are deleted. */
const walk = async (steps: number) => {
  const people = await Promise.all(Array.from({ length: 9 }, () => createUser(db, { createdAt: someTime() })))
  const mod = await createMod(db, { priceCents: 1_000 })
  const made: { id: number; userId: number }[] = []
  const acts = {
    buy: async () => {
      const userId = oneOf(people).id
      const { order } = await sell(db, { userId, items: [{ mod, priceCents: 500 + upTo(500) }], at: someTime() })
      made.push({ id: order.id, userId })
    },
    move: async () => {
      const order = oneOf(made)
      const [from, to] = [order.userId, oneOf(people).id]
      await inTransaction(db, async (tx) => {
        await tx.update(orders).set({ userId: to }).where(eq(orders.id, order.id))
        await refreshFirstOrders(tx, [from, to])
      })
      order.userId = to
    },
    forget: async () => {
      const order = made.splice(upTo(made.length), 1)[0]
      if (!order) return
      await inTransaction(db, async (tx) => {
        await tx.delete(ledgerEntries).where(eq(ledgerEntries.orderId, order.id))
        await tx.delete(orderItems).where(eq(orderItems.orderId, order.id))
        await tx.delete(orders).where(eq(orders.id, order.id))
        await refreshFirstOrders(tx, [order.userId])
      })
    },
  }
  for (let step = 0; step < steps; step += 1) {
    const act = made.length < 5 || upTo(3) > 0 ? acts.buy : oneOf([acts.move, acts.forget])
    await act()
  }
}

interface Payment {
  userId: number
  at: Date
  first: Date
}

/** Every payment with the time of its buyer's first one, without the mark on the orders. */
const readPayments = async (): Promise<Payment[]> => {
  const rows = await readRows<{ userId: number; at: string; first: string }>(
    db,
    sql`select o.user_id as "userId", l.at::text as at, (select min(paid_at) from orders own where own.user_id = o.user_id)::text as first
      from orders o join ledger_entries l on l.order_id = o.id and l.kind = 'payment'`,
  )
  return rows.map(({ userId, at, first }) => ({ userId, at: new Date(at), first: new Date(first) }))
}

const dayOf = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)

const buyersOf = (payments: readonly Payment[], from: string, to: string) => {
  const inside = payments.filter(({ at }) => dayOf(at) >= from && dayOf(at) <= to)
  const people = [...new Map(inside.map((payment) => [payment.userId, payment])).values()]
  const fresh = people.filter(({ first }) => dayOf(first) >= from).length
  return [fresh, people.length - fresh]
}

test('[ROUTE-06] new and returning customers equal the buyers counted one by one', async () => {
  await walk(160)
  const payments = await readPayments()
  const query = { from: '2026-09-01', to: '2026-09-30', days: '30', compare: 'none' } as const
  const { now, days } = await readUserReport(db, clock, query)
  expect([now.newCustomers, now.returningCustomers]).toEqual(buyersOf(payments, '2026-09-01', '2026-09-30'))
  for (const { day, newCustomers, returningCustomers } of days) {
    expect([day, newCustomers, returningCustomers]).toEqual([day, ...buyersOf(payments, day, day)])
  }
  expect(days.some(({ returningCustomers }) => returningCustomers > 0)).toBe(true)
  const report = await readReport(db, clock, query)
  expect(report.now.newCustomers).toBe(now.newCustomers)
})

test('[ROUTE-06] cohorts equal the buyers of every month counted one by one', async () => {
  await walk(160)
  const payments = await readPayments()
  const months = ['2026-08', '2026-09', '2026-10', '2026-11']
  const { cohorts } = await readCohorts(db, clock)
  const peopleOf = (began: string, month: string) =>
    new Set(
      payments
        .filter(({ at, first }) => dayOf(first).startsWith(began) && dayOf(at).startsWith(month))
        .map(({ userId }) => userId),
    ).size
  const expected = months.map((month, place) => ({
    month,
    people: peopleOf(month, month),
    returned: months.slice(place + 1).map((later) => peopleOf(month, later)),
  }))
  expect(cohorts).toEqual(expected.filter(({ people }) => people > 0))
  expect(cohorts[0]?.returned[0]).toBeGreaterThan(0)
})
