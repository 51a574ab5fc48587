import { describe, expect, test } from 'vitest'
import type { SalesReport } from '@slipstream/contract/analytics-sales'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { createCoupon } from '@slipstream/db/testing/order-factories'
import { createSubscription } from '@slipstream/db/testing/subscription-factories'
import { seededNumbers } from '#lib/seeded-numbers.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { book, refundItems, sell } from '#testing/sales.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { readParts, readReport } from './sales-report.service.ts'

const store = await openEmptiedTestStore()
const { db } = store

const NONE = { days: '30', compare: 'none' } as const
const LATER = new Date('2027-06-01T00:00:00Z')

const newMod = async (priceCents = 1000) => createMod(db, { priceCents })

/** One customer who buys one mod again and again. */
const newSeller = async () => {
  const [mod, user] = [await newMod(), await createUser(db)]
  return (at: string, priceCents = 1000) =>
    sell(db, { userId: user.id, items: [{ mod, priceCents }], at: new Date(at), country: 'DE' })
}

/** Includes zones with offsets of half and quarter hours and a daylight saving time of 30 minutes. */
const ZONES = [
  'UTC',
  'America/Los_Angeles',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'America/New_York',
]

describe('days', () => {
  /** Days around leap day, the end of a month, both clock changes and the end of the year. */
  const EDGES = ['2028-02-29', '2026-03-08', '2026-04-05', '2026-04-30', '2026-10-04', '2026-11-01', '2026-12-31']

  test('[ROUTE-06] the net revenue of every day equals the ledger to the cent in every time zone', async () => {
    const [mod, user, next] = [await newMod(), await createUser(db), seededNumbers(7).upTo]
    const entries: { at: Date; cents: number }[] = []
    for (const edge of EDGES) {
      for (let time = 0; time < 12; time += 1) {
        const at = new Date(Date.parse(edge) + (next(96) - 24) * 1_800_000 + next(1_800_000))
        const priceCents = 1 + next(5000)
        const { order } = await sell(db, { userId: user.id, items: [{ mod, priceCents }], at })
        entries.push({ at, cents: priceCents })
        if (next(3) > 0) continue
        const back = new Date(at.getTime() + next(86_400_000))
        await book(db, { orderId: order.id, kind: 'refund', amountCents: -priceCents, at: back })
        entries.push({ at: back, cents: -priceCents })
      }
    }
    for (const timeZone of ZONES) {
      // Computed from a different time zone database than PostgreSQL's.
      const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
      const expected = new Map<string, number>()
      for (const { at, cents } of entries) {
        const day = dayOf.format(at)
        expected.set(day, (expected.get(day) ?? 0) + cents)
      }
      for (const [from, to] of [
        ['2026-01-01', '2026-12-31'],
        ['2027-01-01', '2027-12-31'],
        ['2028-01-01', '2028-12-31'],
      ] as const) {
        const clock = { now: new Date('2029-01-01T00:00:00Z'), timeZone }
        const { days, now } = await readReport(db, clock, { from, to, ...NONE })
        const wanted = [...expected].filter(([day]) => day >= from && day <= to)
        const seen = days.filter(
          ({ day, now: { netCents, orders } }) => expected.has(day) || netCents !== 0 || orders > 0,
        )
        expect(new Map(seen.map(({ day, now: { netCents } }) => [day, netCents])), timeZone).toEqual(
          new Map(wanted.sort(([one], [other]) => one.localeCompare(other))),
        )
        expect(now.netCents, timeZone).toBe(wanted.reduce((sum, [, cents]) => sum + cents, 0))
      }
    }
  })

  test.each([
    ['America/New_York', '2026-03-08', 46],
    ['America/New_York', '2026-11-01', 50],
    ['Australia/Lord_Howe', '2026-10-04', 47],
    ['Australia/Lord_Howe', '2026-04-05', 49],
    ['UTC', '2026-11-01', 48],
  ])('the report of a day in %s on %s covers %i half hours', async (timeZone, day, halfHours) => {
    const sellAt = await newSeller()
    const start = Date.parse(day) - 86_400_000
    for (let half = 0; half < 3 * 48; half += 1) await sellAt(new Date(start + half * 1_800_000).toISOString(), 1)
    const { now } = await readReport(db, { now: LATER, timeZone }, { from: day, to: day, ...NONE })
    expect(now.orders).toBe(halfHours)
  })

  test('a refund counts on the day it is made, and a failed refund is reversed on that same day', async () => {
    const sellAt = await newSeller()
    const { order } = await sellAt('2026-11-02T12:00:00Z', 2500)
    const { order: other } = await sellAt('2026-11-02T13:00:00Z', 700)
    await book(db, { orderId: order.id, kind: 'refund', amountCents: -1000, at: new Date('2026-11-04T12:00:00Z') })
    const failed = { orderId: other.id, stripeId: 're_failed', at: new Date('2026-11-05T12:00:00Z') }
    await book(db, { ...failed, kind: 'refund', amountCents: -700 })
    await book(db, { ...failed, kind: 'refund_failed', amountCents: 700 })
    const clock = { now: LATER, timeZone: 'UTC' }
    const { days, now } = await readReport(db, clock, { from: '2026-11-02', to: '2026-11-05', ...NONE })
    const row = ({ netCents, refundCents, orders, refunds }: typeof now) => [netCents, refundCents, orders, refunds]
    expect(days.map((day) => row(day.now))).toEqual([
      [3200, 0, 2, 0],
      [0, 0, 0, 0],
      [-1000, 1000, 0, 1],
      [0, 0, 0, 0],
    ])
    expect(row(now)).toEqual([2200, 1000, 2, 1])
  })

  test('an unfinished period is compared with the same elapsed part of the previous one', async () => {
    const sellAt = await newSeller()
    for (const [at, cents] of [
      ['2026-11-09T09:59:59Z', 100],
      ['2026-11-09T10:00:00Z', 200],
      ['2026-11-16T09:00:00Z', 400],
    ] as const) {
      await sellAt(at, cents)
    }
    const clock = { now: new Date('2026-11-16T10:00:00Z'), timeZone: 'UTC' }
    const query = { from: '2026-11-10', to: '2026-11-16', days: '30', compare: 'previous' } as const
    const report = await readReport(db, clock, query)
    expect([report.isUnfinished, report.now.netCents, report.before?.netCents]).toEqual([true, 400, 100])
    expect(report.compared).toEqual({ from: '2026-11-03', to: '2026-11-09' })
    const whole = await readReport(db, { ...clock, now: new Date('2026-11-17T00:00:00Z') }, query)
    expect([whole.isUnfinished, whole.before?.netCents]).toEqual([false, 300])
  })

  test('an unfinished day is compared up to the same local time, even across a clock change', async () => {
    const sellAt = await newSeller()
    // Los Angeles left daylight saving time on November 1: 10:00 was 17:00 UTC before and is 18:00 UTC after.
    await sellAt('2026-10-27T16:59:00Z', 100)
    await sellAt('2026-10-27T17:01:00Z', 200)
    const clock = { now: new Date('2026-11-03T18:00:00Z'), timeZone: 'America/Los_Angeles' }
    const { before } = await readReport(db, clock, {
      from: '2026-10-28',
      to: '2026-11-03',
      days: '30',
      compare: 'previous',
    })
    expect(before?.netCents).toBe(100)
  })
})

