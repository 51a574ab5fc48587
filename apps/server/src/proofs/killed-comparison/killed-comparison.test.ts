import { sql } from 'drizzle-orm'
import { afterAll, expect, inject, test } from 'vitest'
import { inTransaction, readRows } from '@slipstream/db/client'
import { openBuyingStore } from '#testing/buying-store.ts'
import { comparePage, startComparison } from '#features/subscriptions/compare-subscriptions.service.ts'
import { compareAndKill, finishComparison } from './compare-and-kill.ts'
import { fillSubscribers } from './fill-subscribers.ts'

const store = await openBuyingStore()
afterAll(store.close)

test('a nightly comparison whose worker is killed resumes where it stopped and repairs what differs', {
  timeout: 120_000,
}, async () => {
  const { config, db, services, stripe } = store
  const url = config.databaseUrl
  const { differing, ended } = await fillSubscribers({ url, db, gateway: services.stripe, stripe }, 550)
  expect([differing, ended]).toEqual([4, 2])
  // Otherwise the worker would be done before it can be killed.
  await stripe.fault({ kind: 'slow', call: 'GET /v1/subscriptions?', delayMs: 400 })
  const environment = { ...inject('environment'), DATABASE_URL: url, STRIPE_API_URL: stripe.address }
  const done = await compareAndKill({ db, stripe, environment, killAfter: 200 })
  expect(done.atKill.compared).toBeLessThan(548)
  // The page at which the worker died may be read twice.
  expect([done.compared, done.pages]).toEqual([548, expect.toSatisfy((pages: number) => pages === 6 || pages === 7)])
  expect(
    await readRows(db, sql`select status, count(*)::int as many from subscriptions group by 1 order by 1`),
  ).toEqual([
    { status: 'active', many: 548 },
    { status: 'canceled', many: 2 },
  ])
})

test('a page whose end a dying worker could not record is read once more, and nothing after it is', {
  timeout: 120_000,
}, async () => {
  const { config, db, services, stripe } = store
  const before = (await stripe.calls()).filter(({ path }) => path.startsWith('/v1/subscriptions?')).length
  await inTransaction(db, (tx) => startComparison(tx, new Date()))
  await comparePage({ db, stripe: services.stripe }, { after: null, startedAt: new Date().toISOString() })
  const environment = { ...inject('environment'), DATABASE_URL: config.databaseUrl, STRIPE_API_URL: stripe.address }
  const { pages } = await finishComparison({ db, stripe, environment })
  expect(pages - before).toBe(7)
})
