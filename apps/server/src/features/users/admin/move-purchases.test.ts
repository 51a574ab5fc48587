import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import type { UserEvent } from '@slipstream/contract/users-detail'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { orders } from '@slipstream/db/tables/orders'
import { reviews } from '@slipstream/db/tables/reviews'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { createReview } from '@slipstream/db/testing/catalogue-factories'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { createSubscription } from '@slipstream/db/testing/subscription-factories'
import { buy, type Buyer, newBuyer, newMods, openEmptiedStore, startOrder } from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { runJobs } from '#testing/run-jobs.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = await openEmptiedStore()
let admin: Buyer
let to: Buyer
beforeEach(async () => {
  admin = await newBuyer(store, [], { isAdmin: true })
  to = await newBuyer(store, [])
})

const REASON = 'Bought with the wrong account'
const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const move = (from: Buyer, username = to.row.username) =>
  admin.call('POST', `/api/admin/users/${from.row.id}/move-purchases`, { username, reason: REASON })
const locker = async ({ call }: Buyer) =>
  (await call('GET', '/api/locker')).json<{ items: { modId: number }[] }>().items.map(({ modId }) => modId)
const timeline = async ({ row }: Buyer) =>
  (await admin.call('GET', `/api/admin/users/${row.id}/timeline`))
    .json<{ items: UserEvent[] }>()
    .items.map(({ what }) => what)

/** A person with one paid order. */
const newOwner = async () => {
  const [mod] = await newMods(store, [1_250])
  const from = await newBuyer(store, mod ? [mod] : [])
  const { number, session } = await buy(store, from)
  await store.stripe.settled()
  return { from, mod: mod?.id ?? 0, number, session }
}

test('moved purchases are in the other account’s locker, and a later refund at Stripe reaches them', async () => {
  const { from, mod, number, session } = await newOwner()
  const answer = await move(from)
  expect(answer.json()).toEqual({ orders: 1, mods: 1, subscriptions: 0 })
  expect([await locker(from), await locker(to)]).toEqual([[], [mod]])
  expect((await to.call('GET', `/api/orders/${number}`)).statusCode).toBe(200)
  expect((await from.call('GET', `/api/orders/${number}`)).statusCode).toBe(404)
  const [order] = await store.db.select().from(orders)
  expect(order).toMatchObject({ userId: to.row.id, placedById: from.row.id, email: to.row.email })
  expect(await timeline(from)).toContain('move purchases')
  expect(await timeline(to)).toContain('receive purchases')

  await store.stripe.refund(session)
  await store.stripe.settled()
  await runJobs(store)
  const [refunded] = await store.db.select().from(orders)
  expect(refunded?.status).toBe('refunded')
  expect(await locker(to)).toEqual([])
  expect(await store.db.$count(orders, sql`exists (select from order_events where what = 'payment_differs')`)).toBe(0)
})

test('orders of two accounts that a browser placed with the same key can be moved together', async () => {
  const { from } = await newOwner()
  await store.db.execute(sql`insert into orders (user_id, client_key, quote, status, subtotal_cents, total_cents,
      consent_version, consented_at)
    select ${to.row.id}, client_key, quote, 'canceled', 0, 0, consent_version, consented_at from orders`)
  expect((await move(from)).json()).toMatchObject({ orders: 1 })
})

test('a moved order can be moved back', async () => {
  const { from, mod } = await newOwner()
  await move(from)
  expect((await move(to, from.row.username)).statusCode).toBe(200)
  expect([await locker(from), await locker(to)]).toEqual([[mod], []])
  expect((await store.db.select().from(orders))[0]).toMatchObject({ userId: from.row.id, placedById: from.row.id })
})

test('moving purchases mails the account that they leave', async () => {
  const { from } = await newOwner()
  await move(from)
  await runJobs(store)
  const told = (await readMailbox(from.row.email ?? '')).filter(({ text }) =>
    text.includes('were moved to another account'),
  )
  expect(told).toHaveLength(1)
})

test('the subscription moves with its Premium', async () => {
  const from = await newBuyer(store, [])
  const { subscription } = await createSubscription(store.db, { userId: from.row.id, email: from.row.email })
  const until = subscription.accessUntil
  await store.db.update(users).set({ premiumExpiresAt: until }).where(eq(users.id, from.row.id))
  expect((await move(from)).json()).toEqual({ orders: 0, mods: 0, subscriptions: 1 })
  const premium = async ({ row }: Buyer) =>
    (await store.db.select().from(users).where(eq(users.id, row.id)))[0]?.premiumExpiresAt
  expect([await premium(from), await premium(to)]).toEqual([null, until])
  const [moved] = await store.db.select().from(subscriptions)
  expect(moved).toMatchObject({ userId: to.row.id, email: to.row.email, version: subscription.version + 1 })
})

test('a review of the old account no longer counts as a verified purchase', async () => {
  const { from, mod } = await newOwner()
  const review = await createReview(store.db, { modId: mod, userId: from.row.id, isVerified: true })
  await move(from)
  const [after] = await store.db.select().from(reviews).where(eq(reviews.id, review.id))
  expect(after?.isVerified).toBe(false)
})

test('moving a mod that both accounts own is refused, and nothing moves', async () => {
  const { from, mod } = await newOwner()
  await createPurchase(store.db, { userId: to.row.id, mod: { id: mod, title: 'A mod' } })
  const answer = await move(from)
  expect(outcome(answer)).toEqual([409, 'users.owned_twice'])
  expect(answer.json<{ message: string }>().message).toContain('Both accounts own')
  expect(await store.db.$count(entitlements, eq(entitlements.userId, from.row.id))).toBe(1)
  expect(await store.db.$count(orders, eq(orders.userId, from.row.id))).toBe(1)
})

test('a move with two running subscriptions, an open payment or nothing to move is refused', async () => {
  const { from } = await newOwner()
  for (const { row } of [from, to]) await createSubscription(store.db, { userId: row.id })
  expect(outcome(await move(from))).toEqual([409, 'users.subscribed_twice'])

  const [mod] = await newMods(store, [500])
  const paying = await newBuyer(store, mod ? [mod] : [])
  await startOrder(paying)
  expect(outcome(await move(paying))).toEqual([409, 'users.payment_is_open'])
  expect(outcome(await move(await newBuyer(store, [])))).toEqual([409, 'users.nothing_to_move'])
})

test('purchases move only to another existing account that can sign in', async () => {
  const { from } = await newOwner()
  expect(outcome(await move(from, 'nobody_here'))).toEqual([404, 'users.no_target'])
  expect(outcome(await move(from, from.row.username.toUpperCase()))).toEqual([409, 'users.same_account'])
  await store.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, to.row.id))
  expect(outcome(await move(from))).toEqual([404, 'users.no_target'])
})

test('of two concurrent moves, one moves everything and the other finds nothing to move', async () => {
  const { from } = await newOwner()
  const third = await newBuyer(store, [])
  const answers = await Promise.all([move(from), move(from, third.row.username)])
  expect(answers.map((answer) => outcome(answer)).sort()).toEqual([
    [200, undefined],
    [409, 'users.nothing_to_move'],
  ])
})

test('moving purchases needs a recent reauthentication', async () => {
  const { from } = await newOwner()
  await store.db.execute(sql`update sessions set proven_at = now() - interval '11 minutes'`)
  store.services.auth.identity.forget(admin.row.id)
  expect(outcome(await move(from))).toEqual([403, 'auth.proof_required'])
})
