import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '@slipstream/contract/durations'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { type Buyer, openEmptiedStore } from '#testing/buying-store.ts'
import { alterAtStripe } from '#testing/altered-stripe.ts'
import { readMailbox, subjectsTo } from '#testing/mailbox.ts'
import { mailedSecret } from '#testing/mailed-secret.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { mineOf, newSubscriber, premiumOf, readRow, settle, subscribe } from '#testing/subscribers.ts'
import { followSubscription } from './follow-subscription.service.ts'

const store = await openEmptiedStore()

const act = async (buyer: Buyer, what: string, body: object = {}) => {
  const answer = await buyer.call('POST', `/api/subscription/${what}`, body)
  return [answer.statusCode, answer.json<{ code?: string } | null>()?.code]
}

/** Every charge that Stripe ever made. */
const charges = async () => [...(await store.stripe.payments()).keys()]

describe('canceling', () => {
  test('a canceled subscription runs to the second its period ends, and is never charged again', async () => {
    const { buyer, row } = await newSubscriber(store)
    expect(await act(buyer, 'cancel')).toEqual([200, undefined])
    const end = row.paidThrough?.toISOString()
    expect(await mineOf(buyer)).toMatchObject({ state: 'ending', cancelAtPeriodEnd: true, endsAt: end, renewsAt: null })
    expect((await premiumOf(store, buyer))?.toISOString()).toBe(end)
    await store.stripe.advance({ days: 40 })
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ state: 'ended', endsAt: end })
    expect((await premiumOf(store, buyer))?.toISOString()).toBe(end)
    expect(await charges()).toHaveLength(1)
    expect(await subjectsTo(buyer)).toEqual(
      expect.arrayContaining([
        'Your Premium is canceled',
        'Your Premium has ended',
        'Welcome to Premium at Slipstream',
      ]),
    )
    await expectMoneyIsRight(store)
  })

  test('mails follow a member to a new verified address', async () => {
    const { buyer } = await newSubscriber(store)
    await settle(store)
    const email = `moved-${randomUUID()}@mail.example`
    await store.db.update(users).set({ email }).where(eq(users.id, buyer.row.id))
    expect(await act(buyer, 'cancel')).toEqual([200, undefined])
    await settle(store)
    expect((await readMailbox(email)).map(({ subject }) => subject)).toEqual(['Your Premium is canceled'])
    expect(await subjectsTo(buyer)).not.toContain('Your Premium is canceled')
  })

  test('canceling while the renewal invoice is still a draft ends the subscription at once, and the draft is never charged', async () => {
    const { buyer, row } = await newSubscriber(store, { interval: 'day' })
    await store.stripe.advance({ hours: 24, seconds: 1_800 })
    await settle(store)
    expect(await readRow(store, buyer)).toMatchObject({ status: 'active', paidThrough: row.paidThrough })
    expect(await act(buyer, 'cancel')).toEqual([200, undefined])
    expect(await readRow(store, buyer)).toMatchObject({ status: 'canceled', endRequested: null, endReason: 'canceled' })
    await store.stripe.advance({ days: 40 })
    await settle(store)
    expect(await charges()).toHaveLength(1)
    expect(await subjectsTo(buyer)).toContain('Your Premium has ended')
    await expectMoneyIsRight(store)
  })

  test('after canceling, resuming and canceling again, the last choice counts', async () => {
    const { buyer, row } = await newSubscriber(store)
    await act(buyer, 'cancel')
    expect(await act(buyer, 'cancel', { feedback: 'unused' })).toEqual([200, undefined])
    expect(await act(buyer, 'resume')).toEqual([200, undefined])
    expect(await mineOf(buyer)).toMatchObject({ state: 'active', renewsAt: row.paidThrough?.toISOString() })
    expect(await premiumOf(store, buyer)).toEqual(row.accessUntil)
    await act(buyer, 'cancel')
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ state: 'ending' })
    await act(buyer, 'resume')
    await store.stripe.advance({ days: 32 })
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ state: 'active' })
    await expectMoneyIsRight(store)
  })

  test('a former subscriber can subscribe again as the same Stripe customer', async () => {
    const { buyer, plan, row } = await newSubscriber(store)
    await act(buyer, 'cancel')
    await store.stripe.advance({ days: 32 })
    await settle(store)
    expect(await act(buyer, 'resume')).toEqual([409, 'subscriptions.none'])
    const again = await subscribe(store, buyer, plan)
    expect(again.stripeCustomerId).toBe(row.stripeCustomerId)
    expect(await premiumOf(store, buyer)).toEqual(again.accessUntil)
    await expectMoneyIsRight(store)
  })

  test('the card of a new subscription is used, even if the customer had another one before', async () => {
    const { buyer, plan, row } = await newSubscriber(store)
    const customer = row.stripeCustomerId ?? ''
    const { stripe } = store.payments
    // As in the portal, the card becomes the customer's default.
    await stripe.setCustomerCard(customer, row.paymentMethodId ?? '')
    await act(buyer, 'cancel')
    await store.stripe.advance({ days: 32 })
    await settle(store)
    await subscribe(store, buyer, plan, 'pm_card_mastercard')
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ state: 'active', card: { brand: 'mastercard' } })
    const { customers } = await store.stripe.snapshot<{ customers: Record<string, object> }>()
    const { paymentMethodId } = await readRow(store, buyer)
    expect(customers[customer]).toMatchObject({ invoice_settings: { default_payment_method: paymentMethodId } })
  })

  test('a request is answered even if other processes keep applying newer facts to the subscription', async () => {
    const { row } = await newSubscriber(store)
    await settle(store)
    const { stripe } = store.payments
    const busy = {
      ...stripe,
      readSubscription: async (id: string) => {
        await store.db.update(subscriptions).set({ version: sql`version + 1` })
        return stripe.readSubscription(id)
      },
    }
    const after = await followSubscription({ ...store.payments, stripe: busy }, row.id)
    expect(after).toMatchObject({ id: row.id, status: 'active', endRequested: null })
  })

  test('a subscription can be canceled without signing in, by a link that only the mailbox gets', async () => {
    const { buyer, row } = await newSubscriber(store)
    await settle(store)
    const email = buyer.row.email ?? ''
    const ask = (to: string) => store.call('POST', '/api/subscription/cancel-link', { body: { email: to } })
    const known = await ask(email)
    const unknown = await ask('nobody@customer.example')
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    const token = await mailedSecret(store, email, 'cancel')
    const follow = (secret: string) =>
      store.call('POST', '/api/subscription/cancel-by-link', { body: { token: secret } })
    expect((await follow(token)).json()).toEqual({ endsAt: row.paidThrough?.toISOString() })
    expect(await mineOf(buyer)).toMatchObject({ state: 'ending' })
    expect((await follow(token)).statusCode).toBe(410)
  })

  test('a mailbox gets at most three cancel links an hour, and the answer does not reveal the limit', async () => {
    const { buyer } = await newSubscriber(store)
    await settle(store)
    const answers = []
    for (let request = 0; request < 5; request++) {
      const body = { email: buyer.row.email ?? '' }
      const { statusCode, body: answer } = await store.call('POST', '/api/subscription/cancel-link', { body })
      answers.push([statusCode, answer])
      await runJobs(store)
    }
    expect(new Set(answers.map(String)).size).toBe(1)
    const links = (await subjectsTo(buyer)).filter((subject) => subject === 'Cancel your Premium subscription')
    expect(links).toHaveLength(3)
  })
})