describe('parts', () => {
  const clock = { now: LATER, timeZone: 'UTC' }
  const NOVEMBER = { from: '2026-11-01', to: '2026-11-30', days: '30', compare: 'previous' } as const

  test('mods and Premium add up to the report to the cent, with coupons, refunds and disputes', async () => {
    const { upTo: next } = seededNumbers(11)
    const [one, two, three] = [await newMod(), await newMod(), await newMod()]
    const [user, coupon] = [await createUser(db), await createCoupon(db)]
    const { subscription } = await createSubscription(db, { userId: user.id })
    const at = () => new Date(Date.parse('2026-11-01') + next(29 * 86_400_000))
    await book(db, { subscriptionId: subscription.id, kind: 'payment', amountCents: 699, at: at() })
    await book(db, { subscriptionId: subscription.id, kind: 'refund', amountCents: -200, at: at() })
    for (let round = 0; round < 40; round += 1) {
      const bought = [one, two, three].slice(0, 1 + next(3))
      const items = bought.map((mod) => ({ mod, priceCents: 500 + next(2000), discountCents: next(333) }))
      const sold = await sell(db, { userId: user.id, items, at: at(), couponId: coupon.id })
      const paid = sold.order.totalCents
      if (round % 3 === 0) {
        const parts = sold.items.map(({ id, paidCents }) => ({ itemId: id, amountCents: Math.ceil(paidCents / 3) }))
        await refundItems(db, sold.order.id, { parts, at: at() })
      } else if (round % 5 === 0) {
        const dispute = { orderId: sold.order.id, stripeId: `du_${round}`, at: at() }
        await book(db, { ...dispute, kind: 'dispute', amountCents: -(paid - 1) })
        if (next(2) === 0) await book(db, { ...dispute, kind: 'dispute_won', amountCents: paid - 1 })
      }
    }
    const report = await readReport(db, clock, NOVEMBER)
    const { mods, categories, coupons } = await readParts(db, clock, NOVEMBER)
    for (const rows of [mods, categories]) {
      for (const name of ['grossCents', 'discountCents', 'refundCents', 'netCents'] as const) {
        expect(
          rows.reduce((sum, row) => sum + row[name], 0),
          name,
        ).toBe(report.now[name])
      }
      for (const row of rows) expect(row.grossCents - row.discountCents - row.refundCents).toBe(row.netCents)
    }
    expect(mods.map(({ name }) => name)).toContain('Premium')
    expect(coupons.map(({ name, units }) => [name, units])).toEqual([[coupon.code, 40]])
    expect(coupons[0]?.discountCents).toBe(report.now.discountCents)
  })

  test('a refund of one item counts for the mod of that item only', async () => {
    const [one, two, user] = [await newMod(), await newMod(), await createUser(db)]
    const items = [one, two].map((mod) => ({ mod, priceCents: 1000 }))
    const { order, items: sold } = await sell(db, { userId: user.id, items, at: new Date('2026-11-03T00:00:00Z') })
    const itemId = sold.find(({ modId }) => modId === two.id)?.id ?? 0
    await refundItems(db, order.id, { parts: [{ itemId, amountCents: 1000 }], at: new Date('2026-11-04T00:00:00Z') })
    const { mods } = await readParts(db, clock, NOVEMBER)
    expect(mods.map(({ id, netCents, refundCents }) => [id, netCents, refundCents])).toEqual([
      [one.id, 1000, 0],
      [two.id, 0, 1000],
    ])
  })

  test('a mod that sold only in the previous period is listed with its loss', async () => {
    const sellAt = await newSeller()
    await sellAt('2026-10-20T00:00:00Z', 900)
    const { mods } = await readParts(db, clock, NOVEMBER)
    expect(mods.map(({ units, netCents, beforeCents }) => [units, netCents, beforeCents])).toEqual([[0, 0, 900]])
  })
})

