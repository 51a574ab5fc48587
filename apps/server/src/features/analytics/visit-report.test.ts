import { expect, test } from 'vitest'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { countVisits } from '#features/visits/count-visits.service.ts'
import type { Happened, VisitRow } from '#features/visits/visit-row.ts'
import { newBatch, writeBatch } from '#features/visits/write-visits.service.ts'
import { newPerson } from '#testing/people.ts'
import { sell } from '#testing/sales.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { readPerformance, readRouteReport } from './performance-report.service.ts'
import { readVisitParts, readVisitReport, readVisitSearches } from './visit-report.service.ts'

const store = await openEmptiedTestStore()
const { db, services } = store

/** What one visitor did at this time. */
const visit = (at: string, visitor: number, ...happened: Happened[]): VisitRow[] =>
  happened.map((event) => ({
    ...event,
    ...{ at: new Date(at), visitor: BigInt(visitor), isBot: false, device: 'desktop', country: null },
  }))

const VIEW: Happened = { kind: 'view', page: '/' }

const keep = async (...visits: VisitRow[][]) => {
  const rows = visits.flat().sort((one, other) => one.at.getTime() - other.at.getTime())
  await writeBatch(db, newBatch(rows, 0))
  await countVisits(db, new AbortController().signal)
}

const NOVEMBER = { from: '2026-11-01', to: '2026-11-03', days: '30', compare: 'none' } as const
const LATER = new Date('2026-11-20T00:00:00Z')

// Offsets of quarter and half hours, zones across the date line, and New York's 25-hour day on 1 November.
test.each([
  'UTC',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'America/New_York',
  'Australia/Lord_Howe',
])('[CAP-13] visits fall on the calendar days of %s', async (timeZone) => {
  const times = Array.from(
    { length: 5 * 96 },
    (_, slot) => new Date(Date.parse('2026-10-30T12:07:00Z') + slot * 900_000),
  )
  await keep(...times.map((at, visitor) => visit(at.toISOString(), visitor, VIEW)))
  const { days, now } = await readVisitReport(db, { now: LATER, timeZone }, NOVEMBER)
  const dayOf = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
  for (const { day, now: visits } of days) {
    const expected = times.filter((at) => dayOf(at) === day).length
    expect([day, visits.visitors, visits.views]).toEqual([day, expected, expected])
  }
  expect(now.visitors).toBe(days.reduce((sum, day) => sum + day.now.visitors, 0))
  // The lists read whole UTC days from the sums and count the rest from the events.
  const { pages } = await readVisitParts(db, { now: LATER, timeZone }, NOVEMBER)
  expect(pages).toEqual([{ name: '/', modId: null, count: now.views }])
})

test('[CAP-13] the funnel counts every visitor once per step, and orders from the ledger', async () => {
  const mod = await createMod(db, { priceCents: 500 })
  const open: Happened = { kind: 'view', page: '/mods/:id', modId: mod.id }
  await keep(
    visit('2026-11-02T10:00:00Z', 1, VIEW, open, open, { kind: 'cart', modId: mod.id }, { kind: 'checkout' }),
    visit('2026-11-02T11:00:00Z', 1, open, { kind: 'cart', modId: mod.id }, { kind: 'checkout' }),
    visit('2026-11-02T10:30:00Z', 2, VIEW, open),
    visit('2026-11-02T10:45:00Z', 3, VIEW),
  )
  const buyer = await newPerson(store)
  await sell(db, { userId: buyer.row.id, items: [{ mod, priceCents: 500 }], at: new Date('2026-11-02T12:00:00Z') })
  const clock = { now: LATER, timeZone: 'UTC' }
  const { now } = await readVisitReport(db, clock, NOVEMBER)
  expect(now).toEqual({ visitors: 3, views: 7, modVisitors: 2, cartVisitors: 1, checkoutVisitors: 1, orders: 1 })
  const { mods } = await readVisitParts(db, clock, NOVEMBER)
  expect(mods).toEqual([{ name: mod.title, modId: mod.id, count: 4 }])
})

test('[CAP-13] an unfinished day is compared with the same part of the day before', async () => {
  await keep(
    visit('2026-11-02T10:00:00Z', 1, VIEW),
    visit('2026-11-02T20:00:00Z', 2, VIEW),
    visit('2026-11-03T10:00:00Z', 3, VIEW),
  )
  const clock = { now: new Date('2026-11-03T12:00:00Z'), timeZone: 'UTC' }
  const query = { from: '2026-11-03', to: '2026-11-03', days: '30', compare: 'previous' } as const
  const { now, before, isUnfinished } = await readVisitReport(db, clock, query)
  expect([now.visitors, before?.visitors, isUnfinished]).toEqual([1, 1, true])
})

