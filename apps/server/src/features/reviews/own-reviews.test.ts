import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Review } from '@slipstream/contract/reviews'
import { REVIEW_LIMITS } from '@slipstream/contract/review-terms'
import type { MyReviews } from '@slipstream/contract/reviews-own'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { gameVersions } from '@slipstream/db/tables/mod-releases'
import { reviewPictures, reviews } from '@slipstream/db/tables/reviews'
import { createMod, createReview } from '@slipstream/db/testing/catalogue-factories'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { createTurns } from '#lib/turns.ts'
import { catalogueChanged } from '#testing/catalogue.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { testPicture } from '#testing/test-picture.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

let store: TestStore
let modId: number
let mine: `/api/mods/${number}/reviews/mine`
beforeAll(async () => {
  store = await openTestStore()
})
beforeEach(async () => {
  await store.empty()
  await catalogueChanged(store)
  modId = (await createMod(store.db, { title: 'Sandfox', version: '2.1' })).id
  mine = `/api/mods/${modId}/reviews/mine`
})
afterAll(() => store.close())

const FORM = { rating: 4, title: 'Light', body: 'It flies over every dune.', pictureIds: [] }

const newOwner = async (): Promise<Person> => {
  const person = await newPerson(store)
  await createPurchase(store.db, { userId: person.row.id, mod: { id: modId, title: 'Sandfox' } })
  return person
}
const newAdmin = () => newPerson(store, { isAdmin: true })
const save = async (person: Person, form: object = {}) => {
  const answer = await person.call('POST', mine, { ...FORM, ...form })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<MyReviews>()
}
const rowOf = async (person: Person) =>
  (await store.db.select().from(reviews).where(eq(reviews.userId, person.row.id)))[0]
const approve = (person: Person) =>
  store.db.update(reviews).set({ status: 'approved' }).where(eq(reviews.userId, person.row.id))
const shown = async () => (await store.call('GET', `/api/mods/${modId}/reviews`)).json<{ items: Review[] }>().items
const ratingCount = async () =>
  (await store.db.execute<{ count: number }>(sql`select rating_count as count from mods where id = ${modId}`)).rows[0]
    ?.count

test('[CAP-05] an owner writes one review, which waits for approval, and can replace it', async () => {
  await store.db.insert(gameVersions).values({ version: '0.36' })
  const owner = await newOwner()
  const first = await save(owner)
  expect(first).toMatchObject({ isOwner: true, modTitle: 'Sandfox', votedIds: [], reportedIds: [] })
  expect(first.review).toMatchObject({
    ...{ rating: 4, title: 'Light', status: 'pending', isVerified: true, isGiven: false, editedAt: null },
    ...{ author: owner.row.username, version: '2.1', gameVersion: '0.36' },
  })
  expect(await shown()).toEqual([])
  await save(owner)
  expect(await rowOf(owner)).toMatchObject({ revision: 1, editedAt: null })
  const second = await save(owner, { rating: 2 })
  expect(second.review).toMatchObject({ id: first.review?.id, rating: 2, status: 'pending' })
  expect(await rowOf(owner)).toMatchObject({ revision: 2 })
})

test('only current owners can write a review, and authors can always delete theirs', async () => {
  const stranger = await newPerson(store)
  const refused = await stranger.call('POST', mine, FORM)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'review.not_owner'])
  expect((await stranger.call('POST', '/api/mods/2147483647/reviews/mine', FORM)).statusCode).toBe(403)
  expect((await stranger.call('GET', mine)).json()).toMatchObject({ isOwner: false, review: null })

  const owner = await newOwner()
  await save(owner)
  await store.db.update(entitlements).set({ revokedAt: new Date(), revokeReason: 'refund' })
  expect((await owner.call('POST', mine, { ...FORM, rating: 1 })).json().code).toBe('review.not_owner')
  expect((await owner.call('DELETE', mine)).statusCode).toBe(200)
  expect((await owner.call('DELETE', mine)).statusCode).toBe(200)
  expect(await rowOf(owner)).toBeUndefined()
})

