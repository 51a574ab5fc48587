import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { MOD_SORTS } from '@slipstream/contract/catalogue'
import type { ModPage } from '@slipstream/contract/mods'
import { createCategory, createMod } from '@slipstream/db/testing/catalogue-factories'
import { catalogueChanged } from '#testing/catalogue.ts'
import { countQueries } from '#testing/count-queries.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let categoryId: number
beforeEach(async () => {
  await catalogueChanged(store)
  categoryId = (await createCategory(store.db)).id
})

const ask = (query: Record<string, string>) => store.call('GET', `/api/mods?${new URLSearchParams(query).toString()}`)
const list = async (query: Record<string, string>) => (await ask(query)).json<ModPage>()

/** Mods that share a few values, so that pages break between equal sort keys. */
const addMods = (from: number, to: number, status = 'published') =>
  store.db.execute(sql`
    insert into mods (title, category_id, price_cents, current_price_cents, status, published_at, rating_count, rating_sum)
    select 'Mod ' || n, ${categoryId}, 100 + n % 4, 100 + n % 4, ${status}, timestamptz '2026-01-01 00:00:00.123456+00' + (n % 3) * interval '1 microsecond', n % 5, (n % 5) * 4
    from generate_series(${from}::int, ${to}::int) n`)

describe('paging through mods', () => {
  test.each(MOD_SORTS)('paging by %s shows every mod once while others are added', async (sort) => {
    await addMods(1, 50)
    const { rows } = await store.db.execute<{ id: number }>(sql`select id from mods`)
    const seen: number[] = []
    const values: number[] = []
    for (let after: string | null = '', added = 100; after !== null; added += 3) {
      const page = await list({ sort, limit: '7', ...(after && { after }) })
      seen.push(...page.items.map(({ id }) => id))
      values.push(...page.items.map(({ price }) => price))
      after = page.next
      await addMods(added, added + 2)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(rows.filter(({ id }) => !seen.includes(id))).toEqual([])
    if (sort === 'price-asc') expect(values).toEqual(values.toSorted((one, other) => one - other))
    if (sort === 'price-desc') expect(values).toEqual(values.toSorted((one, other) => other - one))
  })

  test('paging through featured mods ends at the last one', async () => {
    for (const featuredOrder of [2, 1, 1]) await createMod(store.db, { categoryId, featuredOrder })
    const first = await list({ featured: 'true', limit: '2' })
    const second = await list({ featured: 'true', limit: '2', after: first.next ?? '' })
    expect([first.items.length, second.items.length, second.next]).toEqual([2, 1, null])
  })

  test('a full last page has no next cursor', async () => {
    await addMods(1, 4)
    expect((await list({ limit: '4' })).next).toBeNull()
    expect((await list({ limit: '3' })).next).not.toBeNull()
  })

  test('a cursor of another sort order or a forged one is refused', async () => {
    await addMods(1, 5)
    const next = (await list({ sort: 'newest', limit: '2' })).next ?? ''
    const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const wrong = [
      { sort: 'rating', after: next },
      { after: next },
      { q: 'mod', sort: 'popular', after: next },
      { after: 'garbage' },
      { after: written(['popular', 1]) },
      { after: written(['popular', 1, 2, 3]) },
      { after: written(['popular', '1', 2]) },
      { after: written(['popular', 1.5, 2]) },
      { after: written(['popular', 3_000_000_000, 2]) },
      { after: written({ popular: 1 }) },
      { sort: 'newest', after: written(['newest', 1e300, 2]) },
      { sort: 'rating', after: written(['rating', 1e40, 2]) },
    ]
    for (const query of wrong) {
      const answer = await ask(query)
      expect([answer.statusCode, answer.json().code], JSON.stringify(query)).toEqual([400, 'request.invalid'])
    }
    expect((await ask({ sort: 'newest', after: next })).statusCode).toBe(200)
  })
})

test('mods are counted exactly up to the limit and not beyond', async () => {
  await addMods(1, 1_000)
  expect((await list({ limit: '1' })).total).toEqual({ count: 1_000, orMore: false })
  await addMods(1_001, 1_001)
  await catalogueChanged(store)
  expect((await list({ limit: '1' })).total).toEqual({ count: 1_000, orMore: true })
  expect((await list({ limit: '1', q: 'mod' })).total).toEqual({ count: 1_000, orMore: true })
  const facets = (await store.call('GET', '/api/mods/facets')).json()
  expect(facets.categories).toMatchObject([{ total: { count: 1_000, orMore: true } }])
})

test('a page costs the same number of queries for 5 mods and for 48', async () => {
  const queriesFor = async (query: Record<string, string>) => {
    await catalogueChanged(store)
    return countQueries(store, () => ask(query))
  }
  await addMods(1, 5)
  const few = [await queriesFor({ limit: '48' }), await queriesFor({ limit: '48', q: 'mod' })]
  await addMods(6, 60)
  expect([await queriesFor({ limit: '48' }), await queriesFor({ limit: '48', q: 'mod' })]).toEqual(few)
  expect((await list({ limit: '48' })).items).toHaveLength(48)
})
