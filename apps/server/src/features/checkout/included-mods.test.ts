import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { mods } from '@slipstream/db/tables/mods'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { users } from '@slipstream/db/tables/users'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import {
  AGREED,
  type Buyer,
  buy,
  checkOut,
  newBuyer,
  newKey,
  newMods,
  openEmptiedStore,
  quoteOf,
} from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'

const store = await openEmptiedStore()

const MEMBER = { premiumExpiresAt: new Date(Date.now() + 60 * MINUTE_MS) }

/** One mod that Premium includes, and one that it does not. */
const twoMods = async () => {
  const [included] = await newMods(store, [1_250], { includedWithPremium: true })
  const [plain] = await newMods(store, [2_000])
  if (!included || !plain) throw new Error('no mods')
  return { included, plain }
}
const setPremium = (buyer: Buyer, premiumExpiresAt: Date) =>
  store.db.update(users).set({ premiumExpiresAt }).where(eq(users.id, buyer.row.id))
const ordered = async () =>
  (await store.db.select({ modId: orderItems.modId }).from(orderItems)).map((item) => item.modId)

test('an included mod in a member’s cart is shown, neither ordered nor charged, and stays in the cart', async () => {
  const { included, plain } = await twoMods()
  const member = await newBuyer(store, [included, plain], MEMBER)
  expect(await quoteOf(member)).toMatchObject({
    lines: [{ modId: plain.id, paysCents: 2_000 }],
    included: [{ modId: included.id, title: included.title }],
    totalCents: 2_000,
    problem: null,
  })
  await buy(store, member)
  expect(await ordered()).toEqual([plain.id])
  expect((await store.stripe.money())?.paid).toBe(2_000)
  expect((await member.call('GET', '/api/cart')).json()).toMatchObject([{ modId: included.id }])
  await expectMoneyIsRight(store)
})

test('a cart with nothing but included mods cannot be checked out, and the answer says why', async () => {
  const { included } = await twoMods()
  const member = await newBuyer(store, [included], MEMBER)
  expect(await quoteOf(member)).toMatchObject({ lines: [], totalCents: 0, problem: 'checkout.all_included' })
  expect((await checkOut(member)).json()).toMatchObject({ code: 'checkout.all_included' })
  expect(await store.db.select().from(orders)).toEqual([])
})

test.each([
  ['begins', new Date(0), MEMBER.premiumExpiresAt],
  ['ends', MEMBER.premiumExpiresAt, new Date(0)],
])('nothing is bought if Premium %s between the quote and the order', async (_, before, after) => {
  const { included, plain } = await twoMods()
  const buyer = await newBuyer(store, [included, plain], { premiumExpiresAt: before })
  const { quote } = await quoteOf(buyer)
  await setPremium(buyer, after)
  const late = await buyer.call('POST', '/api/checkout', { key: newKey(), quote, consents: AGREED })
  expect(late.json()).toMatchObject({ code: 'checkout.changed' })
  expect(await ordered()).toEqual([])
})

test('members pay full price for a mod that Premium no longer includes', async () => {
  const { included } = await twoMods()
  const member = await newBuyer(store, [included], MEMBER)
  await store.db.update(mods).set({ includedWithPremium: false })
  expect(await quoteOf(member)).toMatchObject({ lines: [{ modId: included.id }], included: [], totalCents: 1_250 })
})

test('a member who owns an included mod is told that they own it', async () => {
  const { included } = await twoMods()
  const member = await newBuyer(store, [included], MEMBER)
  await createPurchase(store.db, { userId: member.row.id, mod: included })
  expect(await quoteOf(member)).toMatchObject({ lines: [{ isOwned: true }], included: [], problem: 'checkout.owned' })
})

test('a person who has a mod only through Premium can still buy it', async () => {
  const { included } = await twoMods()
  const buyer = await newBuyer(store, [], MEMBER)
  const added = await buyer.call('POST', '/api/cart', { modId: included.id, buyToKeep: true })
  expect(added.statusCode, added.body).toBe(200)
  await buy(store, buyer)
  await setPremium(buyer, new Date(0))
  expect((await buyer.call('GET', '/api/locker')).json()).toMatchObject({
    items: [{ modId: included.id, source: 'purchase', premiumUntil: null }],
  })
  await expectMoneyIsRight(store)
})