describe('the API', () => {
  const SALES = '/api/admin/analytics/sales'
  const newAdmin = (): Promise<Person> => newPerson(store, { isAdmin: true })

  test('[ROUTE-06] [CAP-13] an administrator reads the report of a range and its parts', async () => {
    const sellAt = await newSeller()
    await sellAt('2026-11-02T12:00:00Z', 2500)
    const { call } = await newAdmin()
    const report = await call('GET', `${SALES}?from=2026-11-01&to=2026-11-03`)
    expect(report.statusCode, report.body).toBe(200)
    expect(report.json()).toMatchObject({ timeZone: 'UTC', now: { netCents: 2500, orders: 1, newCustomers: 1 } })
    const parts = await call('GET', `${SALES}/parts?from=2026-11-01&to=2026-11-03&compare=none`)
    expect(parts.json()).toMatchObject({ mods: [{ units: 1, netCents: 2500, beforeCents: null }], coupons: [] })
  })

  test.each([
    ['from=2026-11-03&to=2026-11-02', 'an end before the beginning'],
    ['from=2025-01-01&to=2026-11-02', 'more than a year'],
    ['from=2026-02-30&to=2026-03-02', 'a day that does not exist'],
    ['from=1999-12-31&to=2000-01-02', 'a day before any calendar of the store'],
    ['from=2026-11-01', 'a range without an end'],
    ['to=2026-11-01', 'a range without a beginning'],
    ['days=8', 'an unknown number of days'],
    ['from=2026-11-01&to=2026-11-02&compare=other', 'an unknown comparison'],
  ])('the sales report refuses %s: %s', async (query) => {
    const { call } = await newAdmin()
    expect((await call('GET', `${SALES}?${query}`)).statusCode).toBe(400)
    expect((await call('GET', `${SALES}/export?${query}`)).statusCode).toBe(400)
  })

  test('without a range the sales report shows the days up to today by the store’s clock', async () => {
    const sellAt = await newSeller()
    await sellAt(new Date().toISOString(), 400)
    const { call } = await newAdmin()
    const report = (await call('GET', `${SALES}?days=7`)).json<SalesReport>()
    expect(report.days).toHaveLength(7)
    expect(report.to).toBe(new Date().toISOString().slice(0, 10))
    expect([report.isUnfinished, report.now.netCents]).toEqual([true, 400])
  })

  test.each([
    ['day', 'Day,Orders,Gross,Discounts,Refunds,Net\r\n2026-11-01,0,0,0,0,0\r\n2026-11-02,1,25,0,0,25\r\n'],
    ['mod', 'Mod,Units,Gross,Discounts,Refunds,Net\r\n'],
    ['category', 'Category,Units,Gross,Discounts,Refunds,Net\r\n'],
    ['coupon', 'Coupon,Orders,Gross,Discounts,Refunds,Net\r\n'],
    ['country', 'Country,Orders,Gross,Discounts,Refunds,Net\r\nDE,1,25,0,0,25\r\n'],
  ])('the sales report is exported by %s as CSV', async (by, beginning) => {
    const sellAt = await newSeller()
    await sellAt('2026-11-02T12:00:00Z', 2500)
    const { call } = await newAdmin()
    const file = await call('GET', `${SALES}/export?from=2026-11-01&to=2026-11-02&by=${by}`)
    expect(file.statusCode, file.body).toBe(200)
    expect(file.headers['content-disposition']).toContain(`sales-by-${by}-2026-11-01-to-2026-11-02.csv`)
    expect(file.body).toContain(beginning)
  })
})
