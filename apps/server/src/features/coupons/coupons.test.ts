import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { coupons } from '@slipstream/db/tables/coupons'
import { orders } from '@slipstream/db/tables/orders'
import { createCoupon } from '@slipstream/db/testing/order-factories'
import {
  AGREED,
  buy,
  checkOut,
  complete,
  fillCart,
  newBuyer,
  newBuyers,
  newKey,
  newMods,
  openEmptiedStore,
  quoteOf,
  startOrder,
  untilAnswered,
} from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { RACE_ROUNDS } from '#testing/rounds.ts'
import { runJobs } from '#testing/run-jobs.ts'

// A thousand checkouts take minutes while other programs use the processor.
vi.setConfig({ testTimeout: 600_000 * Math.max(1, RACE_ROUNDS) })

const store = await openEmptiedStore()

const usedOf = async (code: string) => {
  const [coupon] = await store.db.select({ used: coupons.used }).from(coupons).where(eq(coupons.code, code))
  return coupon?.used
}

describe('T-COUPON: the last uses of a coupon', () => {
  test.each([
    [1, 100],
    [10, 1_000],
  ])('T-COUPON: exactly %d of %d concurrent buyers get a use', async (maxUses, claimants) => {
    for (let round = 1; round <= RACE_ROUNDS; round++) {
      await store.empty()
      const mods = await newMods(store, [2_000])
      await createCoupon(store.db, { code: 'RUSH', percent: 50, maxUses })
      const buyers = await newBuyers(store, claimants, mods)
      const [first] = buyers
      if (!first) throw new Error('no buyers')
      // Equal carts have equal quote names.
      const { quote } = await quoteOf(first, 'rush')
      const answers = await Promise.all(
        buyers.map((buyer) =>
          untilAnswered(() =>
            buyer.call('POST', '/api/checkout', { key: newKey(), quote, coupon: 'RUSH', consents: AGREED }),
          ),
        ),
      )
      const winners = answers.filter(({ statusCode }) => statusCode === 200)
      const losers = answers.filter((answer) => answer.json<{ code?: string }>().code === 'coupon.used_up')
      expect([winners.length, losers.length]).toEqual([maxUses, claimants - maxUses])
      expect(await usedOf('RUSH')).toBe(maxUses)
      expect(await store.db.select().from(orders)).toHaveLength(maxUses)
      await expectMoneyIsRight(store)
    }
  })

  test('[OWN-07] T-COUPON: the limit per person holds, even for concurrent checkouts', async () => {
    const [one, two, three] = await newMods(store, [2_000, 1_000, 900])
    if (!one || !two || !three) throw new Error('no mods')
    await createCoupon(store.db, { code: 'TWICE', perUserLimit: 2 })
    const buyer = await newBuyer(store, [one])
    await buy(store, buyer, { coupon: 'TWICE' })
    await fillCart(store, buyer.row.id, [two])
    await buy(store, buyer, { coupon: 'TWICE' })
    await fillCart(store, buyer.row.id, [three])
    expect(await quoteOf(buyer, 'TWICE')).toMatchObject({ couponProblem: 'coupon.used_by_you', totalCents: 900 })
    const { quote } = await quoteOf(buyer, 'TWICE')
    const checkOutAgain = () =>
      untilAnswered(() =>
        buyer.call('POST', '/api/checkout', { key: newKey(), quote, coupon: 'TWICE', consents: AGREED }),
      )
    // At most twenty codes of one buyer are checked in parallel.
    const tries = []
    for (let round = 0; round < 5; round += 1) {
      tries.push(...(await Promise.all(Array.from({ length: 10 }, checkOutAgain))))
    }
    expect(new Set(tries.map((answer) => answer.json<{ code: string }>().code))).toEqual(
      new Set(['coupon.used_by_you']),
    )
    expect(await usedOf('TWICE')).toBe(2)
    expect(await store.stripe.money()).toMatchObject({ paid: 1_800 + 900 })
    await expectMoneyIsRight(store)
  })

  test('T-COUPON: an abandoned payment releases its use once', async () => {
    const mods = await newMods(store, [2_000])
    await createCoupon(store.db, { code: 'ONE', maxUses: 1 })
    const [first, second] = [await newBuyer(store, mods), await newBuyer(store, mods)]
    const { session } = await startOrder(first, { coupon: 'ONE' })
    expect(await usedOf('ONE')).toBe(1)
    expect(await quoteOf(second, 'ONE')).toMatchObject({ couponProblem: 'coupon.used_up' })
    await store.stripe.treatDeliveries({ copies: 5 })
    await store.stripe.expire(session)
    await store.stripe.settled()
    await runJobs(store)
    expect((await complete(first, session)).json()).toMatchObject({ status: 'canceled' })
    expect(await usedOf('ONE')).toBe(0)
    await buy(store, second, { coupon: 'ONE' })
    expect(await usedOf('ONE')).toBe(1)
    await expectMoneyIsRight(store)
  })

  test('T-COUPON: a buyer can change the cart while their open payment holds the last use of a coupon', async () => {
    const [one, two] = await newMods(store, [2_000, 1_000])
    if (!one || !two) throw new Error('no mods')
    await createCoupon(store.db, { code: 'LAST', maxUses: 1, perUserLimit: 1 })
    const buyer = await newBuyer(store, [one])
    await startOrder(buyer, { coupon: 'LAST' })
    await fillCart(store, buyer.row.id, [two])
    expect(await quoteOf(buyer, 'LAST')).toMatchObject({ couponProblem: null, totalCents: 2_700 })
    await buy(store, buyer, { coupon: 'LAST' })
    expect(await usedOf('LAST')).toBe(1)
    expect(await store.stripe.money()).toMatchObject({ paid: 2_700, payments: 1 })
    await expectMoneyIsRight(store)
  })
})

