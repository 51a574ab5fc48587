import type Stripe from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { first, idOf, newCustomerWithCard, newMonthlyPrice } from '../testing/stripe-objects.ts'
import { refusal, stripe, unique } from '../testing/stripe-under-test.ts'

let customer: string
let price: Stripe.Price
let subscription: Stripe.Subscription
let invoice: Stripe.Invoice

beforeAll(async () => {
  customer = (await newCustomerWithCard()).id
  price = await newMonthlyPrice(1_000)
  subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    metadata: { user: '7' },
  })
  invoice = await stripe.invoices.retrieve(idOf(subscription.latest_invoice), { expand: ['payments'] })
})

describe('the invoice of a subscription', () => {
  test("a subscription's invoice is numbered, paid and has a page", () => {
    expect(invoice).toMatchObject({
      object: 'invoice',
      status: 'paid',
      billing_reason: 'subscription_create',
      customer,
      currency: 'usd',
      subtotal: 1_000,
      total: 1_000,
      amount_due: 1_000,
      amount_paid: 1_000,
      amount_remaining: 0,
    })
    expect(invoice.number).toMatch(/\S/)
    expect(invoice.hosted_invoice_url).toMatch(/^https?:\/\//)
    expect(invoice.status_transitions.paid_at).toBeGreaterThan(0)
  })

  test('an invoice names its subscription and carries its metadata', () => {
    expect(invoice.parent).toMatchObject({
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: { user: '7' } },
    })
  })

  test('an invoice has a line with the price and the paid period', () => {
    const item = first(subscription.items.data)
    expect(invoice.lines.data).toMatchObject([
      {
        amount: 1_000,
        quantity: 1,
        period: { start: item.current_period_start, end: item.current_period_end },
        pricing: { type: 'price_details', price_details: { price: price.id, product: price.product } },
        parent: {
          type: 'subscription_item_details',
          subscription_item_details: { subscription: subscription.id, subscription_item: item.id, proration: false },
        },
      },
    ])
  })

  test('an invoice leads to its payment', async () => {
    const { payment, status, amount_paid } = first(invoice.payments?.data ?? [])
    expect({ type: payment.type, status, amount_paid }).toEqual({
      type: 'payment_intent',
      status: 'paid',
      amount_paid: 1_000,
    })
    expect(await stripe.paymentIntents.retrieve(idOf(payment.payment_intent))).toMatchObject({
      status: 'succeeded',
      amount_received: 1_000,
      customer,
    })
  })

  test('an invoice is found by its payment', async () => {
    const { payment } = first(invoice.payments?.data ?? [])
    const { data } = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: idOf(payment.payment_intent) },
    })
    expect(data.map((one) => one.invoice)).toEqual([invoice.id])
  })

  test('invoices are listed by subscription and by customer', async () => {
    for (const filter of [{ subscription: subscription.id }, { customer }, { customer, status: 'paid' }] as const) {
      const { data } = await stripe.invoices.list(filter)
      expect(data.map(({ id }) => id)).toEqual([invoice.id])
    }
    expect((await stripe.invoices.list({ customer, status: 'open' })).data).toEqual([])
  })

  test('reading an unknown invoice is refused', async () => {
    const refused = await refusal(stripe.invoices.retrieve(unique('in')))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404, code: 'resource_missing' })
  })
})
