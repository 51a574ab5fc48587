import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AttentionList, DashboardFigures, WaitingCounts } from '@slipstream/contract/analytics'
import { incidents } from '@slipstream/db/tables/alerts'
import { gameVersions } from '@slipstream/db/tables/mod-releases'
import { refundRequests } from '@slipstream/db/tables/order-history'
import { disputes, moneyChecks } from '@slipstream/db/tables/payments'
import { createMod, createRelease, createReview } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { createOrder } from '@slipstream/db/testing/order-factories'
import { createTicket } from '@slipstream/db/testing/ticket-factories'
import { newCast } from '#testing/matrix-people.ts'
import { newPerson, type Person, withToken } from '#testing/people.ts'
import { book, sell } from '#testing/sales.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { readDashboard } from './dashboard.service.ts'

const store = await openEmptiedTestStore()
const { db } = store
let admin: Person
beforeEach(async () => {
  await db.execute(sql`delete from graphile_worker._private_jobs`)
  admin = await newPerson(store, { isAdmin: true })
})

const newMod = async () => createMod(db, { priceCents: 1000, status: 'published' })

describe('figures', () => {
  // A Tuesday, 10:00 in Berlin.
  const clock = { now: new Date('2026-11-17T09:00:00Z'), timeZone: 'Europe/Berlin' }

  test('[ROUTE-06] today and this week are compared with the same part of last week, and a period with the one before', async () => {
    const [mod, user] = [await newMod(), await createUser(db)]
    for (const [at, priceCents] of [
      // Today begins at 23:00 UTC of the day before.
      ['2026-11-16T22:59:59Z', 1],
      ['2026-11-16T23:00:00Z', 10],
      ['2026-11-15T12:00:00Z', 100],
      // A week ago, before and after this time of day, and the Monday of that week.
      ['2026-11-10T08:59:59Z', 1000],
      ['2026-11-10T09:00:01Z', 10_000],
      ['2026-11-09T12:00:00Z', 100_000],
    ] as const) {
      await sell(db, { userId: user.id, items: [{ mod, priceCents }], at: new Date(at) })
    }
    const { today, week, period, days } = await readDashboard(db, clock, '7')
    expect([today.now.netCents, today.before.netCents]).toEqual([10, 1000])
    expect([week.now.netCents, week.before.netCents]).toEqual([11, 101_000])
    // Seven days up to now: 11 to 17 November, and 4 November to 10:00 on the 10th.
    expect([period.now.netCents, period.before.netCents]).toEqual([111, 101_000])
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 7 }, (_, place) => `2026-11-${String(11 + place)}`))
    expect(days.at(-1)).toMatchObject({
      now: { netCents: 10 },
      before: { day: '2026-11-10', sales: { netCents: 1000 } },
    })
  })

  test('a customer counts as new only with their first order', async () => {
    const [mod, one, other] = [await newMod(), await createUser(db), await createUser(db)]
    for (const [userId, at] of [
      [one.id, '2026-11-13T12:00:00Z'],
      [one.id, '2026-11-14T12:00:00Z'],
      [other.id, '2026-09-01T12:00:00Z'],
      [other.id, '2026-11-14T13:00:00Z'],
    ] as const) {
      await sell(db, { userId, items: [{ mod, priceCents: 500 }], at: new Date(at) })
    }
    const { period } = await readDashboard(db, clock, '30')
    expect([period.now.orders, period.now.newCustomers]).toEqual([3, 1])
  })

  test('[ROUTE-06] the dashboard of an empty store shows zeros for every day', async () => {
    const answer = await admin.call('GET', '/api/admin/dashboard/figures?days=90')
    expect(answer.statusCode, answer.body).toBe(200)
    const figures = answer.json<DashboardFigures>()
    expect(figures.days).toHaveLength(90)
    expect(figures.period.now).toEqual(figures.period.before)
    expect(figures).toMatchObject({
      today: { now: { netCents: 0, orders: 0 } },
      premium: { members: 0, monthlyCents: 0 },
      tickets: { open: 0, late: 0 },
    })
    expect((await admin.call('GET', '/api/admin/dashboard/figures?days=8')).statusCode).toBe(400)
  })

  test('[ROUTE-06] the top mods are those with the highest revenue after refunds', async () => {
    const [one, two, user] = [await newMod(), await newMod(), await createUser(db)]
    const at = new Date(Date.now() - 60_000)
    await sell(db, { userId: user.id, items: [{ mod: one, priceCents: 900 }], at })
    const { order } = await sell(db, { userId: user.id, items: [{ mod: two, priceCents: 1000 }], at })
    const read = async () =>
      (await admin.call('GET', '/api/admin/dashboard/top-mods'))
        .json<{ items: { id: number; netCents: number }[] }>()
        .items.map(({ id, netCents }) => [id, netCents])
    expect(await read()).toEqual([
      [two.id, 1000],
      [one.id, 900],
    ])
    await book(db, { orderId: order.id, kind: 'refund', amountCents: -400, at })
    expect(await read()).toEqual([
      [one.id, 900],
      [two.id, 600],
    ])
  })
})

