import { describe, expect, test } from 'vitest'
import { DAY_MS } from '@slipstream/contract/durations'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { reconcile } from '#features/reconciliation/reconcile.service.ts'
import { alterAtStripe } from '#testing/altered-stripe.ts'
import { type Buyer, openEmptiedStore } from '#testing/buying-store.ts'
import { subjectsTo } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { mineOf, newSubscriber, premiumOf, readRow, setStripeBack, settle } from '#testing/subscribers.ts'

const store = await openEmptiedStore()

const act = async (buyer: Buyer, what: string, body: object = {}) => {
  const answer = await buyer.call('POST', `/api/subscription/${what}`, body)
  return [answer.statusCode, answer.json<{ code?: string } | null>()?.code]
}

/** Every charge that Stripe ever made. */
const charges = async () => [...(await store.stripe.payments()).keys()]

/** Calls Stripe directly, without the store. */
const ask = async (path: string, body: Record<string, string> = {}) => {
  const { providers, stripe } = store.config
  const answer = await fetch(`${providers.stripe}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripe.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { id: string }
}

/** Pays like a customer who follows the link in our mail. */
const payOpenInvoice = async () => {
  const open = (await invoicesAtStripe()).find(({ status }) => status === 'open')
  await ask(`/v1/invoices/${open?.id ?? ''}/pay`)
}

const invoicesAtStripe = async () =>
  Object.values((await store.stripe.snapshot<{ invoices: Record<string, { id: string; status: string }> }>()).invoices)

const look = () =>
  reconcile(store.payments, (error) => {
    throw error
  })

/** A subscriber whose renewal has just failed, a month after the start, on our own clock. */
const newPastDue = async () => {
  await setStripeBack(store, 32)
  const made = await newSubscriber(store, { interval: 'month' })
  await store.stripe.failNextRenewal(made.stripeId)
  await store.stripe.advance({ days: 32 })
  await settle(store)
  expect(await readRow(store, made.buyer)).toMatchObject({ status: 'past_due' })
  return made
}

describe('a renewal that fails', () => {
  test('after a failed renewal Premium continues during the grace period, and the subscriber is notified', async () => {
    const { buyer, row } = await newPastDue()
    const failing = await mineOf(buyer)
    expect(failing).toMatchObject({ state: 'past_due', openInvoice: { amountCents: 699 } })
    expect(new Date(failing?.endsAt ?? 0).getTime()).toBe((row.paidThrough?.getTime() ?? 0) + 7 * DAY_MS)
    expect((await buyer.call('GET', '/api/auth/user')).json()).toMatchObject({ isPremium: true })
    expect(await subjectsTo(buyer)).toContain('We could not renew your Premium')
    expect((await buyer.call('GET', '/api/notifications')).json()).toMatchObject({
      items: [{ kind: 'premium', title: 'Your Premium payment failed', link: '/subscribe' }],
    })
  })

  test('the grace period and Stripe’s retries end together: the open invoice is voided and nothing is charged later', async () => {
    const { buyer } = await newPastDue()
    const late = new Date(Date.now() - 1_000)
    const [invoice] = (await mineOf(buyer))?.invoices ?? []
    expect(invoice?.status).toBe('open')
    // A week passes here: the paid period ended eight days ago.
    const { paidThrough, stripeSubscriptionId } = await readRow(store, buyer)
    const shift = (paidThrough?.getTime() ?? 0) - (late.getTime() - 8 * DAY_MS)
    await shiftStripe(shift)
    await store.db.update(subscriptions).set({ nextCheckAt: late })
    await look()
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ state: 'ended' })
    expect((await premiumOf(store, buyer))?.getTime() ?? 0).toBeLessThanOrEqual(Date.now())
    expect((await invoicesAtStripe()).map(({ status }) => status).sort()).toEqual(['paid', 'void'])
    await store.stripe.advance({ days: 60 })
    expect(await charges()).toHaveLength(1)
    expect(stripeSubscriptionId).not.toBe(null)
    expect(await subjectsTo(buyer)).toContain('Your Premium has ended')
    await expectMoneyIsRight(store)
  })

  test('canceling a subscription that is past due ends it at once, and no later charge follows', async () => {
    const { buyer } = await newPastDue()
    expect(await act(buyer, 'cancel')).toEqual([200, undefined])
    expect(await mineOf(buyer)).toMatchObject({ state: 'ended' })
    await store.stripe.advance({ days: 60 })
    await settle(store)
    expect(await charges()).toHaveLength(1)
    expect((await invoicesAtStripe()).filter(({ status }) => status === 'open')).toEqual([])
    await expectMoneyIsRight(store)
  })

  test('the end of the grace period stops the retries even if a later end is planned at Stripe', async () => {
    const { buyer, stripeId } = await newPastDue()
    const later = Math.floor(Date.now() / 1_000) + 20 * 24 * 60 * 60
    await alterAtStripe(store, 'subscriptions', stripeId, { cancel_at: later, cancel_at_period_end: true })
    const { paidThrough } = await readRow(store, buyer)
    await shiftStripe((paidThrough?.getTime() ?? 0) - (Date.now() - 8 * DAY_MS))
    await store.db.update(subscriptions).set({ nextCheckAt: new Date(Date.now() - 1_000) })
    await look()
    await settle(store)
    expect(await readRow(store, buyer)).toMatchObject({ status: 'canceled', endReason: 'unpaid' })
    await store.stripe.advance({ days: 15 })
    expect(await charges()).toHaveLength(1)
    await expectMoneyIsRight(store)
  })

  test('a renewal that is paid after the grace period, but before Stripe was told of the end, continues the subscription', async () => {
    const { buyer } = await newPastDue()
    await store.db.update(subscriptions).set({ endRequested: 'now', endReason: 'unpaid' })
    await payOpenInvoice()
    await settle(store)
    expect(await readRow(store, buyer)).toMatchObject({ status: 'active', endRequested: null, endReason: null })
    expect(await mineOf(buyer)).toMatchObject({ state: 'active', openInvoice: null })
    await expectMoneyIsRight(store)
  })

  test('canceling right after a retry succeeded keeps the period that was just paid', async () => {
    const { buyer } = await newPastDue()
    await payOpenInvoice()
    expect(await act(buyer, 'cancel')).toEqual([200, undefined])
    const { status, endsAt, paidThrough } = await readRow(store, buyer)
    expect([status, endsAt]).toEqual(['active', paidThrough])
    expect(paidThrough?.getTime()).toBeGreaterThan(Date.now())
    await expectMoneyIsRight(store)
  })

  test('a renewal that is paid after the subscription ended is refunded, and the subscriber is notified', async () => {
    const { buyer, stripeId } = await newPastDue()
    await store.stripe.endSubscription(stripeId)
    await payOpenInvoice()
    await settle(store)
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({
      state: 'ended',
      invoices: [{ refundedCents: 699 }, { refundedCents: 0 }],
    })
    expect((await store.stripe.money())?.net).toBe(699)
    const subjects = await subjectsTo(buyer)
    expect(subjects).toContain('Your Premium is refunded')
    expect(subjects).not.toContain('Your Premium receipt from Slipstream')
    await expectMoneyIsRight(store)
  })

  test('a customer’s new card is used by the subscription and pays the open invoice', async () => {
    const { buyer, row } = await newPastDue()
    const customer = row.stripeCustomerId ?? ''
    const card = await ask('/v1/payment_methods/pm_card_mastercard/attach', { customer })
    await ask(`/v1/customers/${customer}`, { 'invoice_settings[default_payment_method]': card.id })
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ state: 'active', card: { brand: 'mastercard' }, openInvoice: null })
    expect(await charges()).toHaveLength(2)
    await expectMoneyIsRight(store)
  })
})

/** Moves the periods of all invoices at Stripe into the past by this much. */
const shiftStripe = async (byMs: number) => {
  const seconds = Math.round(byMs / 1_000)
  const { subscriptions: all, invoices } = await store.stripe.snapshot<{
    subscriptions: Record<string, { items: { data: { current_period_end: number }[] } }>
    invoices: Record<string, { lines: { data: { period: { start: number; end: number } }[] } }>
  }>()
  for (const [id, { lines }] of Object.entries(invoices)) {
    for (const line of lines.data) line.period = { start: line.period.start - seconds, end: line.period.end - seconds }
    await alterAtStripe(store, 'invoices', id, { lines })
  }
  expect(Object.keys(all)).toHaveLength(1)
}
