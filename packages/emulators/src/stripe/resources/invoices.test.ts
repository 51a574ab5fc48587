import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'
import { advanceClock, at, changeCard, historyOf, idOf, newClock, subscribe } from '../testing/subscribers.ts'

const emulator = await stripeForThisFile()
const { stripe } = emulator

const invoiceOf = async ({ id }: { id: string }) => {
  const { latest_invoice } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  return latest_invoice as Stripe.Invoice
}

/** A subscriber whose renewal has just been declined. */
const overdue = async () => {
  const clock = await newClock(stripe, '2026-03-01T09:00:00')
  const subscription = await subscribe(stripe, { clock: clock.id })
  await changeCard(stripe, idOf(subscription.customer), 'pm_card_chargeCustomerFail')
  await advanceClock(stripe, clock.id, at('2026-04-01T10:00:00'))
  return { subscription, invoice: await invoiceOf(subscription), customer: idOf(subscription.customer) }
}

const statusOf = async ({ id }: { id: string }) => (await stripe.subscriptions.retrieve(id)).status

describe('invoices', () => {
  test('invoices get consecutive numbers when they are finalized', async () => {
    const [one, two] = [await invoiceOf(await subscribe(stripe)), await invoiceOf(await subscribe(stripe))]
    const numbers = [one, two].map(({ number }) => Number(/^EMU-(\d{4})$/.exec(number ?? '')?.[1]))
    expect(numbers[1]).toBe((numbers[0] ?? 0) + 1)
  })

  test('invoices are found by customer, subscription and status', async () => {
    const { subscription, invoice, customer } = await overdue()
    const ids = async (given: Stripe.InvoiceListParams) => (await stripe.invoices.list(given)).data.map(({ id }) => id)
    expect(await ids({ customer })).toHaveLength(2)
    expect(await ids({ subscription: subscription.id, status: 'open' })).toEqual([invoice.id])
    expect(await ids({ customer, created: { lt: invoice.created } })).not.toContain(invoice.id)
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ id: invoice.id, status: 'open' })
    await expect(stripe.invoices.retrieve('in_unknown')).rejects.toMatchObject({ code: 'resource_missing' })
  })

  test('a draft invoice is charged even after its subscription is canceled, unless automatic collection is off', async () => {
    const drafts = async () => {
      const clock = await newClock(stripe, '2026-03-01T09:00:00')
      const subscription = await subscribe(stripe, { clock: clock.id })
      await advanceClock(stripe, clock.id, at('2026-04-01T09:30:00'))
      await stripe.subscriptions.cancel(subscription.id)
      return {
        invoice: await invoiceOf(subscription),
        wait: () => advanceClock(stripe, clock.id, at('2026-04-02T09:00:00')),
      }
    }
    const [left, stopped] = [await drafts(), await drafts()]
    await stripe.invoices.update(stopped.invoice.id, { auto_advance: false })
    for (const { wait } of [left, stopped]) await wait()
    expect(await stripe.invoices.retrieve(left.invoice.id)).toMatchObject({ status: 'paid' })
    expect(await stripe.invoices.retrieve(stopped.invoice.id)).toMatchObject({ status: 'draft', auto_advance: false })
    await expect(stripe.invoices.update(left.invoice.id, { auto_advance: false })).rejects.toThrow('draft or open')
  })

  test('an invoice names its payment', async () => {
    const subscription = await subscribe(stripe)
    const invoice = await invoiceOf(subscription)
    const { data } = await stripe.invoicePayments.list({ invoice: invoice.id })
    expect(data).toMatchObject([
      {
        invoice: invoice.id,
        status: 'paid',
        amount_paid: 1_000,
        is_default: true,
        payment: { type: 'payment_intent' },
      },
    ])
    const intent = idOf(data[0]?.payment.payment_intent)
    const found = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent } })
    expect(found.data.map(({ id }) => id)).toEqual([data[0]?.id])
    expect(await stripe.invoicePayments.retrieve(data[0]?.id ?? '')).toEqual(data[0])
  })

  test('anyone who has the URL of an invoice page can see it', async () => {
    const { invoice } = await overdue()
    const page = await fetch(invoice.hosted_invoice_url ?? '')
    const text = await page.text()
    expect(page.status).toBe(200)
    expect(text).toContain(`Invoice ${invoice.number}`)
    expect(text).toContain('$10.00')
    expect(text).toContain('open')
    expect((await fetch(`${emulator.address}/invoice/in_unknown`)).status).toBe(404)
  })
})

