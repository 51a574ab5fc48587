import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { REVIEW_SORTS } from '@slipstream/contract/catalogue'
import type { Review } from '@slipstream/contract/reviews'
import { reviews } from '@slipstream/db/tables/reviews'
import { createMod, createReview } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { catalogueChanged } from '#testing/catalogue.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { reviewsPersonalData } from './reviews.personal-data.ts'

const store = await openEmptiedTestStore()
let modId: number
beforeEach(async () => {
  await catalogueChanged(store)
  modId = (await createMod(store.db, { title: 'Sandfox' })).id
})

const page = async (query: Record<string, string> = {}) =>
  (await store.call('GET', `/api/mods/${modId}/reviews?${new URLSearchParams(query).toString()}`)).json<{
    items: Review[]
    next: string | null
  }>()
const titles = async (query: Record<string, string> = {}) => (await page(query)).items.map(({ title }) => title)

test('only approved reviews of a mod are public', async () => {
  const shown = await createReview(store.db, {
    modId,
    author: 'dune_rider',
    rating: 4,
    title: 'Light',
    body: 'It flies.',
    isVerified: true,
    helpfulCount: 3,
    reply: 'Thank you.',
    createdAt: new Date('2026-01-02T03:04:05Z'),
  })
  await createReview(store.db, { modId, status: 'pending' })
  await createReview(store.db, { modId, status: 'rejected' })
  expect(await page()).toEqual({
    items: [
      {
        id: shown.id,
        author: 'dune_rider',
        rating: 4,
        title: 'Light',
        body: 'It flies.',
        isVerified: true,
        isGiven: false,
        isRefunded: false,
        version: null,
        gameVersion: null,
        pictures: [],
        helpfulCount: 3,
        reply: 'Thank you.',
        isReplyOlder: false,
        createdAt: '2026-01-02T03:04:05.000Z',
        editedAt: null,
      },
    ],
    next: null,
  })
})

test('reviews can be sorted by helpfulness, by date and by lowest rating', async () => {
  const add = (title: string, helpfulCount: number, day: number, rating: number) =>
    createReview(store.db, { modId, title, helpfulCount, rating, createdAt: new Date(`2026-01-0${day}`) })
  await add('helpful', 9, 1, 4)
  await add('new', 1, 3, 5)
  await add('low', 2, 2, 1)
  expect(await titles()).toEqual(['helpful', 'low', 'new'])
  expect(await titles({ sort: 'newest' })).toEqual(['new', 'low', 'helpful'])
  expect(await titles({ sort: 'lowest' })).toEqual(['low', 'helpful', 'new'])
})

test.each(REVIEW_SORTS)('paging reviews by %s shows every review once while others are added', async (sort) => {
  const add = (from: number, to: number) =>
    store.db.execute(sql`
      insert into reviews (mod_id, author, rating, helpful_count, status, created_at)
      select ${modId}, 'somebody', 1 + n % 5, n % 3, 'approved', timestamptz '2026-01-01 00:00:00.000001+00' + (n % 4) * interval '1 microsecond'
      from generate_series(${from}::int, ${to}::int) n`)
  await add(1, 20)
  const { rows } = await store.db.execute<{ id: number }>(sql`select id from reviews`)
  const seen: number[] = []
  for (let after: string | null = ''; after !== null; ) {
    const { items, next } = await page({ sort, ...(after && { after }) })
    expect(items.length).toBeLessThanOrEqual(6)
    seen.push(...items.map(({ id }) => id))
    after = next
    await add(100, 101)
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(rows.filter(({ id }) => !seen.includes(id))).toEqual([])
})

test('a cursor from another sort order of the reviews is refused', async () => {
  for (let number = 0; number < 7; number++) await createReview(store.db, { modId })
  const { next } = await page({ sort: 'newest' })
  const answer = await store.call('GET', `/api/mods/${modId}/reviews?sort=helpful&after=${next}`)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid'])
})

test('[CALL-06] the featured reviews are public, in the creator’s order and with their mod', async () => {
  await createReview(store.db, { modId, title: 'second', featuredOrder: 2 })
  await createReview(store.db, { modId, title: 'first', featuredOrder: 1 })
  await createReview(store.db, { modId, title: 'plain' })
  await createReview(store.db, { modId, title: 'pending', featuredOrder: 3, status: 'pending' })
  const answer = await store.call('GET', '/api/reviews/featured')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject([
    { title: 'first', modId, modTitle: 'Sandfox' },
    { title: 'second', modId, modTitle: 'Sandfox' },
  ])
  expect(answer.json()).toHaveLength(2)
})

test('deleting an account anonymizes its reviews and keeps them, and the data export contains what the person wrote', async () => {
  const leaving = await createUser(store.db)
  const staying = await createUser(store.db)
  const kept = await createReview(store.db, {
    modId,
    userId: leaving.id,
    author: leaving.username,
    body: 'I liked it.',
  })
  const other = await createReview(store.db, { modId, userId: staying.id, author: staying.username })

  await inTransaction(store.db, async (tx) => {
    expect(await reviewsPersonalData.collect(tx, leaving.id)).toMatchObject({
      written: [{ modId, body: 'I liked it.' }],
    })
    await reviewsPersonalData.erase(tx, leaving.id)
    expect(await reviewsPersonalData.collect(tx, leaving.id)).toMatchObject({ written: [] })
  })
  const read = async (id: number) => (await store.db.select().from(reviews).where(eq(reviews.id, id)))[0]
  expect(await read(kept.id)).toMatchObject({ userId: null, author: 'Former customer', body: 'I liked it.' })
  expect(await read(other.id)).toMatchObject({ userId: staying.id, author: staying.username })
})

test('reviews can be filtered by stars or to those with pictures, in every sort order', async () => {
  const add = (title: string, rating: number, pictureCount = 0) =>
    createReview(store.db, { modId, title, rating, pictureCount })
  await add('five', 5)
  await add('two', 2)
  await add('two with pictures', 2, 1)
  for (const sort of REVIEW_SORTS) {
    expect(await titles({ sort, show: '2' })).toEqual(['two with pictures', 'two'])
    expect(await titles({ sort, show: 'pictures' })).toEqual(['two with pictures'])
    expect(await titles({ sort, show: '1' })).toEqual([])
  }
})

test('a mod’s rating follows every change to its reviews', async () => {
  const rating = async () =>
    (await store.db.execute(sql`select rating_count, rating_sum, star_counts from mods where id = ${modId}`)).rows[0]
  const review = await createReview(store.db, { modId, rating: 2 })
  await createReview(store.db, { modId, rating: 5 })
  await createReview(store.db, { modId, rating: 5, isGiven: true })
  await createReview(store.db, { modId, rating: 5, isRefunded: true })
  await createReview(store.db, { modId, rating: 1, status: 'pending' })
  expect(await rating()).toEqual({ rating_count: 2, rating_sum: 7, star_counts: [0, 1, 0, 0, 1] })
  await store.db.update(reviews).set({ rating: 3 }).where(eq(reviews.id, review.id))
  expect(await rating()).toEqual({ rating_count: 2, rating_sum: 8, star_counts: [0, 0, 1, 0, 1] })
  await store.db.update(reviews).set({ status: 'rejected' }).where(eq(reviews.id, review.id))
  expect(await rating()).toEqual({ rating_count: 1, rating_sum: 5, star_counts: [0, 0, 0, 0, 1] })
  await store.db.delete(reviews)
  expect(await rating()).toEqual({ rating_count: 0, rating_sum: 0, star_counts: [0, 0, 0, 0, 0] })
})
