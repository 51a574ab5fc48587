import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { HOUR_MS } from '@slipstream/contract/durations'
import { planPrices, subscriptionChanges, subscriptionPlans } from '@slipstream/db/tables/subscriptions'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { alterAtStripe } from '#testing/altered-stripe.ts'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { subjectsTo } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import {
  act,
  confirm,
  declineCard,
  newChanger,
  newPlanned,
  quoteOf,
  readStripe,
  statesOf,
} from '#testing/plan-changes.ts'
import { mineOf, premiumOf, readRow, settle } from '#testing/subscribers.ts'

const store = await openEmptiedStore()

const changePlan = (id: number, values: Partial<typeof subscriptionPlans.$inferInsert>) =>
  store.db.update(subscriptionPlans).set(values).where(eq(subscriptionPlans.id, id))

describe('a change to a more expensive plan', () => {
  test('a more expensive plan with the same interval begins at once, for the amount that was shown', async () => {
    const { buyer, row, dearer } = await newChanger(store)
    const quote = await quoteOf(buyer, dearer.id)
    expect(quote).toMatchObject({
      timing: 'now',
      dueCents: 1_000,
      creditCents: 500,
      renewsAt: row.paidThrough?.toISOString(),
      plan: { planName: 'Premium Plus', amountCents: 3_000 },
    })
    expect((await readStripe(store)).paid, 'a quote charges nothing').toEqual([1_000])
    expect(await confirm(buyer, quote)).toEqual([200, undefined])
    expect(await mineOf(buyer)).toMatchObject({
      planName: 'Premium Plus',
      amountCents: 3_000,
      renewsAt: row.paidThrough?.toISOString(),
      change: null,
      nextPlan: null,
    })
    await settle(store)
    expect(await statesOf(store, buyer)).toEqual(['done'])
    expect(await subjectsTo(buyer)).toContain('Your Premium plan is now Premium Plus')
    await store.stripe.advance({ days: 17 })
    await settle(store)
    expect((await readStripe(store)).paid).toEqual([1_000, 1_000, 3_000])
    await expectMoneyIsRight(store)
  })

  test('a longer interval begins a new period at once, and the unused time is credited', async () => {
    const { buyer, row, yearly } = await newChanger(store)
    const quote = await quoteOf(buyer, yearly.id)
    expect(quote).toMatchObject({ timing: 'now', dueCents: 8_500, creditCents: 500 })
    await store.stripe.advance({ hours: 2 })
    expect(await confirm(buyer, quote)).toEqual([200, undefined])
    const mine = await mineOf(buyer)
    expect(mine).toMatchObject({ planName: 'Premium Year', refundableCents: 9_500 })
    // The sum stays as quoted, but the new period begins with the confirmation.
    const later = Date.parse(mine?.renewsAt ?? '') - Date.parse(quote.renewsAt)
    expect(later).toBeGreaterThanOrEqual(2 * HOUR_MS)
    expect(later).toBeLessThan(3 * HOUR_MS)
    expect((await premiumOf(store, buyer))?.getTime()).toBeGreaterThan(row.accessUntil?.getTime() ?? 0)
    expect((await readStripe(store)).paid).toEqual([1_000, 8_500])
    await settle(store)
    await expectMoneyIsRight(store)
  })

  test('[LEGAL-04] the money-back guarantee refunds both the original payment and the payment for the plan change', async () => {
    const { buyer, yearly } = await newChanger(store)
    await confirm(buyer, await quoteOf(buyer, yearly.id))
    expect(await act(buyer, 'refund')).toEqual([200, undefined])
    await settle(store)
    expect((await store.stripe.money())?.net).toBe(0)
    expect(await mineOf(buyer)).toMatchObject({ state: 'ended' })
    await expectMoneyIsRight(store)
  })

  test('a declined card leaves the old plan, its period and its payments unchanged, and the subscriber is notified', async () => {
    const { buyer, row, dearer } = await newChanger(store)
    await declineCard(store, buyer)
    const quote = await quoteOf(buyer, dearer.id)
    expect(await confirm(buyer, quote)).toEqual([409, 'subscriptions.card_declined'])
    expect(await confirm(buyer, quote), 'asked again, it is not charged again').toEqual([
      409,
      'subscriptions.card_declined',
    ])
    expect(await mineOf(buyer)).toMatchObject({ planName: 'Premium Month', state: 'active', change: null })
    expect(await readRow(store, buyer)).toMatchObject({ paidThrough: row.paidThrough, accessUntil: row.accessUntil })
    await settle(store)
    expect((await readStripe(store)).paid).toEqual([1_000])
    expect(await subjectsTo(buyer)).toContain('Your Premium plan has not changed')
    await expectMoneyIsRight(store)
  })

  test('an upgrade that would cost less than $0.50 today begins with the next period instead', async () => {
    const { buyer, row } = await newChanger(store)
    const little = await createPlan(store.db, { name: 'Premium Month 2', price: 1_090 })
    expect(await quoteOf(buyer, little.id)).toMatchObject({
      timing: 'period_end',
      dueCents: 0,
      creditCents: 0,
      renewsAt: row.paidThrough?.toISOString(),
    })
  })
})

