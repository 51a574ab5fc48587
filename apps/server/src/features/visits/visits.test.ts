import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readRows } from '@slipstream/db/client'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { newPerson } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { countVisits } from './count-visits.service.ts'
import { visitsAlerts } from './visits.alerts.ts'
import { keepVisitMonths } from './visit-months.service.ts'
import { readSalt } from './visit-salts.service.ts'

const store = await openEmptiedTestStore()
const { db, services } = store
const never = new AbortController().signal

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'

const send = (events: readonly object[], headers: Record<string, string> = {}) =>
  store.call('POST', '/api/visits', { body: { events }, headers: { 'user-agent': DESKTOP, ...headers } })

const view = (path: string, more: object = {}) => ({ kind: 'view', path, ...more })

const listEvents = async () => {
  await services.visits.flush()
  return readRows<Record<string, unknown>>(
    db,
    sql`select kind, page, mod_id as "modId", referrer, term, found, vital, value, device, is_bot as "isBot"
      from visit_events order by at, page, kind`,
  )
}
const countEvents = async () => (await listEvents()).length

test('[CAP-13] a page view is stored with its page, mod and referrer, and without address, cookie or name', async () => {
  const { id: modId } = await createMod(db)
  const path = `/mods/${modId}-harlan-brigand`
  const answer = await send([view(path, { referrer: 'forum.example' })], { 'user-agent': PHONE })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(await listEvents()).toEqual([
    {
      ...{ kind: 'view', page: '/mods/:id', modId, referrer: 'forum.example', device: 'phone', isBot: false },
      ...{ term: null, found: null, vital: null, value: null },
    },
  ])
  const [stored] = await readRows<{ text: string }>(db, sql`select visit_events::text as text from visit_events`)
  expect(stored?.text).not.toMatch(/127\.0\.0\.1|Mozilla/)
})

test('[CAP-13] nothing is stored about a browser that sends Do Not Track or Global Privacy Control', async () => {
  await send([view('/')], { dnt: '1' })
  await send([view('/')], { 'sec-gpc': '1' })
  expect(await countEvents()).toBe(0)
})

test('[CAP-13] admin pages, unknown pages and strange paths are not counted', async () => {
  for (const path of ['/admin', '/admin/orders', '/mods/:id', '/mods/0', '/mods/99999999999', '/nope', '//', '/MODS']) {
    expect((await send([view(path)])).statusCode, path).toBe(200)
  }
  expect(await countEvents()).toBe(0)
})

test.each([
  ['no events', { events: [] }],
  ['too many events', { events: Array.from({ length: 21 }, () => view('/')) }],
  ['a NUL byte', { events: [view('/\0')] }],
  ['an unknown field', { events: [view('/', { visitor: 5 })] }],
  ['a time of its own', { events: [view('/', { at: '2020-01-01T00:00:00Z' })] }],
  ['a referrer that is no host', { events: [view('/', { referrer: '<script>' })] }],
  ['an endless search', { events: [{ kind: 'search', term: 'x'.repeat(61), found: true }] }],
  ['a vital beyond all bounds', { events: [{ kind: 'vital', path: '/', name: 'LCP', value: 1e9 }] }],
  ['a vital that does not exist', { events: [{ kind: 'vital', path: '/', name: 'FID', value: 1 }] }],
  ['a kind that only the server counts', { events: [{ kind: 'checkout' }] }],
])('[CAP-13] a beacon with %s is refused', async (_, body) => {
  const answer = await store.call('POST', '/api/visits', { body })
  expect(answer.statusCode, answer.body).toBe(400)
})

