import { describe, expect, test } from 'vitest'
import { DAY_MS } from '@slipstream/contract/durations'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { alterStripe } from '#testing/altered-stripe.ts'
import { type Buyer, newBuyer, openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { mineOf, newSubscriber, premiumOf, readRow, settle, startSubscribing, subscribe } from '#testing/subscribers.ts'
import { followSubscription } from './follow-subscription.service.ts'

const store = await openEmptiedStore()

const start = async (buyer: Buyer, planId: number, shownCents: number) => {
  const answer = await buyer.call('POST', '/api/subscription/start', { planId, shownCents })
  return [answer.statusCode, answer.json<{ code?: string }>().code]
}

describe('subscribing', () => {
  test('[AUTH-09] a subscriber has Premium from the payment on and sees its details on their page', async () => {
    const { buyer, row, plan } = await newSubscriber(store)
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({
      state: 'active',
      planId: plan.id,
      planName: 'Premium Month',
      amountCents: 699,
      interval: 'month',
      renewsAt: row.paidThrough?.toISOString(),
      endsAt: null,
      card: { brand: 'visa', last4: '4242' },
      nextPlan: null,
      openInvoice: null,
      invoices: [{ amountCents: 699, status: 'paid', refundedCents: 0 }],
      refundableCents: 699,
    })
    expect(await premiumOf(store, buyer)).toEqual(row.accessUntil)
    expect((row.accessUntil?.getTime() ?? 0) - (row.paidThrough?.getTime() ?? 0)).toBe(7 * DAY_MS)
    const user = (await buyer.call('GET', '/api/auth/user')).json()
    expect(user).toMatchObject({ isPremium: true, premiumExpiresAt: row.accessUntil?.toISOString() })
    await expectMoneyIsRight(store)
  })

  test('a renewal extends Premium by a period and is in the ledger', async () => {
    const { buyer, row } = await newSubscriber(store)
    await store.stripe.advance({ days: 32 })
    await settle(store)
    const after = await readRow(store, buyer)
    expect(after.paidThrough?.getTime()).toBeGreaterThan((row.paidThrough?.getTime() ?? 0) + 27 * DAY_MS)
    expect(await premiumOf(store, buyer)).toEqual(after.accessUntil)
    expect((await mineOf(buyer))?.invoices).toHaveLength(2)
    const check = await expectMoneyIsRight(store)
    expect(check.ledgerCents).toBe(2 * 699)
  })

  test('two tabs that subscribe at once end with one subscription', async () => {
    const plan = await createPlan(store.db)
    const other = await createPlan(store.db, { name: 'Premium Year', price: 5_999, interval: 'year' })
    const buyer = await newBuyer(store, [])
    const pages = await Promise.all([startSubscribing(buyer, plan), startSubscribing(buyer, plan)])
    expect(new Set(pages).size).toBe(1)
    const newer = await startSubscribing(buyer, other)
    const open = (await store.stripe.sessions()).filter(({ status }) => status === 'open')
    expect(open.map(({ id }) => id)).toEqual([newer])
    await store.stripe.pay(newer)
    expect(await start(buyer, plan.id, plan.price)).toEqual([409, 'subscriptions.already'])
    await settle(store)
    const rows = await store.db.select().from(subscriptions)
    expect(rows.filter(({ status }) => status === 'active')).toHaveLength(1)
    await expectMoneyIsRight(store)
  })

  test('the webhook alone starts a subscription, even if the process died before it stored anything from Stripe', async () => {
    const buyer = await newBuyer(store, [])
    const session = await startSubscribing(buyer, await createPlan(store.db))
    await store.db.update(subscriptions).set({ stripeSessionId: null })
    await store.stripe.pay(session)
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ state: 'active' })
  })

  test('a payment page that was left unpaid grants nothing, and subscribing again opens a new one', async () => {
    const plan = await createPlan(store.db)
    const buyer = await newBuyer(store, [])
    const session = await startSubscribing(buyer, plan)
    await store.stripe.expire(session)
    await settle(store)
    expect(await mineOf(buyer)).toBe(null)
    expect(await premiumOf(store, buyer)).toBe(null)
    await subscribe(store, buyer, plan)
  })

  test.each([
    ['costs nothing', { price: 0 }, 'subscriptions.not_sold'],
    ['costs less than Stripe’s minimum', { price: 49 }, 'subscriptions.not_sold'],
    ['has an interval that Stripe does not know', { interval: '12 weeks' }, 'subscriptions.not_sold'],
    ['is switched off', { isActive: false }, 'subscriptions.not_sold'],
    ['was deleted', { archivedAt: new Date() }, 'plan.not_found'],
  ])('T-TAMPER: a plan that %s cannot be obtained by any call', async (_, values, code) => {
    const plan = await createPlan(store.db, values)
    const buyer = await newBuyer(store, [])
    const listed = (await buyer.call('GET', '/api/subscription/plans')).json<{ id: number }[]>()
    expect(listed.map(({ id }) => id)).not.toContain(plan.id)
    for (const shown of [plan.price, 0, 1, 699]) expect((await start(buyer, plan.id, shown))[1]).toBe(code)
    expect(await store.stripe.sessions()).toEqual([])
    expect(await store.db.select().from(subscriptions)).toEqual([])
  })

  test('a subscriber whose customer was deleted at Stripe becomes a new customer there', async () => {
    const { buyer, row, plan } = await newSubscriber(store)
    await alterStripe(store, ({ customers, subscriptions: atStripe }) => {
      const id = row.stripeCustomerId ?? ''
      Object.assign(customers ?? {}, { [id]: { id, object: 'customer', deleted: true } })
      const ended = Math.floor(Date.now() / 1_000)
      Object.assign(atStripe?.[row.stripeSubscriptionId ?? ''] ?? {}, { status: 'canceled', ended_at: ended })
    })
    await followSubscription(store.payments, row.id)
    expect(await mineOf(buyer)).toMatchObject({ state: 'ended' })
    await subscribe(store, buyer, plan)
    expect(await mineOf(buyer)).toMatchObject({ state: 'active' })
    const { stripeCustomerId } = await readRow(store, buyer)
    expect(stripeCustomerId).toMatch(/^cus_/)
    expect(stripeCustomerId).not.toBe(row.stripeCustomerId)
    await expectMoneyIsRight(store)
  })

  test('T-TAMPER: a plan is not sold for a price that the page did not show', async () => {
    const plan = await createPlan(store.db)
    const buyer = await newBuyer(store, [])
    expect(await start(buyer, plan.id, 1)).toEqual([409, 'subscriptions.price_changed'])
    expect(await start(buyer, plan.id, 699)).toEqual([200, undefined])
  })

  test('a person without an e-mail address cannot subscribe, because receipts go there', async () => {
    const plan = await createPlan(store.db)
    const buyer = await newBuyer(store, [], { email: null, emailVerifiedAt: null })
    expect(await start(buyer, plan.id, 699)).toEqual([409, 'checkout.email_needed'])
  })

  test('a canceled subscription is shown as ended as soon as its period ends, even before Stripe says so', async () => {
    const { buyer } = await newSubscriber(store)
    await buyer.call('POST', '/api/subscription/cancel', {})
    expect(await mineOf(buyer)).toMatchObject({ state: 'ending' })
    await store.db.update(subscriptions).set({ endsAt: new Date(Date.now() - 1) })
    expect(await mineOf(buyer)).toMatchObject({ state: 'ended' })
  })

  test('nobody can complete another person’s payment', async () => {
    const session = await startSubscribing(await newBuyer(store, []), await createPlan(store.db))
    const stranger = await newBuyer(store, [])
    const answer = await stranger.call('POST', '/api/subscription/complete', { transactionId: session })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'subscriptions.none'])
  })
})
