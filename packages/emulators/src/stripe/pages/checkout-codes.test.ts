import type Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { buyerOf, DECLINED } from '../testing/buyer.ts'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'

const emulator = await stripeForThisFile()
const { stripe } = emulator
const buyer = buyerOf(emulator.address)
beforeEach(() => emulator.control.reset())

const newSession = (given: Stripe.Checkout.SessionCreateParams = { allow_promotion_codes: true }) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [999, 501, 333].map((unit_amount) => ({
      quantity: 1,
      price_data: { currency: 'usd', unit_amount, product_data: { name: 'Coupé' } },
    })),
    success_url: 'https://store.example/thanks',
    ...given,
  })
const newCode = async (code: string, given: Stripe.CouponCreateParams, limits: { max_redemptions?: number } = {}) => {
  const coupon = await stripe.coupons.create(given)
  return stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code, ...limits })
}
const read = ({ id }: { id: string }) => stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] })
const redeemed = async ({ id }: { id: string }) => (await stripe.promotionCodes.retrieve(id)).times_redeemed
const paid = async () => (await emulator.control.money()).usd?.paid ?? 0

test('a promotion code in any case is applied to the lines and can be removed', async () => {
  const code = await newCode('SUMMER33', { percent_off: 33 })
  const session = await newSession()
  expect(await buyer.applyCode(session, ' summer33 ')).toMatchObject({ status: 303, location: `/c/pay/${session.id}` })
  const { page } = await buyer.open(session)
  expect(page).toContain('SUMMER33 (33% off)')
  expect(page).toContain('−$6.05')
  expect(page).toContain('Pay $12.28')

  const discounted = await read(session)
  expect(discounted).toMatchObject({
    amount_subtotal: 1_833,
    amount_total: 1_228,
    total_details: { amount_discount: 605 },
    discounts: [{ coupon: null, promotion_code: code.id }],
  })
  const lines = discounted.line_items?.data ?? []
  expect(lines.reduce((sum, { amount_discount }) => sum + amount_discount, 0)).toBe(605)
  expect(lines.reduce((sum, { amount_total }) => sum + amount_total, 0)).toBe(1_228)

  await buyer.removeCode(session)
  expect(await read(session)).toMatchObject({ amount_total: 1_833, discounts: [] })
  expect(await redeemed(code)).toBe(0)
})

test('a promotion code is redeemed by the payment, not by entering it', async () => {
  const code = await newCode('ONCE', { percent_off: 50 }, { max_redemptions: 1 })
  const [first, second] = [await newSession(), await newSession()]
  await buyer.applyCode(first, 'ONCE')
  await buyer.applyCode(second, 'ONCE')
  await buyer.submit(first)
  expect(await redeemed(code)).toBe(1)

  const { page } = await buyer.submit(second)
  expect(page).toContain('This promotion code cannot be redeemed: ONCE')
  expect(await read(second)).toMatchObject({ status: 'open', payment_intent: null })
  await buyer.removeCode(second)
  await buyer.submit(second)
  expect(await paid()).toBe(916 + 1_833)
  expect(await redeemed(code)).toBe(1)
})

test('a code entered after a decline lowers the next payment', async () => {
  await newCode('HALF', { percent_off: 50 })
  const session = await newSession()
  await buyer.submit(session, { number: DECLINED })
  await buyer.applyCode(session, 'HALF')
  await buyer.submit(session)
  expect(await paid()).toBe(916)
})

test('a full discount after a decline cancels the payment', async () => {
  await newCode('FREE', { percent_off: 100 })
  const session = await newSession()
  await buyer.submit(session, { number: DECLINED })
  await buyer.applyCode(session, 'FREE')
  await buyer.submit(session, { number: '', expiry: '', cvc: '' })
  expect(await read(session)).toMatchObject({ payment_status: 'no_payment_required', payment_intent: null })
  expect((await stripe.paymentIntents.list()).data).toMatchObject([{ status: 'canceled' }])
})

test.each([
  ['is unknown', 'NOTHING', 'This code is invalid.'],
  ['leaves less than a card can pay', 'ALMOST', 'must add up to at least $0.50 usd'],
  ['is for another currency', 'EURO', 'is not that of the payment'],
])('a code that %s is refused, and typed values stay', async (_what, code, reason) => {
  await newCode('ALMOST', { amount_off: 1_800, currency: 'usd' })
  await newCode('EURO', { amount_off: 500, currency: 'eur' })
  const session = await newSession()
  const { page } = await buyer.applyCode(session, code)
  expect(page).toContain(reason)
  expect(page).toContain(`value="${code}"`)
  expect(await read(session)).toMatchObject({ amount_total: 1_833, discounts: [] })
})

test("a page without a code field accepts no code, and the store's discount cannot be removed", async () => {
  const coupon = await stripe.coupons.create({ percent_off: 50, name: 'Season' })
  await newCode('SUMMER', { percent_off: 90 })
  const session = await newSession({ discounts: [{ coupon: coupon.id }] })
  const { page } = await buyer.open(session)
  expect(page).toContain('Season (50% off)')
  expect(page).not.toContain('Promotion code')
  await buyer.removeCode(session)
  await buyer.applyCode(session, 'SUMMER')
  expect(await read(session)).toMatchObject({ amount_total: 916 })
})
