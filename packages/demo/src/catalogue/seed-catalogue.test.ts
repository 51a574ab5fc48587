import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { REVIEWS_PER_PAGE } from '@slipstream/contract/catalogue'
import { MAX_CAPTION } from '@slipstream/contract/picture-types'
import { inTransaction, openDatabase, type Database } from '@slipstream/db/client'
import { emptyTables } from '@slipstream/db/empty-tables'
import { modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { categories, mods, relatedMods } from '@slipstream/db/tables/mods'
import { reviews } from '@slipstream/db/tables/reviews'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'
import { seedDemo } from '../seed-demo.ts'
import { DEMO_MODS } from './demo-mods.ts'
import { seededRandom } from './random.ts'
import { writeReviews } from './reviews/write-reviews.ts'

const PICTURES = path.resolve(import.meta.dirname, '../pictures')
const SEEN_AT_ONCE = 20

const name = `test_${randomBytes(6).toString('hex')}`
const server = inject('environment').DATABASE_URL ?? ''
let database: Database
let made: Awaited<ReturnType<typeof seedDemo>>['mods']
let rows: { mods: (typeof mods.$inferSelect)[]; reviews: (typeof reviews.$inferSelect)[] }

beforeAll(async () => {
  const url = await copyDatabase(server, inject('templateDatabase'), name)
  database = openDatabase({ url, applicationName: 'slipstream-test', maxConnections: 2, onIdleError: () => undefined })
  await inTransaction(database.db, seedDemo)
  made = await inTransaction(database.db, async (tx) => {
    await emptyTables(tx)
    return (await seedDemo(tx)).mods
  })
  rows = {
    mods: await database.db.select().from(mods).orderBy(mods.id),
    reviews: await database.db.select().from(reviews).orderBy(reviews.id),
  }
})
afterAll(async () => {
  await database.close()
  await dropDatabase(server, name)
})

test('reseeding the demo gives the same twelve mods with the same ids', () => {
  expect(rows.mods.map(({ id, title }) => [id, title])).toEqual(DEMO_MODS.map(({ title }, index) => [index + 1, title]))
  expect(rows.mods.map(({ status }) => status)).toEqual(DEMO_MODS.map(() => 'published'))
})

test('every demo mod is in its category, and every category has a mod', async () => {
  const places = await database.db.select().from(categories).orderBy(categories.sortOrder)
  const slugs = new Map(places.map(({ id, slug }) => [id, slug]))
  expect(rows.mods.map(({ categoryId }) => slugs.get(categoryId))).toEqual(DEMO_MODS.map(({ category }) => category))
  expect(new Set(rows.mods.map(({ categoryId }) => categoryId)).size).toBe(places.length)
  expect(places.length).toBe(10)
})

test('the demo has two mods on sale, four premium mods and eight featured mods in a strict order', () => {
  const now = new Date()
  const onSale = rows.mods.filter(
    ({ saleStartsAt, saleEndsAt }) => saleStartsAt && saleEndsAt && saleStartsAt < now && now < saleEndsAt,
  )
  expect(onSale.map(({ title, currentPriceCents, priceCents }) => [title, currentPriceCents, priceCents])).toEqual([
    ['Tsukiro Senko D-Spec', 1_299, 1_799],
    ['Dunmore Prospector', 999, 1_399],
  ])
  for (const { salePriceCents, priceCents, currentPriceCents } of rows.mods) {
    expect(currentPriceCents).toBe(salePriceCents ?? priceCents)
  }
  expect(rows.mods.filter(({ includedWithPremium }) => includedWithPremium).length).toBe(4)
  const featured = rows.mods.flatMap(({ featuredOrder }) => featuredOrder ?? [])
  expect(featured.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('demo mods were published over the last two years, each together with its first release', async () => {
  const { rows: first } = await database.db.execute(
    sql`select 1 from mods where published_at <> (select min(published_at) from mod_releases where mod_id = mods.id)`,
  )
  expect(first).toEqual([])
  const ages = rows.mods.map(({ publishedAt }) => (Date.now() - (publishedAt?.getTime() ?? 0)) / 86_400_000)
  expect(Math.min(...ages)).toBeLessThan(30)
  expect(Math.max(...ages)).toBeGreaterThan(600)
  expect(Math.max(...ages)).toBeLessThan(731)
})

test('only the newest release of a demo mod has compatibility states, and every state occurs', async () => {
  const known = await database.db.select().from(releaseCompatibility)
  const releases = await database.db.select().from(modReleases)
  const newest = rows.mods.map(({ id }) =>
    releases
      .filter(({ modId }) => modId === id)
      .reduce((a, b) => (Number(a.publishedAt) > Number(b.publishedAt) ? a : b)),
  )
  expect(new Set(known.map(({ releaseId }) => releaseId))).toEqual(new Set(newest.map(({ id }) => id)))
  expect(new Set(known.map(({ state }) => state))).toEqual(new Set(['confirmed', 'unconfirmed', 'broken', 'fixed']))
})

test('every demo mod has two or three related mods', async () => {
  const pairs = await database.db.select().from(relatedMods)
  const counts = rows.mods.map(({ id }) => pairs.filter(({ modId }) => modId === id).length)
  expect(counts.filter((count) => count < 2 || count > 3)).toEqual([])
})

test('every demo mod has four existing pictures with alt text', () => {
  expect(made.map(({ id }) => id)).toEqual(rows.mods.map(({ id }) => id))
  for (const { pictures } of made) {
    expect(pictures.map(({ words }) => words.label)).toEqual(['Front', 'Rear', 'Lights', 'Wheels'])
    expect(pictures.filter(({ file }) => !existsSync(path.join(PICTURES, file)))).toEqual([])
  }
  const texts = made.flatMap(({ pictures }) => pictures.map(({ words }) => words.alt))
  expect(new Set(texts).size).toBe(48)
})

test('some demo pictures have captions, and some were taken in the game', () => {
  const words = made.flatMap(({ pictures }) => pictures.map((each) => each.words))
  const captions = words.flatMap(({ caption }) => caption ?? [])
  expect(captions.length).toBeGreaterThanOrEqual(6)
  expect(captions.filter(({ length }) => length > MAX_CAPTION)).toEqual([])
  const taken = words.filter(({ kind }) => kind === 'in_game')
  expect(taken.length).toBeGreaterThanOrEqual(3)
  expect(taken.filter(({ caption }) => caption === null)).toEqual([])
})

test('the demo features three to six reviews, all of them good', () => {
  const featured = rows.reviews.filter(({ featuredOrder }) => featuredOrder !== null)
  expect(featured.length).toBeGreaterThanOrEqual(3)
  expect(featured.length).toBeLessThanOrEqual(6)
  expect(featured.filter(({ rating, status }) => rating < 5 || status !== 'approved')).toEqual([])
})

test('rejected demo reviews have a reason and various star ratings', () => {
  const rejected = rows.reviews.filter(({ status }) => status === 'rejected')
  expect(new Set(rejected.map(({ rating }) => rating)).size).toBeGreaterThanOrEqual(4)
  expect(rejected.filter(({ rating }) => rating === 1).length).toBeLessThan(rejected.length / 2)
  expect(rejected.filter(({ rejectReason }) => !rejectReason)).toEqual([])
})

test("the demo's reviews are the same every time", () => {
  const [mod] = DEMO_MODS
  const write = () => mod && writeReviews(mod, new Date('2026-01-01'), new Date('2026-06-01'), seededRandom(3))
  expect(write()).toEqual(write())
})

describe.each(DEMO_MODS.map((mod, index) => ({ ...mod, id: index + 1 })))('the reviews of the $title', (mod) => {
  const own = () => rows.reviews.filter(({ modId }) => modId === mod.id)
  const approved = () => own().filter(({ status }) => status === 'approved')

  test('a demo mod has the planned number of reviews, some pending and some rejected', () => {
    const count = (status: string) => own().filter((review) => review.status === status).length
    expect(count('approved')).toBe(mod.reviews.approved)
    expect(count('approved')).toBeGreaterThanOrEqual(10)
    expect(count('approved')).toBeLessThanOrEqual(500)
    expect(count('pending')).toBe(mod.reviews.pending)
    expect(count('rejected')).toBe(mod.reviews.rejected)
  })

  test('the reviews of a demo mod average as planned, between 4.1 and 4.95', () => {
    const [five, four, three, two, one] = mod.reviews.stars
    expect(five + four + three + two + one).toBe(100)
    const planned = (5 * five + 4 * four + 3 * three + 2 * two + one) / 100
    const average = approved().reduce((sum, { rating }) => sum + rating, 0) / approved().length
    expect(Math.abs(average - planned)).toBeLessThan(0.05)
    expect(average).toBeGreaterThan(4.1)
    expect(average).toBeLessThan(4.95)
  })

  test('reviews of a demo mod have different authors and are dated between publication and now', () => {
    const publishedAt = rows.mods.find(({ id }) => id === mod.id)?.publishedAt?.getTime() ?? Infinity
    const times = own().map(({ createdAt }) => createdAt.getTime())
    expect(Math.min(...times)).toBeGreaterThanOrEqual(publishedAt)
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now())
    expect(new Set(own().map(({ author }) => author)).size).toBe(own().length)
    expect(approved().filter(({ isVerified }) => isVerified).length).toBeGreaterThan(approved().length * 0.8)
  })

  test('no two reviews are equal, and the first page of each sort order repeats no sentence', () => {
    const bodies = approved().map(({ body }) => body)
    expect(new Set(bodies).size).toBe(bodies.length)

    const newest = approved().toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
    const helpful = newest.toSorted((a, b) => b.helpfulCount - a.helpfulCount || b.id - a.id)
    const lowest = newest.toSorted((a, b) => a.rating - b.rating || b.id - a.id)
    for (const order of [newest, helpful, lowest]) {
      const titles = order.slice(0, SEEN_AT_ONCE).map(({ title }) => title)
      expect(new Set(titles).size).toBe(titles.length)
      const sentences = order.slice(0, REVIEWS_PER_PAGE).flatMap(({ body }) => body.split(/(?<=\.) /))
      expect(new Set(sentences).size).toBe(sentences.length)
    }
  })

  test('the workshop replies only to approved reviews with at most three stars', () => {
    expect(approved().filter(({ reply, rating }) => reply !== null && rating > 3)).toEqual([])
    expect(own().filter(({ reply, status }) => reply !== null && status !== 'approved')).toEqual([])
  })
})