describe('paying', () => {
  test('paying an invoice with a new card reactivates the subscription', async () => {
    const { subscription, invoice, customer } = await overdue()
    expect(await statusOf(subscription)).toBe('past_due')
    await changeCard(stripe, customer, 'pm_card_visa')
    const paid = await stripe.invoices.pay(invoice.id)
    expect(paid).toMatchObject({ status: 'paid', attempt_count: 1, next_payment_attempt: null })
    expect(await statusOf(subscription)).toBe('active')
    const history = await historyOf(stripe, customer)
    expect(history.at(-1)).toMatchObject({
      type: 'customer.subscription.updated',
      previous: { status: 'past_due' },
      created: at('2026-04-01T10:00:00'),
    })
  })

  test('an invoice can be paid with a one-time card', async () => {
    const { invoice, customer } = await overdue()
    const { id } = await stripe.paymentMethods.attach('pm_card_mastercard', { customer })
    expect(await stripe.invoices.pay(invoice.id, { payment_method: id })).toMatchObject({ status: 'paid' })
  })

  test('paying an invoice with a declined card fails and does not change the schedule', async () => {
    const { subscription, invoice } = await overdue()
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' })
    const { attempt_count, next_payment_attempt } = await invoiceOf(subscription)
    expect({ attempt_count, next_payment_attempt }).toEqual({
      attempt_count: 1,
      next_payment_attempt: invoice.next_payment_attempt,
    })
  })

  test('paying an invoice with a 3-D Secure card requires authentication', async () => {
    const { invoice } = await overdue()
    await expect(
      stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_authenticationRequired' }),
    ).rejects.toMatchObject({ statusCode: 402, code: 'invoice_payment_intent_requires_action' })
  })

  test("paying a paid or void invoice, or with another customer's card, is refused", async () => {
    const { invoice } = await overdue()
    const other = await stripe.customers.create()
    const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: other.id })
    await expect(stripe.invoices.pay(invoice.id, { payment_method: id })).rejects.toMatchObject({
      code: 'resource_missing',
    })
    await expect(stripe.invoices.pay(invoice.id, { paid_out_of_band: true })).rejects.toMatchObject({
      statusCode: 501,
    })
    await stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_visa' })
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ message: 'Invoice is already paid' })
    const { invoice: second } = await overdue()
    await stripe.invoices.voidInvoice(second.id)
    await expect(stripe.invoices.pay(second.id)).rejects.toMatchObject({ statusCode: 400 })
  })

  test('paying a draft finalizes it first', async () => {
    const clock = await newClock(stripe, '2026-03-01T09:00:00')
    const subscription = await subscribe(stripe, { clock: clock.id })
    await advanceClock(stripe, clock.id, at('2026-04-01T09:30:00'))
    const draft = await invoiceOf(subscription)
    expect(draft.status).toBe('draft')
    expect(await stripe.invoices.pay(draft.id)).toMatchObject({ status: 'paid', attempt_count: 1 })
    await advanceClock(stripe, clock.id, at('2026-04-02T00:00:00'))
    const { data } = await stripe.charges.list({ customer: idOf(subscription.customer) })
    expect(data).toHaveLength(2)
  })
})

describe('voiding', () => {
  test('voiding an open invoice keeps the subscription running', async () => {
    const { subscription, invoice, customer } = await overdue()
    expect(await stripe.invoices.voidInvoice(invoice.id)).toMatchObject({
      status: 'void',
      next_payment_attempt: null,
      status_transitions: { voided_at: at('2026-04-01T10:00:00') },
    })
    expect(await statusOf(subscription)).toBe('active')
    const types = (await historyOf(stripe, customer)).map(({ type }) => type)
    expect(types.slice(-3)).toEqual(['payment_intent.canceled', 'invoice.voided', 'customer.subscription.updated'])
    const { data } = await stripe.invoicePayments.list({ invoice: invoice.id })
    expect(data).toMatchObject([{ status: 'canceled' }])
  })

  test('a paid invoice cannot be voided', async () => {
    const { id } = await invoiceOf(await subscribe(stripe))
    await expect(stripe.invoices.voidInvoice(id)).rejects.toMatchObject({ code: 'status_transition_invalid' })
  })
})
