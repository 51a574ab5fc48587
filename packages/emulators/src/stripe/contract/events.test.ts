import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import {
  idOf,
  newCustomer,
  newCustomerWithCard,
  newMonthlyPrice,
  newPaidPayment,
  newPayment,
} from '../testing/stripe-objects.ts'
import { cleanUpLater, eventually, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

/** A busy account has a month of events. These tests only look at those since they began. */
const BEGIN = Math.floor(Date.now() / 1_000) - 300

/** The event of this type about the object, as soon as it exists. */
const eventAbout = (id: string, type: Stripe.EventListParams['type'] & string) =>
  eventually(async () => {
    for await (const event of stripe.events.list({ type, created: { gte: BEGIN }, limit: 100 })) {
      if ('id' in event.data.object && event.data.object.id === id) return event
    }
    throw new Error(`There is no ${type} about ${id}.`)
  })

describe('an event', () => {
  test('an event has its type, its object and the request that caused it', async () => {
    const idempotencyKey = unique('key')
    const customer = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey })
    cleanUpLater(() => stripe.customers.del(customer.id))
    const event = await eventAbout(customer.id, 'customer.created')
    expect(event.id).toMatch(/^evt_/)
    expect(event).toMatchObject({
      object: 'event',
      type: 'customer.created',
      livemode: false,
      data: { object: { object: 'customer', id: customer.id, name: 'Ada' } },
      request: { id: customer.lastResponse.requestId, idempotency_key: idempotencyKey },
    })
  })

  test('an event can be read again by its id', async () => {
    const customer = await newCustomer()
    const event = await eventAbout(customer.id, 'customer.created')
    expect(await stripe.events.retrieve(event.id)).toMatchObject({
      id: event.id,
      type: 'customer.created',
      data: { object: { id: customer.id } },
    })
  })

  test('an event that does not exist cannot be read', async () => {
    const refused = await refusal(stripe.events.retrieve(unique('evt')))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404, code: 'resource_missing' })
  })

  test('an event contains the object as it was at that time', async () => {
    const customer = await newCustomer({ name: 'Ada' })
    await stripe.customers.update(customer.id, { name: 'Grace' })
    await eventAbout(customer.id, 'customer.updated')
    const event = await eventAbout(customer.id, 'customer.created')
    expect(event.data.object).toMatchObject({ name: 'Ada' })
  })

  test('an update event contains the previous values of the changed fields', async () => {
    const customer = await newCustomer({ name: 'Ada' })
    await stripe.customers.update(customer.id, { name: 'Grace' })
    const event = await eventAbout(customer.id, 'customer.updated')
    expect(event.data.object).toMatchObject({ name: 'Grace' })
    expect(event.data.previous_attributes).toEqual({ name: 'Ada' })
  })

  test('an event is listed by its type', async () => {
    await eventAbout((await newCustomer()).id, 'customer.created')
    const { data } = await stripe.events.list({ types: ['customer.created'], limit: 5 })
    expect(new Set(data.map(({ type }) => type))).toEqual(new Set(['customer.created']))
  })
})

describe('events by cause', () => {
  test('a payment creates an event', async () => {
    const payment = await newPaidPayment({ metadata: { order: '7' } })
    const event = await eventAbout(payment.id, 'payment_intent.succeeded')
    expect(event.data.object).toMatchObject({ status: 'succeeded', amount: 1_500, metadata: { order: '7' } })
  })

  test('a declined payment creates an event', async () => {
    const payment = await newPayment()
    await refusal(stripe.paymentIntents.confirm(payment.id, { payment_method: 'pm_card_visa_chargeDeclined' }))
    const event = await eventAbout(payment.id, 'payment_intent.payment_failed')
    expect(event.data.object).toMatchObject({ last_payment_error: { decline_code: 'generic_decline' } })
  })

  test('a refund creates an event with the total refunded so far', async () => {
    const payment = await newPaidPayment()
    const refund = await stripe.refunds.create({ payment_intent: payment.id, amount: 500 })
    const event = await eventAbout(idOf(payment.latest_charge), 'charge.refunded')
    expect(event.data.object).toMatchObject({ amount_refunded: 500, refunded: false })
    expect((await eventAbout(refund.id, 'refund.created')).data.object).toMatchObject({ amount: 500 })
  })

  test('a dispute creates an event', async () => {
    const payment = await newPaidPayment({ payment_method: 'pm_card_createDispute' })
    const dispute = await eventually(async () => {
      const { data } = await stripe.disputes.list({ payment_intent: payment.id })
      if (!data[0]) throw new Error('Not disputed yet.')
      return data[0]
    })
    const event = await eventAbout(dispute.id, 'charge.dispute.created')
    expect(event.data.object).toMatchObject({ charge: payment.latest_charge, status: 'needs_response' })
  })

  test('an expired checkout session creates an event', async () => {
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 1_500, product_data: { name: 'Coupé' } } },
      ],
      client_reference_id: 'order-7',
      success_url: 'https://store.example/thanks',
    })
    await stripe.checkout.sessions.expire(session.id)
    const event = await eventAbout(session.id, 'checkout.session.expired')
    expect(event.data.object).toMatchObject({ status: 'expired', client_reference_id: 'order-7' })
  })

  test('the start, a change and the end of a subscription each create an event, and so does its invoice', async () => {
    const customer = await newCustomerWithCard()
    const price = await newMonthlyPrice()
    const { id, latest_invoice } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
    })
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await stripe.subscriptions.cancel(id)
    await eventAbout(id, 'customer.subscription.created')
    expect((await eventAbout(id, 'customer.subscription.updated')).data).toMatchObject({
      object: { cancel_at_period_end: true },
      previous_attributes: { cancel_at_period_end: false },
    })
    expect((await eventAbout(id, 'customer.subscription.deleted')).data.object).toMatchObject({ status: 'canceled' })
    expect((await eventAbout(idOf(latest_invoice), 'invoice.paid')).data.object).toMatchObject({ amount_paid: 1_000 })
  })
})
