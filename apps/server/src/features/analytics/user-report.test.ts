import { expect, test } from 'vitest'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { createSubscription } from '@slipstream/db/testing/subscription-factories'
import { newPerson } from '#testing/people.ts'
import { sell } from '#testing/sales.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { readCohorts, readUserReport } from './user-report.service.ts'

const store = await openEmptiedTestStore()
const { db } = store

const newShop = async () => {
  const mod = await createMod(db, { priceCents: 500 })
  return {
    newUser: (createdAt: string) => createUser(db, { createdAt: new Date(createdAt) }),
    buy: (userId: number, ...times: string[]) =>
      Promise.all(times.map((at) => sell(db, { userId, items: [{ mod, priceCents: 500 }], at: new Date(at) }))),
  }
}

test('[ROUTE-06] a customer counts once in a period, as new or as returning, and once on each day', async () => {
  const { newUser, buy } = await newShop()
  const [fresh, old] = [await newUser('2026-11-02T12:00:00Z'), await newUser('2026-01-02T12:00:00Z')]
  await buy(fresh.id, '2026-11-02T13:00:00Z', '2026-11-03T13:00:00Z')
  await buy(old.id, '2026-03-01T00:00:00Z', '2026-11-03T10:00:00Z', '2026-11-03T11:00:00Z')
  const clock = { now: new Date('2026-11-10T00:00:00Z'), timeZone: 'UTC' }
  const range = { from: '2026-11-01', to: '2026-11-03', days: '30', compare: 'previous' } as const
  const { now, before, days } = await readUserReport(db, clock, range)
  expect(now).toEqual({ accounts: 1, newCustomers: 1, returningCustomers: 1 })
  expect(before).toEqual({ accounts: 0, newCustomers: 0, returningCustomers: 0 })
  expect(days).toEqual([
    { day: '2026-11-01', accounts: 0, newCustomers: 0, returningCustomers: 0 },
    { day: '2026-11-02', accounts: 1, newCustomers: 1, returningCustomers: 0 },
    { day: '2026-11-03', accounts: 0, newCustomers: 0, returningCustomers: 2 },
  ])
})

test('[ROUTE-06] buyers belong to the cohort of the month of their first order by the store’s calendar', async () => {
  const { newUser, buy } = await newShop()
  const people = await Promise.all([1, 2, 3, 4].map(() => newUser('2025-01-01T00:00:00Z')))
  const [one, two, three, four] = people.map(({ id }) => id)
  // 1 September in Kiritimati begins at 10:00 UTC of the day before.
  await buy(one ?? 0, '2026-08-31T10:00:00Z', '2026-10-05T00:00:00Z', '2026-10-06T00:00:00Z')
  await buy(two ?? 0, '2026-09-10T00:00:00Z')
  await buy(three ?? 0, '2026-08-31T09:59:59Z', '2026-09-02T00:00:00Z')
  // The first order is older than twelve months, so this buyer belongs to no cohort.
  await buy(four ?? 0, '2025-06-01T00:00:00Z', '2026-09-02T00:00:00Z')
  const clock = { now: new Date('2026-11-16T00:00:00Z'), timeZone: 'Pacific/Kiritimati' }
  const { cohorts } = await readCohorts(db, clock)
  expect(cohorts).toEqual([
    { month: '2026-08', people: 1, returned: [1, 0, 0] },
    { month: '2026-09', people: 2, returned: [1, 0] },
  ])
})

test('[ROUTE-06] Premium churn counts the members at the start of a month and those who joined or left in it', async () => {
  const since =
    (startedAt: string, endedAt: string | null = null) =>
    async () =>
      createSubscription(db, {
        userId: (await createUser(db)).id,
        startedAt: new Date(startedAt),
        endedAt: endedAt === null ? null : new Date(endedAt),
        ...(endedAt !== null && { status: 'canceled' as const }),
      })
  for (const start of [
    since('2026-09-20T00:00:00Z'),
    since('2026-09-21T00:00:00Z', '2026-10-05T00:00:00Z'),
    since('2026-10-10T00:00:00Z', '2026-10-20T00:00:00Z'),
    since('2026-11-01T00:00:00Z'),
  ]) {
    await start()
  }
  const { premium } = await readCohorts(db, { now: new Date('2026-11-16T00:00:00Z'), timeZone: 'UTC' })
  expect(premium).toHaveLength(12)
  expect(premium.slice(-3)).toEqual([
    { month: '2026-09', members: 0, started: 2, ended: 0 },
    { month: '2026-10', members: 2, started: 1, ended: 2 },
    { month: '2026-11', members: 1, started: 1, ended: 0 },
  ])
})

test('[ROUTE-06] an administrator reads the user report of an empty store', async () => {
  const { call } = await newPerson(store, { isAdmin: true })
  const report = await call('GET', '/api/admin/analytics/users?days=7&compare=none')
  expect(report.statusCode, report.body).toBe(200)
  expect(report.json()).toMatchObject({ now: { newCustomers: 0, returningCustomers: 0 }, before: null })
  const cohorts = await call('GET', '/api/admin/analytics/cohorts')
  expect(cohorts.json()).toMatchObject({ timeZone: 'UTC', cohorts: [] })
})