describe('a coupon code', () => {
  test('[CAP-28] [OWN-06] a coupon code works in any capitalization, and the charge matches what was shown', async () => {
    const buyer = await newBuyer(store, await newMods(store, [1_999, 1_001]))
    await createCoupon(store.db, { code: 'SPRING-15', percent: 15 })
    const quote = await quoteOf(buyer, 'spring-15')
    expect(quote).toMatchObject({
      coupon: { code: 'SPRING-15', label: '15% off' },
      couponCents: 450,
      totalCents: 2_550,
    })
    await buy(store, buyer, { coupon: 'spring-15' })
    expect(await store.stripe.money()).toMatchObject({ paid: 2_550 })
    await expectMoneyIsRight(store)
  })

  test('a coupon that covers everything makes the order free', async () => {
    const buyer = await newBuyer(store, await newMods(store, [1_999]))
    await createCoupon(store.db, { code: 'GIFT', kind: 'amount', amountCents: 5_000 })
    const answer = await checkOut(buyer, { coupon: 'GIFT' })
    expect(answer.json()).toMatchObject({ url: null })
    expect(await store.stripe.sessions()).toEqual([])
    await expectMoneyIsRight(store)
  })

  test.each([
    ['NOBODY', {}, 'coupon.unknown'],
    ['OFF', { code: 'OFF', isActive: false }, 'coupon.over'],
    ['LATER', { code: 'LATER', startsAt: new Date(Date.now() + 86_400_000) }, 'coupon.over'],
    ['BEFORE', { code: 'BEFORE', endsAt: new Date(Date.now() - 86_400_000) }, 'coupon.over'],
  ])('coupon %s takes nothing off and says why', async (code, values, problem) => {
    const buyer = await newBuyer(store, await newMods(store, [1_250]))
    if ('code' in values) await createCoupon(store.db, values)
    expect(await quoteOf(buyer, code)).toMatchObject({ couponProblem: problem, coupon: null, totalCents: 1_250 })
    const answer = await checkOut(buyer, { coupon: code })
    expect([answer.statusCode, answer.json().code]).toEqual([409, problem])
  })
})

describe('coupon administration', () => {
  const NEW = {
    code: 'launch-20',
    discount: { kind: 'percent', percent: 20 },
    startsAt: null,
    endsAt: null,
    maxUses: 5,
    perUserLimit: 1,
    isActive: true,
    note: 'For the newsletter',
  }

  test('administrators create, find and change coupons, and each change is audited', async () => {
    const admin = await newBuyer(store, [], { isAdmin: true })
    const made = await admin.call('POST', '/api/admin/coupons', NEW)
    expect(made.json(), made.body).toMatchObject({
      code: 'LAUNCH-20',
      percent: 20,
      amountCents: null,
      used: 0,
      maxUses: 5,
    })
    const again = await admin.call('POST', '/api/admin/coupons', NEW)
    expect([again.statusCode, again.json().code]).toEqual([409, 'coupon.code_taken'])
    const { id } = made.json<{ id: number }>()
    const changed = await admin.call('PATCH', `/api/admin/coupons/${id}`, { isActive: false, maxUses: null })
    expect(changed.json()).toMatchObject({ isActive: false, maxUses: null, perUserLimit: 1 })
    expect((await admin.call('PATCH', `/api/admin/coupons/${id}`, {})).statusCode).toBe(200)
    const found = await admin.call('GET', '/api/admin/coupons?q=laun')
    expect(found.json()).toMatchObject({ items: [{ code: 'LAUNCH-20' }], next: null })
    expect((await admin.call('GET', '/api/admin/coupons?q=%25')).json()).toMatchObject({ items: [] })
    const { rows } = await store.db.execute(sql`select action, subject_name from audit_log order by id`)
    expect(rows).toEqual([
      { action: 'create', subject_name: 'LAUNCH-20' },
      { action: 'edit', subject_name: 'LAUNCH-20' },
    ])
  })

  test('administrators cannot set a limit below the number of uses or create an invalid coupon', async () => {
    const admin = await newBuyer(store, [], { isAdmin: true })
    const { id } = await createCoupon(store.db, { code: 'USED', used: 3, maxUses: 9 })
    const answer = await admin.call('PATCH', `/api/admin/coupons/${id}`, { maxUses: 2 })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'coupon.below_used'])
    for (const discount of [
      { kind: 'percent', percent: 101 },
      { kind: 'amount', amountCents: 0 },
      { kind: 'percent' },
      {},
    ]) {
      expect((await admin.call('POST', '/api/admin/coupons', { ...NEW, discount })).statusCode).toBe(400)
    }
    expect((await admin.call('PATCH', '/api/admin/coupons/999', { isActive: true })).statusCode).toBe(404)
  })
})
