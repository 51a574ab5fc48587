import { beforeEach, expect, test } from 'vitest'
import type { ModSuggestions } from '@slipstream/contract/mods'
import { createCategory, createMod, createPicture } from '@slipstream/db/testing/catalogue-factories'
import { catalogueChanged } from '#testing/catalogue.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let drift: number
let vans: number
const named = (title: string, values: Partial<Parameters<typeof createMod>[1]> = {}) =>
  createMod(store.db, { categoryId: drift, title, make: 'Harlan', description: '', ...values })

beforeEach(async () => {
  drift = (await createCategory(store.db, { slug: 'drift', name: 'Drift', sortOrder: 1 })).id
  vans = (await createCategory(store.db, { slug: 'van', name: 'Vans', sortOrder: 2 })).id
  const senko = await named('Senko Wide', { priceCents: 3_000, salePriceCents: 1_999, tags: ['street'] })
  await createPicture(store.db, { modId: senko.id })
  await named('Senko', { ratingCount: 5, ratingSum: 20, tags: ['street'] })
  await named('Wayfarer', { categoryId: vans, tags: ['family'] })
  await catalogueChanged(store)
})

const suggest = async (q: string) => {
  const answer = await store.call('GET', `/api/mods/suggest?${new URLSearchParams({ q }).toString()}`)
  expect(answer.statusCode, answer.payload).toBe(200)
  return answer.json<ModSuggestions>()
}

test('an unfinished word suggests mods with picture and price, and their categories with counts', async () => {
  const { items, ...rest } = await suggest('senk')
  expect(items).toHaveLength(2)
  expect(items).toContainEqual({
    id: expect.any(Number),
    title: 'Senko Wide',
    categoryName: 'Drift',
    price: 30,
    discountPrice: 19.99,
    picture: expect.objectContaining({ src: expect.any(String) }),
  })
  expect(rest).toEqual({
    total: { count: 2, orMore: false },
    isSimilar: false,
    didYouMean: null,
    categories: [{ slug: 'drift', name: 'Drift', total: { count: 2, orMore: false } }],
  })
})

test('at most six mods and three categories are suggested, those with most matches first', async () => {
  const more = await Promise.all(
    ['a', 'b', 'c'].map((slug) => createCategory(store.db, { slug, name: slug.toUpperCase(), sortOrder: 3 })),
  )
  for (const { id: categoryId } of more) for (const number of [1, 2, 3]) await named(`Twin ${number}`, { categoryId })
  await catalogueChanged(store)
  const { items, total, categories } = await suggest('harlan')
  expect(items).toHaveLength(6)
  expect(total).toEqual({ count: 12, orMore: false })
  expect(categories.map(({ slug, total: { count } }) => `${slug} ${count}`)).toEqual(['a 3', 'b 3', 'c 3'])
})

test.each([
  ['a wrong letter', 'waifarer', 'wayfarer'],
  ['two swapped letters', 'hralan', 'harlan'],
  ['one wrong word of two', 'harlan snko', 'harlan senko'],
  ['a misspelled tag', 'streat', 'street'],
])('a search with %s is corrected', async (_, q, meant) => {
  expect((await suggest(q)).didYouMean).toBe(meant)
})

test.each([
  ['a word far from every other', 'xylophone'],
  ['a search whose correction finds no mod', 'wayfarer stret'],
  ['a word that a mod has', 'senko'],
  ['a short word', 'ab'],
  ['signs only', '!?'],
])('%s is not corrected', async (_, q) => {
  expect((await suggest(q)).didYouMean).toBeNull()
})

test('a misspelled name suggests mods with a similar name and says so', async () => {
  expect(await suggest('wayfarar')).toMatchObject({ isSimilar: true, items: [{ title: 'Wayfarer' }] })
  expect(await suggest('xylophone')).toMatchObject({ isSimilar: false, items: [], total: { count: 0 } })
})

test('corrections use the words of published mods only, as soon as they are published', async () => {
  // The words of a draft must not leak.
  await named('Zephyr', { status: 'draft' })
  await catalogueChanged(store)
  expect((await suggest('zephir')).didYouMean).toBeNull()
  await named('Zephyr')
  await catalogueChanged(store)
  expect((await suggest('zephir')).didYouMean).toBe('zephyr')
})

test('suggestions need a search text of at most 80 characters, and other fields are refused', async () => {
  for (const query of ['q=', '', `q=${'a'.repeat(81)}`, 'q=senko&limit=48']) {
    expect((await store.call('GET', `/api/mods/suggest?${query}`)).statusCode, query).toBe(400)
  }
})

test('suggestions may be cached by shared caches', async () => {
  const { headers } = await store.call('GET', '/api/mods/suggest?q=senko')
  expect(headers['cache-control']).toContain('s-maxage=60')
})