test('a dispute marks the review and takes its stars out of the average until the dispute is won', async () => {
  const owner = await newOwner()
  await save(owner)
  await approve(owner)
  expect(await ratingCount()).toBe(1)
  await store.db.update(entitlements).set({ revokedAt: new Date(), revokeReason: 'dispute' })
  expect(await rowOf(owner)).toMatchObject({ isRefunded: true, isVerified: false, status: 'approved' })
  expect(await ratingCount()).toBe(0)
  await store.db.update(entitlements).set({ revokedAt: null, revokeReason: null })
  expect(await rowOf(owner)).toMatchObject({ isRefunded: false, isVerified: true })
  expect(await ratingCount()).toBe(1)
})

test('a review of a gifted mod is marked as such and does not count until the author buys the mod', async () => {
  const friend = await newPerson(store)
  await store.db.insert(entitlements).values({ userId: friend.row.id, modId, source: 'grant' })
  expect((await save(friend)).review).toMatchObject({ isGiven: true, isVerified: false })
  await approve(friend)
  expect(await ratingCount()).toBe(0)
  await createPurchase(store.db, { userId: friend.row.id, mod: { id: modId, title: 'Sandfox' } })
  expect(await rowOf(friend)).toMatchObject({ isGiven: false, isVerified: true })
  expect(await ratingCount()).toBe(1)
})

test('an account that saves, votes or reports too often in a day is refused, and others are not', async () => {
  const { savesPerDay, votesPerDay, reportsPerDay } = REVIEW_LIMITS
  const [owner, reader] = [await newOwner(), await newOwner()]
  await save(reader)
  await approve(reader)
  const id = (await rowOf(reader))?.id ?? 0
  const act = (what: 'vote' | 'report') => (by: Person) =>
    by.call('POST', `/api/reviews/${id}/${what}`, what === 'vote' ? { isHelpful: true } : { reason: 'abuse', note: '' })
  const acts = [
    [savesPerDay, (by: Person) => by.call('POST', mine, FORM)],
    [votesPerDay, act('vote')],
    [reportsPerDay, act('report')],
  ] as const
  for (const [most, send] of acts) {
    for (let sent = 0; sent < most; sent++) expect((await send(owner)).statusCode).toBe(200)
    const refusal = await send(owner)
    expect([refusal.statusCode, refusal.json().code]).toEqual([429, 'review.too_many'])
    expect((await send(await newOwner())).statusCode).toBe(200)
  }
})

test('an edited review waits for approval again and keeps its votes, and its reply is marked as older', async () => {
  const owner = await newOwner()
  await save(owner)
  await store.db
    .update(reviews)
    .set({ status: 'approved', featuredOrder: 1, helpfulCount: 3, reply: 'Thanks.', repliedAt: new Date() })
  const { review } = await save(owner, { body: 'It broke after an hour.' })
  expect(review).toMatchObject({ status: 'pending', helpfulCount: 3, reply: 'Thanks.', isReplyOlder: true })
  expect(await rowOf(owner)).toMatchObject({ featuredOrder: null })
  expect(await ratingCount()).toBe(0)
})

test('a helpful vote counts once per person, can be removed, and is refused for one’s own review', async () => {
  const owner = await newOwner()
  const reader = await newPerson(store)
  const id = (await save(owner)).review?.id ?? 0
  const vote = (person: Person, isHelpful: boolean) => person.call('POST', `/api/reviews/${id}/vote`, { isHelpful })
  expect((await vote(reader, true)).json().code).toBe('review.not_found')
  await approve(owner)
  expect((await vote(owner, true)).json().code).toBe('review.own')
  const answers = [await vote(reader, true), await vote(reader, true)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await rowOf(owner)).toMatchObject({ helpfulCount: 1 })
  expect((await reader.call('GET', mine)).json()).toMatchObject({ votedIds: [id] })
  await vote(reader, false)
  await vote(reader, false)
  expect(await rowOf(owner)).toMatchObject({ helpfulCount: 0 })
})

