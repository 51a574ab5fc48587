import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readRows } from '@slipstream/db/client'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { createCoupon } from '@slipstream/db/testing/order-factories'
import { createSubscription } from '@slipstream/db/testing/subscription-factories'
import { seededNumbers } from '#lib/seeded-numbers.ts'
import { countUnderKills } from '#testing/kill-counters.ts'
import { book, refundItems, sell } from '#testing/sales.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { countSales } from './count-sales.service.ts'
import { readParts, readReport } from './sales-report.service.ts'
import { readCohorts, readUserReport } from './user-report.service.ts'

const store = await openEmptiedTestStore()
const { db } = store
const never = new AbortController().signal

const { upTo, oneOf } = seededNumbers(31)

const START = Date.parse('2026-08-20T00:00:00Z')
const DAYS = 75
/** Few days with many orders, so that people buy twice on the same day and in the same 15 minutes. */
const someTime = () => new Date(START + upTo(DAYS) * 86_400_000 + oneOf([0, 1, 2]) * 30_000_000 + upTo(900_000))

interface Made {
  orderId: number
  paid: number
  items: { id: number; paidCents: number }[]
}

/** Everything that can happen to money, in random order. */
const newWalk = async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => createUser(db, { createdAt: someTime() })))
  const mods = await Promise.all([1, 2, 3].map(async () => createMod(db, { priceCents: 1_000 })))
  const coupon = await createCoupon(db)
  const { subscription } = await createSubscription(db, { userId: people[0]!.id })
  const made: Made[] = []
  const some = () => (made.length === 0 ? undefined : oneOf(made))

  const buy = async () => {
    const items = mods
      .slice(0, 1 + upTo(3))
      .map((mod) => ({ mod, priceCents: 500 + upTo(2_000), discountCents: upTo(2) * upTo(300) }))
    const { order, items: sold } = await sell(db, {
      ...{ userId: oneOf(people).id, items, at: someTime() },
      ...(upTo(3) === 0 && { couponId: coupon.id }),
      ...(upTo(2) === 0 && { country: oneOf(['DE', 'US']) }),
    })
    made.push({ orderId: order.id, paid: order.totalCents, items: sold })
  }
  const acts = {
    subscribe: () => book(db, { subscriptionId: subscription.id, kind: 'payment', amountCents: 699, at: someTime() }),
    refund: async () => {
      const order = some()
      if (order) await book(db, { orderId: order.orderId, kind: 'refund', amountCents: -1 - upTo(400), at: someTime() })
    },
    refundItems: async () => {
      const order = made.findLast(({ items }) => items.length > 1)
      const item = order?.items[0]
      if (!order || !item) return
      const parts = [{ itemId: item.id, amountCents: 1 + upTo(item.paidCents) }]
      await refundItems(db, order.orderId, { parts, at: someTime() })
    },
    nameOtherItems: async () => {
      const [refund] = await db.select().from(orderRefunds).orderBy(desc(orderRefunds.id)).limit(1)
      const last = made.find(({ orderId }) => orderId === refund?.orderId)?.items.at(-1)
      if (!refund || !last) return
      const items = [{ itemId: last.id, amountCents: refund.amountCents }]
      await db.update(orderRefunds).set({ items }).where(eq(orderRefunds.id, refund.id))
    },
    dispute: async () => {
      const order = some()
      if (!order) return
      const dispute = { orderId: order.orderId, stripeId: `du_${upTo(1e9)}`, at: someTime() }
      await book(db, { ...dispute, kind: 'dispute', amountCents: -order.paid })
      if (upTo(2) === 0) await book(db, { ...dispute, kind: 'dispute_won', amountCents: order.paid })
    },
    move: async () => {
      const order = some()
      if (order)
        await db
          .update(orders)
          .set({ userId: oneOf(people).id })
          .where(eq(orders.id, order.orderId))
    },
    forget: async () => {
      const order = made.pop()
      if (!order) return
      await db.delete(ledgerEntries).where(eq(ledgerEntries.orderId, order.orderId))
      await db.delete(orderRefunds).where(eq(orderRefunds.orderId, order.orderId))
      await db.delete(orderItems).where(eq(orderItems.orderId, order.orderId))
      await db.delete(orders).where(eq(orders.id, order.orderId))
    },
  }
  const walk = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) await (upTo(2) === 0 ? buy : oneOf(Object.values(acts)))()
  }
  return { walk, acts: { buy, ...acts } }
}