test('[CAP-13] bots are counted separately, and a visitor with two devices counts as two', async () => {
  await send([view('/'), view('/mods')])
  await send([view('/')], { 'user-agent': PHONE })
  await send([view('/')], { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
  await send([view('/')], { 'user-agent': '' })
  await services.visits.flush()
  await countVisits(db, never)
  const counts = await readRows(
    db,
    sql`select sum(views)::int as views, sum(bot_views)::int as "botViews", sum(visitors)::int as visitors from visit_slots`,
  )
  expect(counts).toEqual([{ views: 3, botViews: 2, visitors: 2 }])
})

test('[CAP-13] the server itself records that a mod was added to a cart', async () => {
  const mod = await createMod(db, { priceCents: 500 })
  const person = await newPerson(store)
  await person.call('POST', '/api/cart', { modId: mod.id })
  const [cart] = await listEvents()
  expect(cart).toMatchObject({ kind: 'cart', modId: mod.id })
})

test('[CAP-13] views of mods that do not exist are dropped and counted', async () => {
  const { id } = await createMod(db)
  const made = Array.from({ length: 19 }, (_, index) => view(`/mods/${100_000_000 + index}`))
  await send([...made, view(`/mods/${id}`)])
  await send(made)
  expect((await listEvents()).map(({ modId }) => modId)).toEqual([id])
  const dropped = await services.metrics.registry.getSingleMetric('slipstream_visit_events_dropped_total')?.get()
  expect(dropped?.values.find(({ labels }) => labels.reason === 'mod')?.value).toBe(38)
})

test('[CAP-13] events of one address beyond its limit per minute are dropped and counted', async () => {
  const events = Array.from({ length: 20 }, () => view('/'))
  for (let beacon = 0; beacon < 35; beacon += 1) await send(events)
  const stored = await countEvents()
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThanOrEqual(600)
  const dropped = await services.metrics.registry.getSingleMetric('slipstream_visit_events_dropped_total')?.get()
  expect(dropped?.values.find(({ labels }) => labels.reason === 'address')?.value).toBe(700 - stored)
})

test('an alert says when visitors leave more events in a day than a store of this size can have', async () => {
  const growth = visitsAlerts({ db }).find(({ name }) => name === 'visits.growth')
  const write = (events: number) =>
    db.execute(sql`insert into visit_batches (key, events, dropped, first_at, last_at)
      values (gen_random_uuid(), ${events}, 0, now(), now())`)
  await write(2_000_000)
  expect(await growth?.find(never)).toEqual([])
  await write(1)
  expect(await growth?.find(never)).toEqual([{ problem: expect.stringContaining('2,000,001 events of visitors') }])
})

test('[CAP-13] concurrent readers get the same daily salt, and it is deleted when the day is long over', async () => {
  const [one, other] = await Promise.all([readSalt(db, '2026-11-17'), readSalt(db, '2026-11-17')])
  expect(one).toEqual(other)
  expect(one).toHaveLength(16)
  await db.execute(sql`insert into visit_salts values (current_date - 3, '\\x00'), (current_date, '\\x01')
    on conflict do nothing`)
  await keepVisitMonths(db)
  const days = await readRows<{ old: boolean }>(db, sql`select day < current_date - 2 as old from visit_salts`)
  expect(days.length).toBeGreaterThan(0)
  expect(days.every(({ old }) => !old)).toBe(true)
})

test('[CAP-13] the coming months are prepared, and months older than two years are dropped whole', async () => {
  await db.execute(sql`create table visit_events_2019_03 partition of visit_events
    for values from ('2019-03-01Z') to ('2019-04-01Z')`)
  await db.execute(
    sql`insert into visit_counts values ('page', 'day', '2019-03-02Z', '/', 5), ('page', 'day', now(), '/', 7)`,
  )
  await db.execute(sql`insert into visit_terms values ('day', '2019-03-02Z', 'old', 5, 0), ('day', now(), 'new', 7, 0)`)
  await db.execute(
    sql`insert into visit_slots values ('2019-03-02Z', 5, 0, 0, 0, 0, 0), (date_bin('15 minutes', now(), timestamptz '2000-01-01Z'), 7, 0, 0, 0, 0, 0)`,
  )
  await keepVisitMonths(db)
  const months = await readRows<{ name: string }>(
    db,
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'visit_events'::regclass`,
  )
  const names = months.map(({ name }) => name)
  expect(names).not.toContain('visit_events_2019_03')
  const ahead = new Date()
  ahead.setUTCDate(1)
  ahead.setUTCMonth(ahead.getUTCMonth() + 2)
  expect(names).toContain(`visit_events_${ahead.toISOString().slice(0, 7).replace('-', '_')}`)
  expect(
    await readRows(
      db,
      sql`select count::int from visit_counts union all select count from visit_terms union all select views from visit_slots`,
    ),
  ).toEqual([{ count: 7 }, { count: 7 }, { count: 7 }])
})
