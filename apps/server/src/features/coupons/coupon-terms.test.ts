import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Coupon } from '@slipstream/contract/coupons'
import { inTransaction } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { createCoupon } from '@slipstream/db/testing/order-factories'
import {
  AGREED,
  buy,
  complete,
  fillCart,
  newBuyer,
  newKey,
  newMods,
  openEmptiedStore,
  quoteOf,
  startOrder,
} from '#testing/buying-store.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { untilWaiting } from '#testing/until-waiting.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const change = (id: number, terms: object) => desk.call('PATCH', `/api/admin/coupons/${id}`, terms)

describe('the coupon limit per person', () => {
  test('the limit per person ignores other people, other coupons and abandoned payments', async () => {
    const mods = await newMods(store, [2_000, 1_000])
    const [one, two] = mods
    if (!one || !two) throw new Error('no mods')
    await createCoupon(store.db, { code: 'ONCE', perUserLimit: 1 })
    await createCoupon(store.db, { code: 'OTHER' })
    await buy(store, await newBuyer(store, mods), { coupon: 'ONCE' })
    const buyer = await newBuyer(store, [one])
    await buy(store, buyer, { coupon: 'OTHER' })
    await fillCart(store, buyer.row.id, [two])
    const { session } = await startOrder(buyer, { coupon: 'ONCE' })
    await store.stripe.expire(session)
    expect((await complete(buyer, session)).json()).toMatchObject({ status: 'canceled' })
    expect(await quoteOf(buyer, 'ONCE')).toMatchObject({ couponProblem: null, totalCents: 900 })
  })
})

test('after twenty wrong codes in an hour a buyer’s guesses are refused, and other buyers are not affected', async () => {
  const mods = await newMods(store, [2_000])
  await createCoupon(store.db, { code: 'SECRET' })
  const buyer = await newBuyer(store, mods)
  // A real code does not count as a guess.
  for (let time = 0; time < 3; time += 1) {
    expect(await quoteOf(buyer, 'SECRET')).toMatchObject({ couponProblem: null, totalCents: 1_800 })
  }
  const { quote } = await quoteOf(buyer)
  const guess = () => buyer.call('POST', '/api/checkout', { key: newKey(), quote, coupon: 'NOSUCH', consents: AGREED })
  for (let time = 0; time < 10; time += 1) {
    expect(await quoteOf(buyer, `GUESS${time}`)).toMatchObject({ couponProblem: 'coupon.unknown' })
    expect((await guess()).json()).toMatchObject({ code: 'coupon.unknown' })
  }
  const refused = { couponProblem: 'coupon.too_many_guesses', coupon: null, totalCents: 2_000 }
  expect(await quoteOf(buyer, 'SECRET')).toMatchObject(refused)
  expect((await guess()).json()).toMatchObject({ code: 'coupon.too_many_guesses' })
  expect(await quoteOf(buyer)).toMatchObject({ couponProblem: null, totalCents: 2_000 })
  expect(await quoteOf(await newBuyer(store, mods), 'SECRET')).toMatchObject({ couponProblem: null })
})

test('a coupon swapped for one of the same value invalidates the quote', async () => {
  const buyer = await newBuyer(store, await newMods(store, [2_000]))
  await createCoupon(store.db, { code: 'SHOWN' })
  await createCoupon(store.db, { code: 'OTHER' })
  const { quote } = await quoteOf(buyer, 'SHOWN')
  const answer = await buyer.call('POST', '/api/checkout', { key: newKey(), quote, coupon: 'OTHER', consents: AGREED })
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'checkout.changed'])
})

describe('coupon administration', () => {
  test('administrators may lower a coupon’s limit to the number of uses, which ends the coupon', async () => {
    const { id } = await createCoupon(store.db, { code: 'USED', used: 3, maxUses: 9 })
    expect((await change(id, { maxUses: 3 })).json()).toMatchObject({ maxUses: 3, used: 3 })
    const buyer = await newBuyer(store, await newMods(store, [2_000]))
    expect(await quoteOf(buyer, 'USED')).toMatchObject({ couponProblem: 'coupon.used_up' })
  })

  test('changing a coupon’s limit waits for a purchase that is claiming a use', async () => {
    const { id } = await createCoupon(store.db, { code: 'BUSY', used: 3, maxUses: 9 })
    const late = await inTransaction(store.db, async (tx) => {
      await tx
        .update(coupons)
        .set({ used: sql`${coupons.used} + 1` })
        .where(eq(coupons.id, id))
      const coming = change(id, { maxUses: 3 })
      await untilWaiting(store)
      return { coming }
    })
    const answer = await late.coming
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'coupon.below_used'])
  })

  test('the coupon list pages without duplicates or gaps', async () => {
    for (let made = 0; made < 120; made++) await createCoupon(store.db, { code: `MANY-${made}` })
    const seen: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const answer = await desk.call('GET', `/api/admin/coupons${after === '' ? '' : `?after=${after}`}`)
      const page = answer.json<{ items: Coupon[]; next: string | null }>()
      seen.push(...page.items.map(({ code }) => code))
      expect(seen.length).toBeLessThanOrEqual(120)
      after = page.next
    }
    expect(new Set(seen).size).toBe(120)
  })
})