test('a report counts once per person and does not hide the review', async () => {
  const owner = await newOwner()
  const reader = await newPerson(store)
  const id = (await save(owner)).review?.id ?? 0
  await approve(owner)
  const report = { reason: 'advertising', note: 'Look at the link.' }
  const send = () => reader.call('POST', `/api/reviews/${id}/report`, report)
  expect([(await send()).statusCode, (await send()).statusCode]).toEqual([200, 200])
  expect(await rowOf(owner)).toMatchObject({ openReports: 1, status: 'approved' })
  expect((await reader.call('POST', `/api/reviews/${id}/report`, { reason: 'i disagree', note: '' })).statusCode).toBe(
    400,
  )
  const admin = await newAdmin()
  const { items } = (await admin.call('GET', '/api/admin/reviews?reported=true')).json()
  expect(items).toMatchObject([{ id, signals: expect.arrayContaining(['reported']), reports: [report] }])
})

test('a review screenshot is re-encoded and can be used only by the person who uploaded it', async () => {
  const owner = await newOwner()
  const thief = await newOwner()
  const sent = await testPicture({ width: 2_000, height: 1_000 })
  const offer = await owner.call('POST', '/api/reviews/pictures/upload', {
    contentType: 'image/png',
    sizeBytes: sent.length,
  })
  const { key } = offer.json<{ key: string }>()
  await store.services.storage.putPrivate(key, sent, 'image/png')
  expect((await thief.call('POST', '/api/reviews/pictures', { key })).json().code).toBe('picture.not_found')
  const added = await owner.call('POST', '/api/reviews/pictures', { key })
  expect(added.json(), added.body).toMatchObject({ width: 1_600, height: 800 })
  const { id } = added.json<{ id: number }>()

  expect((await thief.call('POST', mine, { ...FORM, pictureIds: [id] })).json().code).toBe('review.picture_not_found')
  expect(await rowOf(thief)).toBeUndefined()
  expect((await save(owner, { pictureIds: [id] })).review?.pictures).toMatchObject([{ id, width: 1_600 }])
  expect((await thief.call('POST', mine, { ...FORM, pictureIds: [id] })).json().code).toBe('review.picture_not_found')
  await save(owner, { pictureIds: [] })
  expect(await store.db.select().from(reviewPictures)).toEqual([])
})

test('a review with a NUL byte, a text that is too long or an invalid rating is refused', async () => {
  const owner = await newOwner()
  for (const form of [{ body: 'Null \u0000 byte inside' }, { body: 'x'.repeat(4_001) }, { rating: 6 }, { rating: 0 }]) {
    expect((await owner.call('POST', mine, { ...FORM, ...form })).statusCode, JSON.stringify(form)).toBe(400)
  }
})

test('200 reviews and votes written concurrently leave exact counts', { timeout: 120_000 }, async () => {
  const shared = await createReview(store.db, { modId, rating: 5 })
  const { rows } = await store.db.execute<{ id: number }>(sql`
    insert into users (username, email)
    select 'r' || n, 'r' || n || '@example.com' from generate_series(1, 200) n returning id`)
  const write = async (id: number, n: number) => {
    await store.db
      .insert(reviews)
      .values({ modId, userId: id, author: `r${n}`, rating: 1 + (n % 5), status: 'approved' })
    await store.db.execute(sql`insert into review_votes (user_id, review_id) values (${id}, ${shared.id})`)
    if (n % 4 === 0) await store.db.update(reviews).set({ rating: 3 }).where(eq(reviews.userId, id))
    if (n % 10 === 0) await store.db.delete(reviews).where(eq(reviews.userId, id))
    if (n % 3 === 0) await store.db.execute(sql`delete from review_votes where user_id = ${id}`)
  }
  // No more at once than there are connections, because a statement that waits too long for one is refused.
  const inTurn = createTurns({ atOnce: store.services.database.pool.options.max, mostWaiting: rows.length })
  await Promise.all(rows.map(({ id }, n) => inTurn(() => write(id, n))))
  const { rows: compared } = await store.db.execute(sql`
    select m.rating_count = c.count as count, m.rating_sum = c.sum as sum, m.star_counts = c.stars as stars, c.count > 100 as many,
      (select helpful_count = (select count(*) from review_votes) from reviews where id = ${shared.id}) as votes
    from mods m, (select count(*)::int as count, sum(rating)::int as sum, array[
      count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
      count(*) filter (where rating = 4), count(*) filter (where rating = 5)]::int[] as stars from reviews) c
    where m.id = ${modId}`)
  expect(compared).toEqual([{ count: true, sum: true, stars: true, many: true, votes: true }])
})
