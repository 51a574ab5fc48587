import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, inject } from 'vitest'
import type { Quote } from '@slipstream/contract/checkout'
import { inTransaction } from '@slipstream/db/client'
import { cartItems } from '@slipstream/db/tables/cart'
import type { mods } from '@slipstream/db/tables/mods'
import { sessions } from '@slipstream/db/tables/auth'
import { users } from '@slipstream/db/tables/users'
import { createCategory, createMod } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { issueBearer, startSession } from '#features/auth/sessions.service.ts'
import { hashOf, newSecret } from '#features/auth/secret.ts'
import { freePort } from './free-port.ts'
import { startOwnStripe } from './own-stripe.ts'
import { freshName, withToken } from './people.ts'
import { openTestStore, type TestStore } from './test-store.ts'

/** A listening store with its own Stripe that sends webhooks to it. */
export const openBuyingStore = async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/api/webhooks/stripe`
  const stripe = await startOwnStripe({ url, secret: inject('environment').STRIPE_WEBHOOK_SECRET ?? '' })
  const store = await openTestStore({}, { STRIPE_API_URL: stripe.address, COUNTRY_HEADER: 'X-Country' })
  await store.app.listen({ host: '127.0.0.1', port })
  return {
    ...store,
    stripe,
    /** What the payment services need. */
    payments: { db: store.db, stripe: store.services.stripe, publicUrl: store.config.publicUrl },
    empty: async () => {
      // First, or an event on its way would be stored in the emptied store.
      await stripe.reset()
      await store.empty()
      await store.db.execute('delete from graphile_worker._private_jobs')
    },
    close: async () => {
      await store.close()
      await stripe.close()
    },
  }
}
export type BuyingStore = Awaited<ReturnType<typeof openBuyingStore>>

/** The store of a test file, emptied before each test. */
export const openEmptiedStore = async (): Promise<BuyingStore> => {
  const store = await openBuyingStore()
  beforeEach(store.empty)
  afterAll(store.close)
  return store
}

/** Mods at these prices. */
export const newMods = async (
  { db }: Pick<TestStore, 'db'>,
  prices: readonly number[],
  values: Partial<typeof mods.$inferInsert> = {},
) => {
  const category = await createCategory(db)
  const made = []
  for (const priceCents of prices) made.push(await createMod(db, { categoryId: category.id, priceCents, ...values }))
  return made
}

/** A signed-in buyer with these mods in the cart. */
export const newBuyer = async (
  { app, db }: Pick<TestStore, 'app' | 'db'>,
  cart: readonly { id: number }[],
  values: Partial<typeof users.$inferInsert> = {},
) => {
  const row = await createUser(db, { username: freshName(), ...values })
  const token = await newToken({ db }, row)
  await fillCart({ db }, row.id, cart)
  return { row, token, call: withToken(app, token) }
}
export type Buyer = Awaited<ReturnType<typeof newBuyer>>

/** Signs a person in without a password. */
export const newToken = ({ db }: Pick<TestStore, 'db'>, { id, isAdmin }: { id: number; isAdmin: boolean }) =>
  inTransaction(db, async (tx) => {
    const device = { ip: '127.0.0.1', userAgent: 'a test' }
    const { session } = await startSession(tx, { userId: id, method: 'password', ...device })
    return issueBearer(tx, session, { isAdmin })
  })

/** Many buyers at once. */
export const newBuyers = async (
  { app, db }: Pick<TestStore, 'app' | 'db'>,
  many: number,
  cart: readonly { id: number }[],
): Promise<Buyer[]> => {
  const people = Array.from({ length: many }, () => {
    const username = freshName()
    return { username, email: `${username}@customer.example`, emailVerifiedAt: new Date() }
  })
  const rows = await db.insert(users).values(people).returning()
  const tokens = rows.map(() => newSecret())
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000)
  await db.insert(sessions).values(
    rows.map(({ id }, place) => ({
      userId: id,
      cookieHash: hashOf(newSecret()),
      bearerHash: hashOf(tokens[place] ?? ''),
      bearerExpiresAt: tomorrow,
      method: 'password' as const,
      ip: '127.0.0.1',
      userAgent: 'a test',
      expiresAt: tomorrow,
    })),
  )
  const inCarts = rows.flatMap((row) => cart.map(({ id }) => ({ userId: row.id, modId: id })))
  if (inCarts.length > 0) await db.insert(cartItems).values(inCarts)
  return rows.map((row, place) => ({ row, token: tokens[place] ?? '', call: withToken(app, tokens[place] ?? '') }))
}

export const fillCart = async ({ db }: Pick<TestStore, 'db'>, userId: number, cart: readonly { id: number }[]) => {
  if (cart.length > 0) await db.insert(cartItems).values(cart.map(({ id }) => ({ userId, modId: id })))
}

export const newKey = () => randomUUID()

export const AGREED = { delivery: true, withdrawal: true }

export const quoteOf = async ({ call }: Buyer, coupon?: string): Promise<Quote> => {
  const answer = await call('GET', `/api/checkout/quote${coupon === undefined ? '' : `?coupon=${coupon}`}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Quote>()
}

/** Like the page: shows the quote, then buys exactly that. */
export const checkOut = async (buyer: Buyer, { key = newKey(), coupon }: { key?: string; coupon?: string } = {}) => {
  const { quote } = await quoteOf(buyer, coupon)
  return buyer.call('POST', '/api/checkout', { key, quote, consents: AGREED, ...(coupon !== undefined && { coupon }) })
}

/** An order that waits for its payment at Stripe. */
export const startOrder = async (buyer: Buyer, options: { key?: string; coupon?: string } = {}) => {
  const answer = await checkOut(buyer, options)
  expect(answer.statusCode, answer.body).toBe(200)
  const { orderNumber, url } = answer.json<{ orderNumber: string; url: string | null }>()
  return { number: orderNumber, url: url ?? '', session: url?.split('/').at(-1) ?? '' }
}

/** Like a patient browser: repeats a request while the store is busy. */
export const untilAnswered = async <Answer extends { statusCode: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  for (;;) {
    const answer = await ask()
    if (answer.statusCode !== 503) return answer
    await sleep(200)
  }
}

export const complete = (buyer: Buyer, session: string) =>
  buyer.call('POST', '/api/purchase/complete', { transactionId: session })

/** From the cart to the locker. */
export const buy = async (
  store: Pick<BuyingStore, 'stripe'>,
  buyer: Buyer,
  options: { coupon?: string; card?: string } = {},
) => {
  const order = await startOrder(buyer, options)
  await store.stripe.pay(order.session, options.card)
  const answer = await complete(buyer, order.session)
  expect(answer.json(), answer.body).toMatchObject({ orderNumber: order.number, status: 'paid' })
  return order
}