test('[CAP-13] searches are listed with how often they found nothing, and bots are counted apart', async () => {
  const bot = visit('2026-11-02T10:00:00Z', 9, VIEW).map((row) => ({ ...row, isBot: true }))
  await keep(
    visit('2026-11-02T10:00:00Z', 1, { kind: 'search', term: 'hovercraft', found: false }, VIEW),
    visit('2026-11-03T10:00:00Z', 2, { kind: 'search', term: 'hovercraft', found: false }),
    visit('2026-11-03T10:00:00Z', 2, { kind: 'search', term: 'rally', found: true }),
    bot,
  )
  const clock = { now: LATER, timeZone: 'Asia/Kathmandu' }
  const searched = await readVisitSearches(db, clock, NOVEMBER)
  expect(searched.searches.map(({ name, count }) => [name, count])).toEqual([
    ['hovercraft', 2],
    ['rally', 1],
  ])
  expect(searched.missed.map(({ name, count }) => [name, count])).toEqual([['hovercraft', 2]])
  const report = await readVisitReport(db, clock, NOVEMBER)
  expect([report.now.views, report.botViews]).toEqual([1, 1])
})

/** A percentile read from the scale is never too low, and at most 9 % too high. */
const expectNear = (value: number | undefined, exact: number) => {
  expect(value).toBeGreaterThan(exact * 0.99)
  expect(value).toBeLessThan(exact * 1.1)
}

test('[CAP-13] the 75th percentile of a web vital is accurate to a tenth', async () => {
  const values = Array.from({ length: 400 }, (_, place) => 100 + place * 10)
  const seen = values.map((value, visitor) =>
    visit(`2026-11-0${(visitor % 3) + 1}T10:00:00Z`, visitor, { kind: 'vital', page: '/mods', vital: 'LCP', value }),
  )
  const shifts = values.map((value, visitor) =>
    visit('2026-11-02T10:00:00Z', visitor, { kind: 'vital', page: '/', vital: 'CLS', value: value / 20_000 }),
  )
  await keep(...seen, ...shifts)
  const report = await readPerformance(db, { now: LATER, timeZone: 'America/New_York' }, NOVEMBER)
  const of = (vital: string) => report.vitals.find(({ name }) => name === vital)?.now
  expect(of('LCP')).toMatchObject({ samples: 400, good: expect.closeTo(0.6, 1) as number })
  expectNear(of('LCP')?.p75, 3_090)
  expectNear(of('CLS')?.p75, 0.1545)
  expect(of('INP')).toBeNull()
  expect(report.pages.map(({ page }) => page)).toEqual(expect.arrayContaining(['/', '/mods']))
})

test('[CAP-13] the route report lists the slowest routes first, leaves out rare ones and counts failures', async () => {
  for (let request = 0; request < 50; request += 1) {
    services.visits.timed('GET /api/slow', 800, request < 5)
    services.visits.timed('GET /api/fast', 2, false)
    if (request < 10) services.visits.timed('GET /api/rare', 5_000, false)
  }
  await services.visits.flush()
  // A later flush adds to the same hour.
  services.visits.timed('GET /api/slow', 800, false)
  await services.visits.flush()
  const report = await readRouteReport(db, { now: new Date(), timeZone: 'UTC' }, '1')
  expect(report.routes.map(({ route, requests, failures }) => [route, requests, failures])).toEqual([
    ['GET /api/slow', 51, 5],
    ['GET /api/fast', 50, 0],
  ])
  expect(report.routes[0]?.p95Ms).toBeGreaterThan(799)
  expect(report.routes[0]?.p95Ms).toBeLessThan(880)
  expect([report.requests, report.failures]).toEqual([111, 5])
})

test('[CAP-13] administrators export the visits by day and the list of pages as CSV', async () => {
  await keep(visit(new Date(Date.now() - 3_600_000).toISOString(), 1, VIEW))
  const admin = await newPerson(store, { isAdmin: true })
  const byDay = await admin.call('GET', '/api/admin/analytics/visits/export?days=7')
  expect(byDay.statusCode, byDay.body).toBe(200)
  expect(byDay.body.split('\r\n')[0]).toContain('Day')
  expect(byDay.body).toMatch(/,1,1,0,0,0,0/)
  const pages = await admin.call('GET', '/api/admin/analytics/visits/export?by=pages')
  expect(pages.body).toMatch(/Page.*Views/)
  expect(pages.body).toMatch(/\/.*,1/)
  const wrong = await admin.call('GET', '/api/admin/analytics/visits/export?by=visitors')
  expect(wrong.statusCode).toBe(400)
})