const ZONES = ['Asia/Kathmandu', 'America/Los_Angeles']
const NOWS = ['2026-10-21T10:07:31Z', '2026-11-30T00:00:00Z']

const readAll = async (zones = ZONES, nows = NOWS) => {
  const reports: Record<string, unknown> = {}
  for (const timeZone of zones) {
    for (const now of nows) {
      const clock = { now: new Date(now), timeZone }
      for (const query of [
        { days: '30', compare: 'previous' },
        { from: '2026-08-25', to: '2026-10-21', days: '30', compare: 'none' },
      ] as const) {
        reports[`${timeZone} ${now} ${JSON.stringify(query)}`] = {
          sales: await readReport(db, clock, query),
          parts: await readParts(db, clock, query),
          users: await readUserReport(db, clock, query),
        }
      }
      reports[`cohorts ${timeZone} ${now}`] = await readCohorts(db, clock)
    }
  }
  return reports
}

/** The same reports, read from the ledger alone. */
const readFromLedger = async (zones = ZONES, nows = NOWS) => {
  await db.execute(sql`delete from sales_slots`)
  await db.execute(sql`delete from sales_parts`)
  expect(await readRows(db, sql`select * from sales_months`)).toEqual([])
  await db.execute(sql`delete from sales_returns`)
  await db.execute(sql`insert into stale_sales (starts_at) select distinct sales_slot(at) from ledger_entries`)
  return readAll(zones, nows)
}

const sumsOf = () =>
  readRows<Record<string, unknown>>(
    db,
    sql`select to_jsonb(s) as row from sales_slots s union all select to_jsonb(p) from sales_parts p
      union all select to_jsonb(m) from sales_months m
      union all select to_jsonb(r) from sales_returns r order by row`,
  )

test('[ROUTE-06] sums kept by a process that is killed again and again equal the ledger to the cent', async () => {
  const { walk } = await newWalk()
  const killing = { what: 'sales', databaseUrl: store.config.databaseUrl, lifeMs: () => upTo(80) } as const
  expect(await countUnderKills(killing, walk(150))).toBeGreaterThanOrEqual(3)
  await walk(15)
  const half = await readAll()
  await countSales(db, never)
  const [all, sums] = [await readAll(), await sumsOf()]
  expect(all).toEqual(half)
  expect(await readFromLedger()).toEqual(all)
  await countSales(db, never)
  expect(await sumsOf()).toEqual(sums)
  expect(sums.length).toBeGreaterThan(100)
})

test('[ROUTE-06] reports include everything that happens after the sums were counted', async () => {
  const { walk, acts } = await newWalk()
  await walk(60)
  for (const [name, act] of Object.entries(acts)) {
    await countSales(db, never)
    for (let time = 0; time < 3; time += 1) await act()
    const where = [ZONES.slice(0, 1), NOWS.slice(0, 1)] as const
    const live = await readAll(...where)
    expect(await readFromLedger(...where), name).toEqual(live)
  }
})

test('[ROUTE-06] new and returning customers equal the buyers counted one by one', async () => {
  const { walk } = await newWalk()
  await walk(150)
  await countSales(db, never)
  await walk(10)
  const timeZone = 'Asia/Kathmandu'
  const clock = { now: new Date('2026-11-30T00:00:00Z'), timeZone }
  const { now, days } = await readUserReport(db, clock, {
    ...{ from: '2026-09-01', to: '2026-09-30', days: '30', compare: 'none' },
  })
  const buyers = (from: string, to: string) =>
    readRows<{ fresh: number; returning: number }>(
      db,
      sql`select count(*) filter (where first >= starts_at)::int as fresh,
          count(*) filter (where first < starts_at)::int as returning
        from (select ${from}::timestamp at time zone ${timeZone}::text as starts_at,
          (${to}::date + 1)::timestamp at time zone ${timeZone}::text as ends_at) span,
        lateral (
          select user_id, (select min(paid_at) from orders own where own.user_id = o.user_id) as first
          from orders o join ledger_entries l on l.order_id = o.id and l.kind = 'payment'
          where l.at >= starts_at and l.at < ends_at group by user_id) person`,
    )
  const [month] = await buyers('2026-09-01', '2026-09-30')
  expect([now.newCustomers, now.returningCustomers]).toEqual([month?.fresh, month?.returning])
  for (const { day, newCustomers, returningCustomers } of days) {
    const [one] = await buyers(day, day)
    expect([day, newCustomers, returningCustomers]).toEqual([day, one?.fresh, one?.returning])
  }
  expect(days.some(({ returningCustomers }) => returningCustomers > 0)).toBe(true)
})