describe('[LEGAL-04] the money-back guarantee', () => {
  test('a money-back request on day 29 refunds everything and ends Premium at once, but only once per person', async () => {
    const { buyer, plan } = await newSubscriber(store)
    await store.db.update(subscriptions).set({ startedAt: new Date(Date.now() - 29 * DAY_MS) })
    expect(await mineOf(buyer)).toMatchObject({ refundableCents: 699 })
    expect(await act(buyer, 'refund')).toEqual([200, undefined])
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ state: 'ended', invoices: [{ refundedCents: 699 }] })
    expect((await premiumOf(store, buyer))?.getTime() ?? 0).toBeLessThanOrEqual(Date.now())
    expect((await store.stripe.money())?.net).toBe(0)
    await subscribe(store, buyer, plan)
    expect(await act(buyer, 'refund')).toEqual([409, 'subscriptions.refunded_before'])
    await expectMoneyIsRight(store)
  })

  test('after the subscription has ended, the money-back guarantee still applies within its 30 days', async () => {
    const { buyer } = await newSubscriber(store, { interval: 'day', price: 100 })
    await act(buyer, 'cancel')
    await store.stripe.advance({ days: 2 })
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ state: 'ended', refundableCents: 100 })
    expect(await act(buyer, 'refund')).toEqual([200, undefined])
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({
      state: 'ended',
      refundableCents: 0,
      invoices: [{ refundedCents: 100 }],
    })
    expect(await act(buyer, 'refund')).toEqual([409, 'subscriptions.refunded_before'])
    expect(await subjectsTo(buyer)).toContain('Your Premium is refunded')
    expect((await readRow(store, buyer)).endReason).toBe('canceled')
    await expectMoneyIsRight(store)
  })

  test('the money-back guarantee is not used up by a payment that was already refunded', async () => {
    const { buyer, row } = await newSubscriber(store)
    await store.stripe.refund(row.stripeSessionId ?? '')
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ refundableUntil: null })
    expect(await act(buyer, 'refund')).toEqual([409, 'subscriptions.nothing_to_refund'])
    expect((await readRow(store, buyer)).refundedAt).toBe(null)
  })

  test('a money-back request on day 31 is refused with a pointer to support', async () => {
    const { buyer } = await newSubscriber(store)
    await store.db.update(subscriptions).set({ startedAt: new Date(Date.now() - 31 * DAY_MS) })
    expect(await mineOf(buyer)).toMatchObject({ refundableUntil: null, refundableCents: 0 })
    const answer = await buyer.call('POST', '/api/subscription/refund')
    expect(answer.json<{ message: string }>().message).toContain('Contact support')
    expect((await store.stripe.money())?.refunded).toBe(0)
  })
})

test('a subscription of another product of the same Stripe account changes nothing', async () => {
  const { buyer, row } = await newSubscriber(store)
  await settle(store)
  await alterAtStripe(store, 'subscriptions', row.stripeSubscriptionId ?? '', { metadata: {} })
  await store.db.update(subscriptions).set({ stripeSubscriptionId: 'sub_other' }).where(eq(subscriptions.id, row.id))
  const before = await readRow(store, buyer)
  await store.stripe.endSubscription(row.stripeSubscriptionId ?? '')
  await settle(store)
  expect(await readRow(store, buyer)).toEqual(before)
})
