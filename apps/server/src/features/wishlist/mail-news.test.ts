import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { wishlistItems, wishlistNews } from '@slipstream/db/tables/wishlist'
import { createCategory, createMod, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { enqueue } from '#lib/jobs/jobs.ts'
import { queueMessage } from '#lib/outbox/outbox.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { freshName, newPerson } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { SENDER } from '#testing/sample-letters.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { wishlistNewsMail } from './wishlist-mails.ts'

const store = await openEmptiedTestStore()
let categoryId: number
beforeEach(async () => {
  categoryId = (await createCategory(store.db)).id
})

const LONG_AGO = new Date(Date.now() - 30 * 86_400_000)
const newWisher = (values: Partial<typeof users.$inferInsert> = {}) =>
  createUser(store.db, { username: freshName(), notificationChoices: { wishlistNews: true }, ...values })
const wish = (userId: number, modId: number) =>
  store.db.insert(wishlistItems).values({ userId, modId, createdAt: LONG_AGO })
const onSale = (title: string) =>
  createMod(store.db, {
    categoryId,
    title,
    priceCents: 1_999,
    salePriceCents: 999,
    saleStartsAt: new Date(Date.now() - 60_000),
  })
const run = async () => {
  await inTransaction(store.db, (tx) => enqueue(tx, 'wishlist.mail_news', {}))
  await runJobs(store)
}
const mailsTo = async ({ email }: { email: string | null }) => readMailbox(email ?? '', 1)

test('[OWN-05] a sale of a wished mod is mailed once to people who opted in, with one-click unsubscribe', async () => {
  const mod = await onSale('Kestrel R4')
  const [wisher, silent, owner] = [await newWisher(), await newWisher({ notificationChoices: {} }), await newWisher()]
  for (const { id } of [wisher, silent, owner]) await wish(id, mod.id)
  await createPurchase(store.db, { userId: owner.id, mod })
  await run()
  await run()
  const [mail, ...others] = await mailsTo(wisher)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('On sale: Kestrel R4 from your wishlist')
  expect(mail?.text).toContain('now $9.99')
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect([await mailsTo(silent), await mailsTo(owner)]).toEqual([[], []])
})

test('a customer gets at most one wishlist mail a week, with everything that is new', async () => {
  const wisher = await newWisher()
  const [first, second, third] = [
    await onSale('First'),
    await onSale('Second'),
    await createMod(store.db, { categoryId, title: 'Third' }),
  ]
  for (const { id } of [first, second, third]) await wish(wisher.id, id)
  await createRelease(store.db, { modId: third.id, version: '9.1', status: 'published', publishedAt: new Date() })
  await run()
  expect((await mailsTo(wisher)).map(({ subject }) => subject)).toEqual([
    'On sale: First and 2 more from your wishlist',
  ])
  expect((await mailsTo(wisher))[0]?.text).toContain('version 9.1')

  const fourth = await onSale('Fourth')
  await wish(wisher.id, fourth.id)
  await run()
  expect((await mailsTo(wisher)).length).toBe(1)
  await store.db.execute(sql`update wishlist_news set sent_at = now() - interval '8 days'`)
  await run()
  expect((await mailsTo(wisher)).map(({ subject }) => subject)).toEqual([
    'On sale: Fourth from your wishlist',
    'On sale: First and 2 more from your wishlist',
  ])
})

test('a sale that began before the mod was wished is not mailed', async () => {
  const [mod, wisher] = [await onSale('Known'), await newWisher()]
  await store.db.insert(wishlistItems).values({ userId: wisher.id, modId: mod.id })
  await run()
  expect(await mailsTo(wisher)).toEqual([])
})

test('a worker that is killed while it sends a wishlist mail never sends it twice', async () => {
  const [mod, wisher] = [await onSale('Kestrel R4'), await newWisher()]
  await wish(wisher.id, mod.id)
  await run()
  // As the killed worker left it: claimed, and the job still in the queue.
  const [row] = await store.db.select().from(wishlistNews)
  const letter = wishlistNewsMail([], SENDER, 'https://store.example/stop')
  const job = { to: wisher.email ?? '', userId: wisher.id, letter, mail: row?.mail ?? '' }
  await inTransaction(store.db, (tx) => queueMessage(tx, 'wishlist.send_news', job, { kind: 'wishlist', isBulk: true }))
  await runJobs(store)
  expect((await mailsTo(wisher)).length).toBe(1)
})

test('a customer who turns off wishlist mails before one is sent gets none', async () => {
  const [mod, wisher] = [await onSale('Kestrel R4'), await newWisher()]
  await wish(wisher.id, mod.id)
  const mailer = {
    ...store.services.mailer,
    send: () => Promise.reject(Object.assign(new Error('no'), { syscall: 'connect' })),
  }
  await inTransaction(store.db, (tx) => enqueue(tx, 'wishlist.mail_news', {}))
  await runJobs({ ...store, services: { ...store.services, mailer } })
  expect((await store.db.select().from(wishlistNews)).map(({ claimedAt }) => claimedAt)).toEqual([null])
  await store.db.update(users).set({ notificationChoices: {} }).where(eq(users.id, wisher.id))
  await store.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
  await runJobs(store)
  expect(await mailsTo(wisher)).toEqual([])
})

test('administrators see how many people wait for each mod', async () => {
  const admin = await newPerson(store, { isAdmin: true })
  const [wished, other] = [await onSale('Wished'), await onSale('Other')]
  for (const values of [{}, { notificationChoices: {} }]) await wish((await newWisher(values)).id, wished.id)
  await wish((await newWisher()).id, other.id)
  expect((await admin.call('GET', '/api/admin/wishlist')).json()).toEqual([
    { id: wished.id, title: 'Wished', wishes: 2, wantNews: 1 },
    { id: other.id, title: 'Other', wishes: 1, wantNews: 1 },
  ])
})