describe('a change to a cheaper plan', () => {
  test('a change to a cheaper plan is scheduled for the end of the period, announced on the page and by mail, and charged from then on', async () => {
    const { buyer, row, cheaper } = await newPlanned(store)
    expect(await mineOf(buyer)).toMatchObject({
      planName: 'Premium Month',
      renewsAt: row.paidThrough?.toISOString(),
      change: 'planned',
      nextPlan: { planId: cheaper.id, planName: 'Premium Light', amountCents: 500 },
    })
    expect(await subjectsTo(buyer)).toContain('Your Premium plan will change to Premium Light')
    expect((await readStripe(store)).paid).toEqual([1_000])
    await store.stripe.advance({ days: 17 })
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ planName: 'Premium Light', amountCents: 500, change: null })
    expect(await readStripe(store)).toEqual({ paid: [1_000, 500], isScheduled: false })
    expect(await statesOf(store, buyer)).toEqual(['done'])
    await expectMoneyIsRight(store)
  })

  test('a change from a yearly to a monthly plan keeps the whole year that was paid', async () => {
    const { buyer, yearly } = await newChanger(store)
    const monthly = await createPlan(store.db, { name: 'Premium Light Month', price: 600 })
    await confirm(buyer, await quoteOf(buyer, yearly.id))
    const { paidThrough } = await readRow(store, buyer)
    const quote = await quoteOf(buyer, monthly.id)
    expect(quote).toMatchObject({ timing: 'period_end', dueCents: 0, renewsAt: paidThrough?.toISOString() })
    await confirm(buyer, quote)
    await store.stripe.advance({ days: 366 })
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ planName: 'Premium Light Month', interval: 'month' })
    expect((await readStripe(store)).paid).toEqual([1_000, 8_500, 600])
    await expectMoneyIsRight(store)
  })

  test('a planned change can be withdrawn, and another one chosen', async () => {
    const { buyer, dearer } = await newPlanned(store)
    const quote = await buyer.call('POST', '/api/subscription/change/quote', { planId: dearer.id })
    expect(quote.json()).toMatchObject({ code: 'subscriptions.change_open' })
    expect(await act(buyer, 'change/withdraw')).toEqual([200, undefined])
    expect(await act(buyer, 'change/withdraw'), 'repeatable').toEqual([200, undefined])
    expect(await mineOf(buyer)).toMatchObject({ planName: 'Premium Month', change: null, nextPlan: null })
    await settle(store)
    expect(await subjectsTo(buyer)).toContain('You’re staying on Premium Month')
    expect(await readStripe(store)).toMatchObject({ isScheduled: false })
    expect(await confirm(buyer, await quoteOf(buyer, dearer.id))).toEqual([200, undefined])
    expect(await statesOf(store, buyer)).toEqual(['withdrawn', 'done'])
    await expectMoneyIsRight(store)
  })
})

