import { beforeEach, expect, test } from 'vitest'
import { createCategory, createMod } from '@slipstream/db/testing/catalogue-factories'
import { catalogueChanged } from '#testing/catalogue.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
beforeEach(async () => {
  const drift = await createCategory(store.db, { slug: 'drift', name: 'Drift', sortOrder: 1 })
  const van = await createCategory(store.db, { slug: 'van', name: 'Vans', sortOrder: 2 })
  await createCategory(store.db, { slug: 'heavy', name: 'Heavy', sortOrder: 3 })
  const add = (title: string, values: Partial<Parameters<typeof createMod>[1]>) =>
    createMod(store.db, { categoryId: drift.id, title, make: '', description: '', ...values })
  await add('Senko', {
    drivetrains: ['RWD'],
    bodyStyles: ['coupe', 'sedan'],
    powerBands: ['brisk', 'strong'],
    tags: ['street', 'drift'],
    priceCents: 1_050,
  })
  await add('Senko Wide', {
    drivetrains: ['RWD', 'AWD'],
    bodyStyles: ['coupe'],
    powerBands: ['wild'],
    tags: ['drift'],
    priceCents: 3_000,
    salePriceCents: 1_999,
    currentPriceCents: 1_999,
  })
  await add('Wayfarer', {
    categoryId: van.id,
    drivetrains: ['FWD'],
    bodyStyles: ['van'],
    powerBands: ['mild'],
    tags: ['street', 'family'],
    priceCents: 500,
    includedWithPremium: true,
    featuredOrder: 1,
  })
  await catalogueChanged(store)
})

type Facets = Record<
  'categories' | 'drivetrains' | 'bodyStyles' | 'powerBands' | 'tags',
  { value: string; total: { count: number } }[]
>

/** Every facet as `value count`, without choices that would show no mods. */
const facetsOf = async (query = '') => {
  const answer = await store.call('GET', `/api/mods/facets?${query}`)
  expect(answer.statusCode).toBe(200)
  const { price, gameVersions, ...facets } = answer.json<Facets & { price: unknown; gameVersions: string[] }>()
  expect(gameVersions).toEqual([])
  const counted = Object.entries(facets).map(([facet, values]) => [
    facet,
    values.filter(({ total }) => total.count > 0).map(({ value, total }) => `${value} ${total.count}`),
  ])
  return { ...(Object.fromEntries(counted) as Record<keyof Facets, string[]>), price }
}

test('every filter option has the number of mods it would show', async () => {
  expect(await facetsOf()).toEqual({
    categories: ['drift 2', 'van 1'],
    drivetrains: ['RWD 2', 'FWD 1', 'AWD 1'],
    bodyStyles: ['coupe 2', 'sedan 1', 'van 1'],
    powerBands: ['mild 1', 'brisk 1', 'strong 1', 'wild 1'],
    tags: ['drift 2', 'street 2', 'family 1'],
    price: { min: 5, max: 20 },
  })
})

test('filter options have readable labels and stay listed when they would show no mods', async () => {
  const facets = (await store.call('GET', '/api/mods/facets?tags=family')).json()
  expect(facets.categories).toEqual([
    { value: 'drift', label: 'Drift', total: { count: 0, orMore: false } },
    { value: 'van', label: 'Vans', total: { count: 1, orMore: false } },
    { value: 'heavy', label: 'Heavy', total: { count: 0, orMore: false } },
  ])
  expect(facets.powerBands[4]).toEqual({ value: 'wild', label: '500 kW and more', total: { count: 0, orMore: false } })
})

test.each<[string, Partial<Awaited<ReturnType<typeof facetsOf>>>]>([
  [
    'category=drift',
    { categories: ['drift 2', 'van 1'], bodyStyles: ['coupe 2', 'sedan 1'], tags: ['drift 2', 'street 1'] },
  ],
  [
    'tags=street',
    { tags: ['drift 2', 'street 2', 'family 1'], categories: ['drift 1', 'van 1'], price: { min: 5, max: 11 } },
  ],
  ['maxPrice=10', { price: { min: 5, max: 20 }, categories: ['van 1'], drivetrains: ['FWD 1'] }],
  [
    'category=drift&drivetrain=AWD',
    { categories: ['drift 1'], drivetrains: ['RWD 2', 'AWD 1'], powerBands: ['wild 1'] },
  ],
  ['category=van&body=coupe', { categories: ['drift 2'], bodyStyles: ['van 1'], tags: [], price: { min: 0, max: 0 } }],
  ['premium=true', { categories: ['van 1'], tags: ['family 1', 'street 1'] }],
  ['sale=true', { categories: ['drift 1'], price: { min: 19, max: 20 } }],
  ['featured=true', { categories: ['van 1'] }],
  ['q=senko&category=van', { categories: ['drift 2'], drivetrains: [] }],
  ['q=senkko', { categories: ['drift 2'], bodyStyles: ['coupe 2', 'sedan 1'] }],
  ['category=submarine', { categories: ['drift 2', 'van 1'], drivetrains: [], price: { min: 0, max: 0 } }],
])('a facet is counted with the other filters but not its own: %s', async (query, expected) => {
  expect(await facetsOf(query)).toMatchObject(expected)
})

test('the count of a facet equals the length of the filtered list', async () => {
  const { categories, drivetrains, tags } = await facetsOf()
  const asked = { category: categories, drivetrain: drivetrains, tags }
  for (const [field, choices] of Object.entries(asked)) {
    for (const choice of choices) {
      const [value = '', count] = choice.split(' ')
      const page = (await store.call('GET', `/api/mods?${field}=${value}`)).json()
      expect([choice, page.items.length, page.total.count]).toEqual([choice, Number(count), Number(count)])
    }
  }
})

test('the facets refuse an unknown filter', async () => {
  expect((await store.call('GET', '/api/mods/facets?sort=newest')).statusCode).toBe(400)
})