describe('what needs attention', () => {
  const read = async (call = admin.call) => (await call('GET', '/api/admin/dashboard/attention')).json<AttentionList>()
  const kinds = async () => (await read()).items.map(({ kind }) => kind)
  const HOUR = 3_600_000
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)

  test('[ROUTE-06] nothing needs attention in an empty store', async () => {
    const { items, clear } = await read()
    expect(items).toEqual([])
    expect(clear).toEqual(['backup', 'disputes', 'refund_requests', 'tickets', 'jobs', 'reviews', 'reported_reviews'])
  })

  test('[ROUTE-06] items with a deadline come in order of deadline, before compatibility and reviews', async () => {
    const [mod, user] = [await newMod(), await createUser(db)]
    const order = await createOrder(db, { userId: user.id, subtotalCents: 2398, totalCents: 2398 })
    await createReview(db, { modId: mod.id, author: 'racer', rating: 5, status: 'pending' })
    await db.insert(disputes).values({
      ...{ id: 'du_1', orderId: order.id, reason: 'fraudulent', amountCents: 2398 },
      ...{ openedAt: inHours(-1), evidenceDueAt: inHours(50) },
    })
    await db.insert(refundRequests).values({ orderId: order.id, kind: 'refund', reason: 'It does not start' })
    await createTicket(db, { userId: user.id, dueAt: inHours(-2) })
    await createTicket(db, { userId: user.id, dueAt: inHours(2) })
    await db.insert(gameVersions).values({ version: '0.37' })
    await createRelease(db, { modId: mod.id, version: '1.0.0', status: 'published', publishedAt: new Date() })

    const { items } = await read()
    expect(items.map(({ kind }) => kind)).toEqual([
      'tickets',
      'refund_requests',
      'disputes',
      'compatibility',
      'reviews',
    ])
    expect(items.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1])
    expect(items[2]).toMatchObject({ amountCents: 2398, subject: order.number })
    expect(items[3]?.subject).toBe('0.37')
    expect(Date.parse(items[1]?.dueAt ?? '')).toBeGreaterThan(Date.now() + 23 * HOUR)

    const waiting = async () => (await admin.call('GET', '/api/admin/dashboard/waiting')).json<WaitingCounts>()
    const counts = { disputes: 1, notReadyMods: 1, lateTickets: 1, reviews: 1, failedMails: 0, failedJobs: 0 }
    expect(await waiting()).toEqual(counts)

    // Once evidence is sent, the dispute waits for the bank, not for us.
    await db.update(disputes).set({ evidenceSentAt: new Date() })
    expect(await kinds()).not.toContain('disputes')
    expect(await waiting()).toEqual({ ...counts, disputes: 0 })
    for (const task of ['orders.mail', 'outbox.send', 'pictures.make'])
      await db.execute(sql`select graphile_worker.add_job(${task}, '{}'::json, max_attempts => 1)`)
    expect(await waiting()).toMatchObject({ failedMails: 0, failedJobs: 0 })
    await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
    expect(await waiting()).toMatchObject({ failedMails: 2, failedJobs: 1 })
  })

  test('[ROUTE-06] a failed money check and a dead job are listed until they are settled', async () => {
    const result = { isRight: false, stripeCents: 0, ledgerCents: 1, orders: 1, differences: [] }
    await db.insert(moneyChecks).values({ isRight: false, result: result as never })
    await db.execute(sql`select graphile_worker.add_job('outbox.send', '{}'::json, max_attempts => 1)`)
    await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
    expect(await kinds()).toEqual(['money_check', 'jobs'])
    await db.insert(moneyChecks).values({ isRight: true, result: { ...result, isRight: true } as never })
    await db.execute(sql`delete from graphile_worker._private_jobs`)
    expect(await kinds()).toEqual([])
  })

  test('[ROUTE-06] the attention list shows incidents to the developer only', async () => {
    const at = new Date()
    const times = { firstSeenAt: at, lastSeenAt: at, openedAt: at }
    await db.insert(incidents).values({ checkName: 'queue.dead', subject: randomUUID(), problem: 'dead', ...times })
    expect(await kinds()).toEqual([])
    const { tokens } = await newCast(store)
    const { items } = await read(withToken(store.app, tokens.developer ?? ''))
    expect(items.map(({ kind, count }) => [kind, count])).toEqual([['incidents', 1]])
  })
})