describe('a change that differs from its quote', () => {
  test('a quote is refused and nothing is charged if the plan’s price was edited after the quote', async () => {
    const { buyer, dearer } = await newChanger(store)
    const quote = await quoteOf(buyer, dearer.id)
    await changePlan(dearer.id, { price: 4_000 })
    expect(await confirm(buyer, quote)).toEqual([409, 'subscriptions.price_changed'])
    expect(await quoteOf(buyer, dearer.id)).toMatchObject({ dueCents: 1_500 })
    expect((await readStripe(store)).paid).toEqual([1_000])
  })

  test('a quote from before a renewal is refused, and nothing is charged', async () => {
    const { buyer, dearer } = await newChanger(store)
    const quote = await quoteOf(buyer, dearer.id)
    await store.stripe.advance({ days: 17 })
    await settle(store)
    expect(await confirm(buyer, quote)).toEqual([409, 'subscriptions.quote_over'])
    expect((await readStripe(store)).paid).toEqual([1_000, 1_000])
    expect((await quoteOf(buyer, dearer.id)).dueCents).toBeGreaterThan(1_500)
  })

  test('nothing is charged if Stripe calculates a different amount at the confirmation', async () => {
    const { buyer, dearer } = await newChanger(store)
    const quote = await quoteOf(buyer, dearer.id)
    const [price] = await store.db.select().from(planPrices).where(eq(planPrices.planId, dearer.id))
    await alterAtStripe(store, 'prices', price?.stripePriceId ?? '', { unit_amount: 3_002 })
    expect(await confirm(buyer, quote)).toEqual([409, 'subscriptions.quote_over'])
    expect(await quoteOf(buyer, dearer.id)).toMatchObject({ dueCents: 1_001 })
    expect((await readStripe(store)).paid).toEqual([1_000])
  })

  test('a quote can be confirmed for half an hour, and only by its owner', async () => {
    const { buyer, dearer } = await newChanger(store)
    const other = await newChanger(store)
    const quote = await quoteOf(buyer, dearer.id)
    expect(await confirm(other.buyer, quote)).toEqual([409, 'subscriptions.quote_over'])
    await store.db.update(subscriptionChanges).set({ createdAt: new Date(Date.now() - 31 * 60_000) })
    expect(await confirm(buyer, quote)).toEqual([409, 'subscriptions.quote_over'])
    expect(await act(buyer, 'change', { quote: 'anything' })).toEqual([409, 'subscriptions.quote_over'])
  })

  test('T-TAMPER: a plan that is free, not sold, archived or already active cannot be chosen', async () => {
    const { buyer, plan, dearer } = await newChanger(store)
    const free = await createPlan(store.db, { name: 'Free', price: 0 })
    const quote = (planId: number) => act(buyer, 'change/quote', { planId })
    expect(await quote(free.id)).toEqual([409, 'subscriptions.not_sold'])
    expect(await quote(plan.id)).toEqual([409, 'subscriptions.same_plan'])
    const shown = await quoteOf(buyer, dearer.id)
    await changePlan(dearer.id, { isActive: false })
    expect(await quote(dearer.id)).toEqual([409, 'subscriptions.not_sold'])
    expect(await confirm(buyer, shown)).toEqual([409, 'subscriptions.not_sold'])
    await changePlan(dearer.id, { archivedAt: new Date() })
    expect(await quote(dearer.id)).toEqual([404, 'plan.not_found'])
    expect(await mineOf(buyer)).toMatchObject({ planName: 'Premium Month', change: null })
  })

  test('a person without a subscription, or with one that is ending, has no plan to change', async () => {
    const { buyer, dearer } = await newChanger(store)
    const quote = await quoteOf(buyer, dearer.id)
    await act(buyer, 'cancel')
    expect(await act(buyer, 'change/quote', { planId: dearer.id })).toEqual([409, 'subscriptions.not_changeable'])
    expect(await confirm(buyer, quote)).toEqual([409, 'subscriptions.not_changeable'])
    await act(buyer, 'refund')
    expect(await act(buyer, 'change/quote', { planId: dearer.id })).toEqual([409, 'subscriptions.none'])
    expect((await readStripe(store)).paid).toEqual([1_000])
  })
})

describe('two tabs', () => {
  test('confirming the same quote in two tabs at once charges it once', async () => {
    const { buyer, dearer } = await newChanger(store)
    const quote = await quoteOf(buyer, dearer.id)
    const answers = await Promise.all([confirm(buyer, quote), confirm(buyer, quote), confirm(buyer, quote)])
    expect(answers.filter(([status]) => status === 200).length).toBeGreaterThan(0)
    await settle(store)
    expect((await readStripe(store)).paid).toEqual([1_000, 1_000])
    expect(await statesOf(store, buyer)).toEqual(['done'])
    await expectMoneyIsRight(store)
  })

  test('a newer quote replaces the one in another tab, which then charges nothing', async () => {
    const { buyer, dearer, yearly } = await newChanger(store)
    const first = await quoteOf(buyer, dearer.id)
    const second = await quoteOf(buyer, yearly.id)
    expect(await confirm(buyer, first)).toEqual([409, 'subscriptions.quote_over'])
    expect(await confirm(buyer, second)).toEqual([200, undefined])
    expect((await readStripe(store)).paid).toEqual([1_000, 8_500])
  })
})

test('an upgrade is carried out although the clock of the server is an hour ahead of the database', async () => {
  const { buyer, dearer } = await newChanger(store)
  const quote = await quoteOf(buyer, dearer.id)
  const real = Date.now.bind(Date)
  const skewed = vi.spyOn(Date, 'now').mockImplementation(() => real() + 61 * 60_000)
  try {
    expect(await confirm(buyer, quote)).toEqual([200, undefined])
  } finally {
    skewed.mockRestore()
  }
  expect(await statesOf(store, buyer)).toEqual(['done'])
})
