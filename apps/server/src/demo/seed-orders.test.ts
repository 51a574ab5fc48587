import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locker } from '@slipstream/contract/locker'
import { inTransaction } from '@slipstream/db/client'
import { seedDemo } from '@slipstream/demo/seed-demo'
import { readDemoPayments } from '@slipstream/demo/demo-payments'
import { refreshModFacts } from '#features/catalogue/mod-facts.service.ts'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import { type BuyingStore, openBuyingStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { newBrowser, signIn } from '#testing/people.ts'
import { seedOrders } from './seed-orders.ts'

let store: BuyingStore
beforeAll(async () => {
  store = await openBuyingStore()
  await inTransaction(store.db, async (tx) => {
    const now = new Date()
    const { mods } = await seedDemo(tx, now)
    await refreshModFacts(tx)
    await seedOrders(tx, mods, now)
  })
}, 120_000)
afterAll(() => store.close())

const read = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await store.db.execute<Row>(query)).rows

test('the demo has 60 to 120 orders from the last 92 days, in every state but pending, placed by 26 customers', async () => {
  const rows = await read<{ status: string; count: number }>(
    sql`select status, count(*)::int as count from orders group by status`,
  )
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  expect([...counts.keys()].sort()).toEqual(['canceled', 'disputed', 'paid', 'partially_refunded', 'refunded'])
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThanOrEqual(60)
  expect(total).toBeLessThanOrEqual(120)
  expect(counts.get('paid')).toBeGreaterThan(total * 0.75)

  const [facts] = await read(sql`
    select count(distinct user_id)::int as buyers, min(created_at) > now() - interval '92 days' as is_recent,
      max(updated_at) < now() as is_past, count(*) filter (where total_cents = 0)::int as free,
      bool_and(number like 'SL-' || extract(year from created_at) || '-%') as has_its_year,
      bool_and(id = 1 or created_at >= (select created_at from orders before where before.id = orders.id - 1)) as in_order
    from orders`)
  expect(facts).toEqual({ buyers: 26, is_recent: true, is_past: true, free: 1, has_its_year: true, in_order: true })
  expect(await read(sql`select kind, state from refund_requests order by kind, state`)).toEqual([
    { kind: 'refund', state: 'declined' },
    { kind: 'refund', state: 'open' },
    { kind: 'withdrawal', state: 'granted' },
  ])
})

test('the demo has an active, an expired and a used-up coupon', async () => {
  const rows = await read(sql`
    select code, used > 0 as was_used, ends_at < now() as is_over, used = max_uses as is_used_up,
      (select bool_and(created_at < ends_at) from orders where coupon_id = coupons.id) as kept_its_time,
      (select count(distinct user_id) = count(*) from orders where coupon_id = coupons.id) as once_per_person
    from coupons order by code`)
  const used = { was_used: true, once_per_person: true }
  expect(rows).toMatchObject([
    { code: 'LAUNCH25', was_used: true, is_over: true, kept_its_time: true },
    { code: 'PITCREW', ...used, is_used_up: true },
    { code: 'WELCOME10', ...used, is_over: null, is_used_up: null },
  ])
})

test('the demo’s purchases, downloads and reviews happen in a plausible order', async () => {
  expect(
    await read(sql`select 1 from orders o join order_items i on i.order_id = o.id join mods m on m.id = i.mod_id
      where o.created_at < m.published_at`),
  ).toEqual([])
  expect(
    await read(sql`select 1 from downloads d join mod_releases r on r.id = d.release_id
      join entitlements e on e.id = d.entitlement_id
      where d.at < r.published_at or d.at < e.granted_at or d.at > e.window_ends_at or d.at > now()`),
  ).toEqual([])
  expect(
    await read(sql`select 1 from entitlements e where (first_downloaded_at is null)
      <> not exists (select from downloads d where d.entitlement_id = e.id)`),
  ).toEqual([])
  const [wrote] = await read(sql`
    select count(*)::int as reviews, count(*) filter (where exists (
      select from entitlements e where e.user_id = r.user_id and e.mod_id = r.mod_id and e.granted_at < r.created_at
    ))::int as owned
    from reviews r where user_id is not null`)
  expect(wrote).toEqual({ reviews: 24, owned: 24 })
})

test('the demo customer’s locker shows an update, an expired window and the customer’s own report', async () => {
  const browser = newBrowser(store)
  await signIn(browser, 'demo_customer')
  const { items } = (await browser.call('GET', '/api/locker')).json<Locker>()
  expect(
    items.map(({ title, hasUpdate, isWindowOpen, ownReport, downloadedVersion }) => ({
      ...{ title, hasUpdate, isWindowOpen, ownReport },
      isDownloaded: downloadedVersion !== null,
    })),
  ).toEqual([
    { title: 'Ardent Meridian S', hasUpdate: false, isWindowOpen: true, ownReport: null, isDownloaded: false },
    { title: 'Kestrel R4 Rally', hasUpdate: true, isWindowOpen: true, ownReport: null, isDownloaded: true },
    { title: 'Bramble Ridgeback', hasUpdate: false, isWindowOpen: true, ownReport: 'works', isDownloaded: true },
    { title: 'Merle Wayfarer', hasUpdate: false, isWindowOpen: false, ownReport: null, isDownloaded: true },
  ])
})

test('the demo’s ledger is consistent, and matches Stripe once Stripe has the demo payments', async () => {
  const ever = { since: new Date(0), until: new Date() }
  const untold = await checkMoney(store.payments, ever)
  expect(new Set(untold.differences.map(({ kind }) => kind))).toEqual(new Set(['ledger_not_stripe']))

  const payments = await readDemoPayments(store.db)
  const response = await fetch(`${store.stripe.address}/_control/history`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payments }),
  })
  expect(await response.json()).toEqual({ remembered: payments.length })
  await expectMoneyIsRight(store)
})
