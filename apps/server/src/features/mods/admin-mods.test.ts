import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_MOD_SORTS, type AdminModRow } from '@slipstream/contract/mod-list-admin'
import { modDrafts, mods } from '@slipstream/db/tables/mods'
import { createCategory, createMod, createPicture } from '@slipstream/db/testing/catalogue-factories'
import { lastChanges } from '#testing/audit-log.ts'
import { catalogueChanged } from '#testing/catalogue.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let admin: Person
let categoryId: number
beforeEach(async () => {
  await catalogueChanged(store)
  admin = await newPerson(store, { isAdmin: true })
  categoryId = (await createCategory(store.db, { slug: 'sports', name: 'Sports' })).id
})

type Query = Record<string, string>
interface Page {
  items: AdminModRow[]
  next: string | null
  total: { count: number; orMore: boolean }
}
const list = async (query: Query = {}) => {
  const answer = await admin.call('GET', `/api/admin/mods?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Page>()
}
const titles = async (query: Query = {}) => (await list(query)).items.map(({ title }) => title)
const named = (title: string, values: Partial<Parameters<typeof createMod>[1]> = {}) =>
  createMod(store.db, { categoryId, title, make: '', ...values })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

test('the admin table shows a mod’s status, schedule, prices, release, rating and unsaved draft', async () => {
  const [endsAt, publishAt] = [inDays(3), inDays(1)]
  const mod = await named('Aurelion', {
    make: 'Orsana',
    status: 'draft',
    publishedAt: null,
    publishAt,
    priceCents: 2_499,
    salePriceCents: 1_999,
    saleEndsAt: endsAt,
    version: '1.2.0',
    releasedAt: new Date('2026-03-01T10:00:00Z'),
    ratingCount: 3,
    ratingSum: 14,
    featuredOrder: 2,
    includedWithPremium: true,
    updatedAt: new Date('2026-04-01T10:00:00Z'),
  })
  const { hash } = await createPicture(store.db, { modId: mod.id, sortOrder: 1 })
  await store.db.insert(modDrafts).values({ modId: mod.id, typed: {}, revision: 1 })
  expect(await list()).toEqual({
    items: [
      {
        id: mod.id,
        title: 'Aurelion',
        make: 'Orsana',
        categoryName: 'Sports',
        status: 'draft',
        publishAt: publishAt.toISOString(),
        price: 24.99,
        discountPrice: 19.99,
        sale: { startsAt: null, endsAt: endsAt.toISOString() },
        picture: expect.objectContaining({ stem: expect.stringContaining(hash) }),
        version: '1.2.0',
        releasedAt: '2026-03-01T10:00:00.000Z',
        rating: 4.7,
        ratingCount: 3,
        isFeatured: true,
        includedWithPremium: true,
        hasDraft: true,
        updatedAt: '2026-04-01T10:00:00.000Z',
      },
    ],
    next: null,
    total: { count: 1, orMore: false },
  })
})

test('the admin table does not show a sale that has ended', async () => {
  await named('Over', { salePriceCents: 100, saleEndsAt: inDays(-1) })
  expect((await list()).items).toMatchObject([{ discountPrice: null, sale: null, picture: null, hasDraft: false }])
  expect(await titles({ sale: 'true' })).toEqual([])
})

describe('filters of the admin table', () => {
  test('the admin table filters by status, category, planned sale and scheduled publication', async () => {
    const { id: drift } = await createCategory(store.db, { name: 'Drift' })
    await named('Plain')
    await named('Written', { status: 'draft', publishedAt: null, publishAt: inDays(1) })
    await named('Gone', { status: 'archived' })
    await named('Planned', { categoryId: drift, salePriceCents: 100, saleStartsAt: inDays(2) })
    expect(await titles({ sort: 'title', direction: 'asc' })).toEqual(['Gone', 'Plain', 'Planned', 'Written'])
    expect(await titles({ status: 'draft' })).toEqual(['Written'])
    expect(await titles({ status: 'archived' })).toEqual(['Gone'])
    expect(await titles({ categoryId: String(drift) })).toEqual(['Planned'])
    expect(await titles({ sale: 'true' })).toEqual(['Planned'])
    expect(await titles({ scheduled: 'true' })).toEqual(['Written'])
    expect((await list({ status: 'published' })).total).toEqual({ count: 2, orMore: false })
  })

  test('the admin table finds words of the make and title in any order, in mods of any status', async () => {
    await named('Senko D-Spec', { make: 'Tsukiro', status: 'draft', publishedAt: null })
    await named('Senko 100%')
    await named('Brigand')
    expect(await titles({ q: 'spec TSUK' })).toEqual(['Senko D-Spec'])
    expect(await titles({ q: '0%' })).toEqual(['Senko 100%'])
    expect(await titles({ q: 'senko', sort: 'title', direction: 'asc' })).toEqual(['Senko 100%', 'Senko D-Spec'])
    expect(await titles({ q: 'nothing like it' })).toEqual([])
  })

  test.each(['status=lost', 'sort=color', 'direction=up', 'limit=101', 'limit=0', 'categoryId=x', 'page=2', 'after=x'])(
    'the admin table refuses the query %s',
    async (query) => {
      const answer = await admin.call('GET', `/api/admin/mods?${query}`)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid'])
    },
  )
})

test.each([
  ['updated', ['Alpha', 'beta', 'Gamma']],
  ['title', ['Gamma', 'beta', 'Alpha']],
  ['price', ['beta', 'Gamma', 'Alpha']],
  ['rating', ['Gamma', 'Alpha', 'beta']],
  ['released', ['beta', 'Alpha', 'Gamma']],
])('the admin table sorts by %s in both directions', async (sort, falling) => {
  await named('Alpha', {
    priceCents: 100,
    ratingCount: 5,
    ratingSum: 20,
    releasedAt: new Date('2026-01-01'),
    updatedAt: new Date('2026-05-03'),
  })
  await named('beta', { priceCents: 900, releasedAt: new Date('2026-02-01'), updatedAt: new Date('2026-05-02') })
  await named('Gamma', { priceCents: 500, ratingCount: 50, ratingSum: 250, updatedAt: new Date('2026-05-01') })
  expect(await titles({ sort })).toEqual(falling)
  expect(await titles({ sort, direction: 'asc' })).toEqual(falling.toReversed())
})

describe('paging through the admin table', () => {
  const CASES = ADMIN_MOD_SORTS.flatMap((sort) => [
    { sort, direction: 'asc' },
    { sort, direction: 'desc' },
  ])
  test.each(CASES)(
    'the admin table sorted by $sort $direction shows every mod once while mods are added and removed',
    async ({ sort, direction }) => {
      // Many mods have equal sort keys, and titles contain characters with unusual collation.
      const add = (from: number, to: number) =>
        store.db.execute(sql`
        insert into mods (title, category_id, price_cents, current_price_cents, released_at, updated_at, rating_count, rating_sum)
        select (array['Ünder', 'under', 'Über "x"', '_low', 'Zed'])[1 + n % 5], ${categoryId}, 1000, 500 + 100 * (n % 3),
          case when n % 4 = 0 then null else timestamptz '2026-01-01 00:00:00.000001+00' + (n % 3) * interval '1 microsecond' end,
          timestamptz '2026-01-01 00:00:00.000001+00' + (n % 4) * interval '1 microsecond', n % 3, 3 * (n % 3)
        from generate_series(${from}::int, ${to}::int) n`)
      await add(1, 23)
      const { rows } = await store.db.execute<{ id: number }>(sql`select id from mods order by id`)
      const stay = rows.slice(0, 20).map(({ id }) => id)

      const seen: number[] = []
      for (let after: string | null = ''; after !== null; ) {
        const page = await list({ sort, direction, limit: '4', ...(after && { after }) })
        expect(page.items.length).toBeLessThanOrEqual(4)
        seen.push(...page.items.map(({ id }) => id))
        after = page.next
        const leaving = rows.pop()
        if (leaving && !stay.includes(leaving.id)) await store.db.delete(mods).where(eq(mods.id, leaving.id))
        await add(100, 100)
        if (seen.length > 100) break
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(stay.filter((id) => !seen.includes(id))).toEqual([])
    },
  )

  test('the admin table refuses a cursor of another sort order', async () => {
    for (const title of ['One', 'Two']) await named(title)
    const { next } = await list({ sort: 'title', direction: 'asc', limit: '1' })
    for (const query of [
      { sort: 'title', direction: 'desc' },
      { sort: 'price', direction: 'asc' },
    ]) {
      const parameters = new URLSearchParams({ ...query, after: next ?? '' }).toString()
      expect((await admin.call('GET', `/api/admin/mods?${parameters}`)).statusCode).toBe(400)
    }
  })
})

test('the admin table exports as CSV with the same filters, and no title runs as a formula', async () => {
  await named("=cmd|'/C calc'!A0", { status: 'draft', publishedAt: null, updatedAt: new Date('2026-05-01T00:00:00Z') })
  await named('Plain, with "signs"', {
    make: '@Orsana',
    priceCents: 1_250,
    salePriceCents: 1_000,
    ratingCount: 2,
    ratingSum: 9,
    updatedAt: new Date('2026-04-01T00:00:00Z'),
  })
  const answer = await admin.call('GET', '/api/admin/mods/export')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="mods.csv"',
    'cache-control': 'private, no-store',
  })
  const [head, formula, plain, ...rest] = answer.body.split('\r\n')
  expect(head).toMatch(/^\uFEFFId,Make,Title,Category,Status,Price,Sale price,/)
  expect(formula).toMatch(/^\d+,,'=cmd\|'\/C calc'!A0,Sports,draft,\$12\.50,,/)
  expect(plain).toMatch(
    /^\d+,'@Orsana,"Plain, with ""signs""",Sports,published,\$12\.50,\$10\.00,,,,,4\.5,2,false,false,,2026-04-01/,
  )
  expect(rest).toEqual([''])

  const narrowed = await admin.call('GET', '/api/admin/mods/export?status=draft')
  expect(narrowed.body.split('\r\n')).toHaveLength(3)
  expect((await admin.call('GET', '/api/admin/mods/export?limit=3')).statusCode).toBe(400)
})

test('the CSV export contains all mods, however many there are', async () => {
  await store.db.execute(sql`
    insert into mods (title, category_id, price_cents, current_price_cents)
    select 'Mod ' || n, ${categoryId}, 1000, 1000 from generate_series(1, 1234) n`)
  const lines = (await admin.call('GET', '/api/admin/mods/export')).body.trimEnd().split('\r\n')
  expect(new Set(lines).size).toBe(1_235)
})

describe('featured mods', () => {
  const shown = async () =>
    (await store.call('GET', '/api/mods?featured=true'))
      .json<{ items: { title: string }[] }>()
      .items.map(({ title }) => title)

  test('featured mods are listed in the chosen order, to administrators and to visitors', async () => {
    const one = await named('One', { featuredOrder: 1 })
    const two = await named('Two', { featuredOrder: 2 })
    const three = await named('Three')
    expect(await shown()).toEqual(['One', 'Two'])

    const answer = await admin.call('POST', '/api/admin/featured', { ids: [three.id, one.id] })
    const now = answer.json<AdminModRow[]>()
    expect(now.map(({ title, isFeatured }) => [title, isFeatured])).toEqual([
      ['Three', true],
      ['One', true],
    ])
    expect((await admin.call('GET', '/api/admin/featured')).json()).toEqual(now)
    await expect.poll(shown).toEqual(['Three', 'One'])
    expect((await list({ q: two.title })).items).toMatchObject([{ isFeatured: false }])
    expect(await lastChanges(store.db)).toMatchObject([
      {
        actorId: admin.row.id,
        action: 'order',
        subject: 'featured',
        before: { mods: ['One', 'Two'] },
        after: { mods: ['Three', 'One'] },
      },
    ])
  })

  test('the featured list may be empty, and saving the same list again changes nothing', async () => {
    const one = await named('One', { featuredOrder: 4 })
    await admin.call('POST', '/api/admin/featured', { ids: [one.id] })
    expect(await lastChanges(store.db)).toEqual([])
    expect((await admin.call('POST', '/api/admin/featured', { ids: [] })).json()).toEqual([])
    expect(await lastChanges(store.db)).toMatchObject([{ before: { mods: ['One'] }, after: { mods: [] } }])
  })

  test.each([
    ['an unknown mod', [999], 404, 'mod.not_found'],
    ['a duplicate', [1, 1], 400, 'request.invalid'],
    ['too many mods', Array.from({ length: 25 }, (_, id) => id + 1), 400, 'request.invalid'],
  ])('the featured list with %s is refused', async (_what, ids, status, code) => {
    await named('One', { featuredOrder: 1 })
    const answer = await admin.call('POST', '/api/admin/featured', { ids })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect((await admin.call('GET', '/api/admin/featured')).json()).toMatchObject([{ title: 'One' }])
    expect(await lastChanges(store.db)).toEqual([])
  })
})
