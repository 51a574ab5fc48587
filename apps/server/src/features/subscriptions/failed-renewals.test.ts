import { describe, expect, test } from 'vitest'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { reconcile } from '#features/reconciliation/reconcile.service.ts'
import { alterAtStripe } from '#testing/altered-stripe.ts'
import { type Buyer, openEmptiedStore } from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { mineOf, newSubscriber, premiumOf, readRow, setStripeBack, settle } from '#testing/subscribers.ts'

const store = await openEmptiedStore()
const DAY_MS = 24 * 60 * 60_000

const act = async (buyer: Buyer, what: string, body: object = {}) => {
  const answer = await buyer.call('POST', `/api/subscription/${what}`, body)
  return [answer.statusCode, answer.json<{ code?: string } | null>()?.code]
}

const subjectsTo = async ({ row }: Buyer) => (await readMailbox(row.email ?? '')).map(({ subject }) => subject)

/** Every charge that Stripe ever made. */
const charges = async () => [...(await store.stripe.payments()).keys()]

const invoicesAtStripe = async () =>
  Object.values((await store.stripe.snapshot<{ invoices: Record<string, { status: string }> }>()).invoices)

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
  test('Premium goes on for the days of grace, and the subscriber is told', async () => {
    const { buyer, row } = await newPastDue()
    const failing = await mineOf(buyer)
    expect(failing).toMatchObject({ state: 'past_due', openInvoice: { amountCents: 699 } })
    expect(new Date(failing?.endsAt ?? 0).getTime()).toBe((row.paidThrough?.getTime() ?? 0) + 7 * DAY_MS)
    expect((await buyer.call('GET', '/api/auth/user')).json()).toMatchObject({ isPremium: true })
    expect(await subjectsTo(buyer)).toContain('We could not renew your Premium')
  })

  test('grace and the provider’s retries end together: the open invoice is void and nothing is charged later', async () => {
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

  test('a new card of the customer reaches the subscription and pays the open invoice', async () => {
    const { buyer, row } = await newPastDue()
    const { providers, stripe } = store.config
    const ask = async (path: string, body: Record<string, string>) =>
      (
        await fetch(`${providers.stripe}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${stripe.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(body).toString(),
        })
      ).json() as Promise<{ id: string }>
    const customer = row.stripeCustomerId ?? ''
    const card = await ask('/v1/payment_methods/pm_card_mastercard/attach', { customer })
    await ask(`/v1/customers/${customer}`, { 'invoice_settings[default_payment_method]': card.id })
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ state: 'active', card: { brand: 'mastercard' }, openInvoice: null })
    expect(await charges()).toHaveLength(2)
    await expectMoneyIsRight(store)
  })
})

/** As if this much more time had passed since everything at Stripe. */
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
