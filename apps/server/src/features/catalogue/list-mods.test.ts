import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import type { ModListQuery, ModPage } from '@slipstream/contract/mods'
import { createCategory, createMod, createPicture } from '@slipstream/db/testing/catalogue-factories'
import { catalogueChanged } from '#testing/catalogue.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let categoryId: number
beforeEach(async () => {
  await catalogueChanged(store)
  categoryId = (await createCategory(store.db, { slug: 'sports', name: 'Sports' })).id
})

type Query = Partial<Record<keyof ModListQuery, string>>
const list = async (query: Query = {}) => {
  const answer = await store.call('GET', `/api/mods?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<ModPage>()
}
const titles = async (query: Query = {}) => (await list(query)).items.map(({ title }) => title)
const named = (title: string, values: Partial<Parameters<typeof createMod>[1]> = {}) =>
  createMod(store.db, { categoryId, title, make: '', description: '', ...values })

test('a mod card has what a list shows, with the price in dollars and the first picture', async () => {
  const mod = await named('Meridian S', {
    make: 'Ardent',
    description: 'A coupe for long days.',
    priceCents: 1_299,
    engine: '3.0 I6',
    powerKw: 250,
    drivetrain: 'RWD',
    ratingCount: 3,
    ratingSum: 14,
    includedWithPremium: true,
    version: '1.2.0',
    releasedAt: new Date('2026-03-01T10:00:00Z'),
    publishedAt: new Date('2026-01-01T10:00:00Z'),
  })
  await createPicture(store.db, { modId: mod.id, sortOrder: 4, label: 'Rear' })
  const cover = await createPicture(store.db, { modId: mod.id, sortOrder: 2, label: 'Front', widths: [320, 640] })
  const base = store.config.storage.assetBaseUrl

  expect((await list()).items).toEqual([
    {
      id: mod.id,
      title: 'Meridian S',
      description: 'A coupe for long days.',
      category: 'sports',
      categoryName: 'Sports',
      price: 12.99,
      discountPrice: null,
      saleEndsAt: null,
      previewImageUrl: `${base}/${cover.originalKey}`,
      picture: {
        src: `${base}/${cover.originalKey}`,
        stem: `${base}/pictures/${cover.hash}`,
        widths: [320, 640],
        width: 1_600,
        height: 1_000,
        alt: '',
        label: 'Front',
        placeholder: cover.placeholder,
      },
      engine: '3.0 I6',
      powerKw: 250,
      drivetrain: 'RWD',
      rating: 4.7,
      ratingCount: 3,
      includedWithPremium: true,
      publishedAt: '2026-01-01T10:00:00.000Z',
      version: '1.2.0',
      releasedAt: '2026-03-01T10:00:00.000Z',
    },
  ])
})

test('a store without mods answers with an empty page', async () => {
  expect(await list()).toEqual({ items: [], next: null, total: { count: 0, orMore: false } })
})

test('[CALL-06] the featured mods are public and in the creator’s order', async () => {
  await named('third', { featuredOrder: 3 })
  await named('plain', { ratingCount: 99 })
  await named('first', { featuredOrder: 1 })
  await named('second', { featuredOrder: 2 })
  await named('fourth', { featuredOrder: 4 })
  expect(await titles({ featured: 'true', limit: '3' })).toEqual(['first', 'second', 'third'])
})

test('[ROUTE-02] a category lists only its mods, and an unknown one lists nothing', async () => {
  const vans = await createCategory(store.db, { slug: 'van' })
  await named('Wayfarer', { categoryId: vans.id })
  await named('Meridian S')
  expect(await titles({ category: 'van' })).toEqual(['Wayfarer'])
  expect(await list({ category: 'submarine' })).toMatchObject({ items: [], total: { count: 0 } })
})

describe('filters of the mod list', () => {
  const CASES: [name: string, query: Query, found: string[]][] = [
    ['one tag', { tags: 'drift' }, ['cheap', 'dear']],
    ['any of two tags', { tags: 'track,drift' }, ['cheap', 'dear', 'middle']],
    ['a drivetrain that any configuration has', { drivetrain: 'AWD' }, ['dear', 'middle']],
    ['a body style', { body: 'coupe' }, ['cheap']],
    ['a power band', { power: 'wild,mild' }, ['dear', 'middle']],
    ['a minimum price', { minPrice: '10' }, ['dear', 'middle']],
    ['a maximum price', { maxPrice: '10' }, ['cheap', 'middle']],
    ['included with Premium', { premium: 'true' }, ['middle']],
    ['on sale', { sale: 'true' }, ['dear']],
    ['several fields at once', { tags: 'drift', drivetrain: 'RWD,AWD', maxPrice: '20' }, ['cheap']],
    ['all fields that one mod meets', { tags: 'track', power: 'mild', premium: 'true', body: 'van' }, ['middle']],
    ['fields that no mod meets together', { tags: 'track', body: 'coupe' }, []],
  ]
  test.each(CASES)('the mod list can be filtered by %s', async (_name, query, found) => {
    await named('cheap', {
      priceCents: 500,
      tags: ['drift', 'street'],
      drivetrains: ['RWD'],
      bodyStyles: ['coupe'],
      powerBands: ['brisk'],
    })
    await named('middle', {
      priceCents: 1_000,
      tags: ['track'],
      drivetrains: ['FWD', 'AWD'],
      bodyStyles: ['van'],
      powerBands: ['mild', 'brisk'],
      includedWithPremium: true,
    })
    await named('dear', {
      priceCents: 4_000,
      salePriceCents: 3_000,
      currentPriceCents: 3_000,
      tags: ['drift'],
      drivetrains: ['AWD'],
      powerBands: ['wild'],
    })
    const answer = await list(query)
    expect(answer.items.map(({ title }) => title).sort()).toEqual(found)
    expect(answer.total).toEqual({ count: found.length, orMore: false })
  })

  test.each<[string, string]>([
    ['an unknown field', 'color=red'],
    ['an unknown power band', 'power=mighty'],
    ['an invalid price', 'minPrice=cheap'],
    ['an unknown sort', 'sort=random'],
    ['more than a page may hold', 'limit=49'],
    ['an empty search', 'q='],
  ])('the mod list refuses %s', async (_name, query) => {
    const answer = await store.call('GET', `/api/mods?${query}`)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid'])
  })
})

describe('searching for mods', () => {
  beforeEach(async () => {
    await named('Aurelion', { make: 'Orsana', tags: ['track'], description: 'A hypercar that was drawn in the rain.' })
    await named('Senko D-Spec', { make: 'Tsukiro', tags: ['drift'], description: 'Sideways from the first corner.' })
    await named('Brigand 427', { make: 'Harlan', tags: ['v8'], description: 'Loud, and made for straights.' })
    await named("Windermere '61", { make: 'Ashby', description: 'A roadster with a folded roof. It never drifted.' })
  })

  test.each([
    ['a name', 'brigand', ['Brigand 427']],
    ['a make and a name in any case', 'HARLAN Brigand', ['Brigand 427']],
    ['the beginning of the last word', 'tsukiro sen', ['Senko D-Spec']],
    ['a tag, ranked before a description', 'drift', ['Senko D-Spec', "Windermere '61"]],
    ['another form of a word in a description', 'corners', ['Senko D-Spec']],
    ['search operators', "'61 & !(roadster):*", ["Windermere '61"]],
    ['an extra letter', 'senkko', ['Senko D-Spec']],
    ['a wrong letter', 'aureleon', ['Aurelion']],
    ['a missing letter next to a correct word', 'brigan 427', ['Brigand 427']],
    ['a word similar to nothing', 'xylophone', []],
    ['punctuation only', '!?%', []],
  ])('searching for %s finds the expected mods', async (_name, q, found) => {
    const answer = await list({ q })
    expect(answer.items.map(({ title }) => title)).toEqual(found)
    expect(answer.total.count).toBe(found.length)
  })

  test('a search can be combined with filters and another sort order', async () => {
    await named('Brigand 512', { make: 'Harlan', priceCents: 100, tags: ['v8'] })
    expect(await titles({ q: 'harlan', sort: 'price-asc' })).toEqual(['Brigand 512', 'Brigand 427'])
    expect(await titles({ q: 'harlann', maxPrice: '5' })).toEqual(['Brigand 512'])
  })

  test('search results page by relevance without gaps or duplicates', async () => {
    for (let number = 0; number < 30; number++) {
      await named(`Ridgeback ${number}`, { tags: number % 3 === 0 ? ['ridgeback'] : [], ratingCount: number % 5 })
    }
    for (const q of ['ridgeback', 'ridgebakc']) {
      const seen: number[] = []
      for (let after = ''; ; ) {
        const page = await list({ q, limit: '7', ...(after && { after }) })
        seen.push(...page.items.map(({ id }) => id))
        if (page.next === null) break
        after = page.next
      }
      expect([seen.length, new Set(seen).size]).toEqual([30, 30])
    }
  })

  test('a search with very many matches shows popular mods first and counts up to the limit', async () => {
    await store.db.execute(sql`
      insert into mods (title, category_id, price_cents, current_price_cents, status, published_at, rating_count)
      select 'Common ' || n, ${categoryId}, 100, 100, 'published', now(), n from generate_series(1, 1001) n`)
    const page = await list({ q: 'common', limit: '3' })
    expect(page.items.map(({ title }) => title)).toEqual(['Common 1001', 'Common 1000', 'Common 999'])
    expect(page.total).toEqual({ count: 1_000, orMore: true })
    expect(await titles({ q: 'common', limit: '2', after: page.next ?? '' })).toEqual(['Common 998', 'Common 997'])
  })
})
