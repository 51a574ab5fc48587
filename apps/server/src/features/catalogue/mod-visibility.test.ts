import { beforeEach, describe, expect, test } from 'vitest'
import { relatedMods } from '@slipstream/db/tables/mods'
import { createCategory, createMod, createRelease, createReview } from '@slipstream/db/testing/catalogue-factories'
import { catalogueChanged } from '#testing/catalogue.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
beforeEach(async () => {
  await catalogueChanged(store)
})

describe.each(['draft', 'archived'] as const)('a mod with the status %s', (status) => {
  const SECRET = 'Unseen'

  test('a hidden mod appears in no public answer', async () => {
    const category = await createCategory(store.db, { slug: 'rally' })
    const shown = await createMod(store.db, { categoryId: category.id, title: 'Kestrel R4' })
    const hidden = await createMod(store.db, {
      categoryId: category.id,
      title: SECRET,
      make: SECRET,
      description: SECRET,
      tags: [SECRET],
      bodyStyles: [SECRET],
      drivetrains: ['6x6'],
      powerBands: ['wild'],
      includedWithPremium: true,
      featuredOrder: 1,
      salePriceCents: 1,
      currentPriceCents: 99_900,
      ratingCount: 999,
      status,
    })
    await createRelease(store.db, { modId: hidden.id, changes: [SECRET] })
    await createReview(store.db, { modId: hidden.id, featuredOrder: 1, title: SECRET })
    await store.db.insert(relatedMods).values({ modId: shown.id, relatedId: hidden.id })
    await catalogueChanged(store)

    const addresses = [
      '/api/mods',
      ...['popular', 'newest', 'price-asc', 'price-desc', 'rating'].map((sort) => `/api/mods?sort=${sort}`),
      ...[
        `q=${SECRET}`,
        'q=unsen',
        'featured=true',
        'premium=true',
        'sale=true',
        'category=rally',
        `tags=${SECRET}`,
      ].map((query) => `/api/mods?${query}`),
      '/api/mods/facets',
      `/api/mods/facets?q=${SECRET}`,
      `/api/mods/suggest?q=${SECRET}`,
      `/api/mods/compare?ids=${shown.id},${hidden.id}`,
      `/api/mods/${shown.id}/related`,
      '/api/releases',
      '/api/reviews/featured',
      '/api/categories',
    ]
    for (const address of addresses) {
      const answer = await store.call('GET', address)
      expect([address, answer.statusCode]).toEqual([address, 200])
      expect(answer.payload, address).not.toContain(SECRET)
    }
    expect((await store.call('GET', '/api/categories')).json()).toMatchObject([{ slug: 'rally', count: 1 }])
    const facets = (await store.call('GET', '/api/mods/facets')).json()
    expect(facets.price).toEqual({ min: 12, max: 13 })
    expect(facets.categories).toMatchObject([{ total: { count: 1 } }])
  })

  test('a hidden mod cannot be read by its id', async () => {
    const { id } = await createMod(store.db, { status })
    for (const rest of ['', '/related', '/reviews']) {
      const answer = await store.call('GET', `/api/mods/${id}${rest}`)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'mod.not_found'])
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
  })
})

test.each([
  ['1', 404],
  ['2147483647', 404],
  ['2147483648', 400],
  ['0', 400],
  ['one', 400],
])('the mod id %s is refused', async (id, status) => {
  for (const rest of ['', '/related', '/reviews']) {
    expect((await store.call('GET', `/api/mods/${id}${rest}`)).statusCode).toBe(status)
  }
})
