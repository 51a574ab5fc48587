import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AdminReview } from '@slipstream/contract/reviews-admin'
import { auditLog } from '@slipstream/db/tables/audit'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { notifications } from '@slipstream/db/tables/notifications'
import { reviews } from '@slipstream/db/tables/reviews'
import { users } from '@slipstream/db/tables/users'
import { createMod, createReview } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { catalogueChanged } from '#testing/catalogue.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { remindOwners } from '../remind-owners.service.ts'

let store: TestStore
let admin: Person
let modId: number
beforeAll(async () => {
  store = await openTestStore()
})
beforeEach(async () => {
  await store.empty()
  await store.db.execute(sql`delete from graphile_worker._private_jobs`)
  await catalogueChanged(store)
  modId = (await createMod(store.db, { title: 'Sandfox' })).id
  admin = await newPerson(store, { isAdmin: true })
})
afterAll(() => store.close())

interface AdminPage {
  items: AdminReview[]
  next: string | null
}

const read = async (query = '') => {
  const answer = await admin.call('GET', `/api/admin/reviews${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<AdminPage>()
}
const decide = async (act: string, named: { id: number; revision?: number }[], reason?: string) =>
  admin.call('POST', '/api/admin/reviews/decide', {
    ...{ act, reason },
    reviews: named.map(({ id, revision = 1 }) => ({ id, revision })),
  })
const rowOf = async (id: number) => (await store.db.select().from(reviews).where(eq(reviews.id, id)))[0]
const mails = async () =>
  (
    await store.db.execute<{ to: string; subject: string }>(sql`
      select address as to, payload -> 'letter' ->> 'subject' as subject from outbox where name = 'mail.send' order by id`)
  ).rows

test('administrators see reviews of every status newest first, and the pending filter lists the oldest first', async () => {
  await createReview(store.db, { modId, title: 'waits', status: 'pending' })
  await createReview(store.db, { modId, title: 'shown', status: 'approved', featuredOrder: 1 })
  await createReview(store.db, { modId, title: 'hidden', status: 'rejected' })
  await createReview(store.db, { modId, title: 'waits too', status: 'pending' })
  expect((await read()).items).toMatchObject([
    { title: 'waits too' },
    { title: 'hidden', status: 'rejected', isFeatured: false, modId, modTitle: 'Sandfox' },
    { title: 'shown', status: 'approved', isFeatured: true },
    { title: 'waits', status: 'pending' },
  ])
  expect((await read('?status=pending')).items.map(({ title }) => title)).toEqual(['waits', 'waits too'])
  const first = await read('?limit=2')
  await createReview(store.db, { modId, title: 'newer' })
  const second = await read(`?limit=2&after=${first.next}`)
  expect(second).toMatchObject({ items: [{ title: 'shown' }, { title: 'waits' }], next: null })
  expect((await admin.call('GET', '/api/admin/reviews?status=lost')).statusCode).toBe(400)
})

test('[CAP-09] a review is approved, featured first on the home page, and rejected with a reason that its author reads', async () => {
  const author = await createUser(store.db, { emailVerifiedAt: new Date() })
  await createReview(store.db, { modId, title: 'before', featuredOrder: 1 })
  const { id } = await createReview(store.db, { modId, userId: author.id, title: 'Mine', status: 'pending' })
  expect((await decide('approve', [{ id }])).json()).toEqual({ changed: [id] })
  expect((await decide('approve', [{ id }])).json()).toEqual({ changed: [] })
  await decide('feature', [{ id }])
  const home = await store.call('GET', '/api/reviews/featured')
  expect(home.json<{ title: string }[]>().map(({ title }) => title)).toEqual(['Mine', 'before'])

  expect((await decide('reject', [{ id }])).json().code).toBe('review.no_reason')
  expect((await decide('reject', [{ id }], 'too few stars')).statusCode).toBe(400)
  expect((await decide('reject', [{ id }], 'advertising')).json()).toEqual({ changed: [id] })
  expect(await rowOf(id)).toMatchObject({ status: 'rejected', rejectReason: 'advertising', featuredOrder: null })
  const told = await store.db.select().from(notifications).where(eq(notifications.userId, author.id))
  expect(told.map(({ title }) => title)).toEqual([
    'Your review of Sandfox is published',
    'Your review of Sandfox was not published',
  ])
  expect(told[1]?.text).toContain('It advertises something')
  expect(await mails()).toEqual([{ to: author.email, subject: 'Your review of Sandfox was not published' }])
  const letter = sql`select payload -> 'letter' ->> 'body' as body from outbox where name = 'mail.send'`
  expect((await store.db.execute<{ body: string }>(letter)).rows[0]?.body).toContain('It advertises something')
  const log = await store.db.select().from(auditLog).where(eq(auditLog.subject, 'review'))
  expect(log.map(({ action }) => action)).toEqual(['approve', 'feature', 'reject'])
})

test('a review that its author has edited in the meantime stays undecided', async () => {
  const { id } = await createReview(store.db, { modId, status: 'pending', revision: 2 })
  const other = await createReview(store.db, { modId, status: 'pending' })
  expect((await decide('approve', [{ id }, other])).json()).toEqual({ changed: [other.id] })
  expect(await rowOf(id)).toMatchObject({ status: 'pending' })
})

test('the creator’s reply to a review is public and can be removed', async () => {
  const { id } = await createReview(store.db, { modId })
  const reply = (body: string) => admin.call('POST', `/api/admin/reviews/${id}/reply`, { body })
  expect((await reply('Fixed in 2.3.')).json()).toMatchObject({ reply: 'Fixed in 2.3.', isReplyOlder: false })
  expect((await store.call('GET', `/api/mods/${modId}/reviews`)).json().items[0].reply).toBe('Fixed in 2.3.')
  expect((await reply('')).json()).toMatchObject({ reply: null })
  expect((await admin.call('POST', '/api/admin/reviews/2147483647/reply', { body: 'x' })).statusCode).toBe(404)
})

test('T-FAIR: the number of stars affects neither the signals of a review nor its place in the queue', async () => {
  const { id: userId } = await createUser(store.db)
  const body = 'Download more at www.example.com, it is the best place.'
  await createReview(store.db, { modId, rating: 1, status: 'pending', body })
  await createReview(store.db, { modId, rating: 5, status: 'pending', body, userId })
  await createReview(store.db, { modId, rating: 5, status: 'pending', body: 'A plain text about the car.' })
  await createReview(store.db, { modId, rating: 1, status: 'pending', body: 'Another text about the car.' })
  const { items } = await read('?status=pending')
  expect(items.map(({ rating, signals }) => ({ rating, signals }))).toEqual([
    { rating: 1, signals: ['links', 'repeated'] },
    { rating: 5, signals: ['links', 'repeated', 'new_account'] },
    { rating: 5, signals: [] },
    { rating: 1, signals: [] },
  ])
  expect((await admin.call('GET', '/api/admin/reviews/figures')).json()).toMatchObject({ pending: 4, reported: 0 })
})

test('owners are asked for a review once, five days after their first download, unless they refunded, reviewed or opted out', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const buyer = async (name: string, firstDownloadedAt: Date | null, values = {}) => {
    const user = await createUser(store.db, {
      ...{ username: name, email: `${name}@example.com`, emailVerifiedAt: new Date() },
      ...values,
    })
    const { entitlement } = await createPurchase(store.db, { userId: user.id, mod: { id: modId, title: 'Sandfox' } })
    await store.db.update(entitlements).set({ firstDownloadedAt }).where(eq(entitlements.id, entitlement.id))
    return { user, entitlement }
  }
  await buyer('asked', daysAgo(6))
  await buyer('too_early', daysAgo(4))
  await buyer('too_late', daysAgo(40))
  await buyer('never_downloaded', null)
  await buyer('silent', daysAgo(6), { notificationChoices: { reviewReminders: false } })
  await buyer('unverified', daysAgo(6), { emailVerifiedAt: null })
  const { user } = await buyer('reviewed', daysAgo(6))
  await createReview(store.db, { modId, userId: user.id, rating: 1 })
  const { entitlement } = await buyer('refunded', daysAgo(6))
  await store.db
    .update(entitlements)
    .set({ revokedAt: new Date(), revokeReason: 'refund' })
    .where(eq(entitlements.id, entitlement.id))

  const parts = { db: store.db, storage: store.services.storage, publicUrl: 'https://store.example' }
  await remindOwners(parts)
  await remindOwners(parts)
  expect(await mails()).toEqual([{ to: 'asked@example.com', subject: 'How do you like Sandfox?' }])
  await store.db.update(users).set({ notificationChoices: {} })
  await remindOwners(parts)
  expect(await mails()).toHaveLength(1)
})
