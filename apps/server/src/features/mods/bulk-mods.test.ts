import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BulkOutcome } from '@slipstream/contract/mod-list-admin'
import { mods } from '@slipstream/db/tables/mods'
import { createCategory, createMod, createPicture, createRelease } from '@slipstream/db/testing/catalogue-factories'
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
  categoryId = (await createCategory(store.db)).id
})

const named = (title: string, values: Partial<Parameters<typeof createMod>[1]> = {}) =>
  createMod(store.db, { categoryId, title, ...values })
const DRAFT = { status: 'draft', publishedAt: null } as const
const readyDraft = async (title: string) => {
  const mod = await named(title, DRAFT)
  await createPicture(store.db, { modId: mod.id, sortOrder: 0 })
  await createRelease(store.db, { modId: mod.id, gameVersions: ['0.36'] })
  return mod
}
const bulk = async (body: Record<string, unknown>) => {
  const answer = await admin.call('POST', '/api/admin/mods/bulk', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<BulkOutcome>()
}
const rowOf = async (id: number) => {
  const [row] = await store.db.select().from(mods).where(eq(mods.id, id))
  return row
}
const discount = (percent: number, changes: Record<string, unknown> = {}) => ({
  percent,
  startsAt: null,
  endsAt: null,
  ...changes,
})
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
interface Card {
  title: string
  price: number
  discountPrice: number | null
}
const cards = async () => (await store.call('GET', '/api/mods?sort=newest')).json<{ items: Card[] }>().items

describe('bulk actions on mods', () => {
  test('bulk publishing publishes the mods that are ready and says what the others lack', async () => {
    const ready = await readyDraft('Ready')
    const bare = await named('Bare', DRAFT)
    const outcome = await bulk({ action: 'publish', ids: [bare.id, ready.id, 999] })
    expect(outcome.changed).toEqual([ready.id])
    expect(outcome.refused).toMatchObject([
      { id: bare.id, title: 'Bare', reason: expect.stringMatching(/picture/i) },
      { id: 999, title: '', reason: 'This mod does not exist or is not for sale.' },
    ])
    expect((await rowOf(ready.id))?.status).toBe('published')
    expect(await rowOf(bare.id)).toMatchObject(DRAFT)
    await expect.poll(async () => (await cards()).map(({ title }) => title)).toEqual(['Ready'])
    expect(await lastChanges(store.db)).toMatchObject([
      {
        actorId: admin.row.id,
        action: 'publish',
        subject: 'mod',
        subjectName: 'Ready',
        before: { status: 'draft' },
        after: { status: 'published' },
      },
    ])
  })

  test('mods can be archived in bulk', async () => {
    const [one, two] = [await named('One'), await named('Two')]
    expect(await cards()).toHaveLength(2)
    expect(await bulk({ action: 'archive', ids: [one.id, two.id, one.id] })).toEqual({
      changed: [one.id, two.id],
      refused: [],
    })
    await expect.poll(cards).toEqual([])
    expect(await lastChanges(store.db)).toMatchObject([
      { action: 'archive', subjectName: 'Two' },
      { action: 'archive', subjectName: 'One' },
    ])
  })

  test('a bulk discount is rounded to whole cents and shows on the public card; a free mod is refused', async () => {
    const mod = await named('Odd', { priceCents: 1_299 })
    const free = await named('Free', { priceCents: 0 })
    const outcome = await bulk({ action: 'discount', ids: [mod.id, free.id], discount: discount(25) })
    expect(outcome).toEqual({
      changed: [mod.id],
      refused: [{ id: free.id, title: 'Free', reason: 'This discount does not lower the price.' }],
    })
    expect(await rowOf(mod.id)).toMatchObject({ salePriceCents: 974, currentPriceCents: 974 })
    await expect
      .poll(async () => (await cards()).find(({ title }) => title === 'Odd'))
      .toMatchObject({ price: 12.99, discountPrice: 9.74 })
    expect(await lastChanges(store.db)).toMatchObject([
      {
        action: 'discount',
        subjectName: 'Odd',
        before: { salePriceCents: null },
        after: { salePriceCents: 974 },
      },
    ])
  })

  test('a bulk discount can be scheduled, and the price stays the same until then', async () => {
    const mod = await named('Later', { priceCents: 1_000 })
    const [startsAt, endsAt] = [inDays(1), inDays(8)]
    await bulk({ action: 'discount', ids: [mod.id], discount: discount(10, { startsAt, endsAt }) })
    expect(await rowOf(mod.id)).toMatchObject({
      salePriceCents: 900,
      currentPriceCents: 1_000,
      saleStartsAt: new Date(startsAt),
      saleEndsAt: new Date(endsAt),
    })
    expect(await lastChanges(store.db)).toMatchObject([
      { before: { saleStartsAt: null, saleEndsAt: null }, after: { saleStartsAt: startsAt, saleEndsAt: endsAt } },
    ])
  })

  test('sales can be ended in bulk, and mods without a sale stay unchanged', async () => {
    const sold = await named('Sold', { priceCents: 1_000, currentPriceCents: 500, salePriceCents: 500 })
    const plain = await named('Plain')
    expect((await bulk({ action: 'end-sale', ids: [sold.id, plain.id] })).changed).toEqual([sold.id, plain.id])
    expect(await rowOf(sold.id)).toMatchObject({ salePriceCents: null, currentPriceCents: 1_000 })
    expect(await lastChanges(store.db)).toMatchObject([
      { action: 'end sale', subjectName: 'Sold', before: { salePriceCents: 500 }, after: { salePriceCents: null } },
    ])
    expect((await rowOf(plain.id))?.updatedAt).toEqual(plain.updatedAt)
  })
})

describe('invalid bulk actions', () => {
  test.each([
    ['no mods', { action: 'archive', ids: [] }],
    ['too many mods', { action: 'archive', ids: Array.from({ length: 201 }, (_, id) => id + 1) }],
    ['an impossible mod id', { action: 'archive', ids: [2_147_483_648] }],
    ['an unknown action', { action: 'explode', ids: [1] }],
    ['a missing discount', { action: 'discount', ids: [1] }],
    ['a discount with another action', { action: 'archive', ids: [1], discount: discount(10) }],
    ['a discount of nearly the whole price', { action: 'discount', ids: [1], discount: discount(96) }],
    ['a discount of a fraction of a percent', { action: 'discount', ids: [1], discount: discount(2.5) }],
    [
      'a sale that ends before it begins',
      { action: 'discount', ids: [1], discount: discount(10, { startsAt: inDays(2), endsAt: inDays(1) }) },
    ],
    ['a price chosen by the client', { action: 'discount', ids: [1], discount: discount(10, { price: 1 }) }],
  ])('a bulk change with %s is refused and changes nothing', async (_what, body) => {
    const mod = await named('One')
    const answer = await admin.call('POST', '/api/admin/mods/bulk', body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid'])
    expect(await rowOf(mod.id)).toEqual(mod)
    expect(await lastChanges(store.db)).toEqual([])
  })
})
