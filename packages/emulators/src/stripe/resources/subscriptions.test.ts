import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'
import {
  advanceClock,
  at,
  DAY,
  historyOf,
  idOf,
  newClock,
  newPlan,
  newSubscriber,
  periodOf,
  subscribe,
} from '../testing/subscribers.ts'

const emulator = await stripeForThisFile()
const { stripe } = emulator

type Created = Partial<Stripe.SubscriptionCreateParams>

const latestInvoice = async ({ id }: { id: string }) => {
  const { latest_invoice } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] })
  return latest_invoice as Stripe.Invoice
}

const newCustomer = (card?: string) => newSubscriber(stripe, card)
const countOf = async () => (await stripe.subscriptions.list({ status: 'all', limit: 100 })).data.length

describe('a new subscription', () => {
  test('a new subscription is active, with its first invoice paid and its period on the items', async () => {
    const subscription = await subscribe(stripe, { given: { metadata: { store: 'demo' }, description: 'Club' } })
    expect(subscription).toMatchObject({
      status: 'active',
      collection_method: 'charge_automatically',
      metadata: { store: 'demo' },
      description: 'Club',
      cancel_at_period_end: false,
    })
    expect(subscription).not.toHaveProperty('current_period_end')
    const { start, end } = periodOf(subscription)
    expect(start).toBe(subscription.created)
    expect([28, 29, 30, 31]).toContain((end - start) / DAY)

    const invoice = await latestInvoice(subscription)
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_due: 1_000,
      amount_paid: 1_000,
      amount_remaining: 0,
      attempt_count: 1,
      customer_email: 'ada@customer.example',
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: { store: 'demo' } },
      },
    })
    expect(invoice.lines.data).toMatchObject([
      {
        amount: 1_000,
        description: '1 × Club (at $10.00 / month)',
        period: { start, end },
        pricing: { price_details: { price: subscription.items.data[0]?.price.id } },
        quantity: 1,
      },
    ])
  })

  test('a new subscription sends its events in Stripe’s order', async () => {
    const { customer } = await subscribe(stripe)
    const history = await historyOf(stripe, idOf(customer))
    expect(history.map(({ type }) => type)).toEqual([
      'payment_method.attached',
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
    ])
    const statuses = history.slice(1, 4).map(({ object }) => object.status)
    expect(statuses).toEqual(['active', 'draft', 'open'])
  })

  test('a new subscription links its invoice to the payment, also when expanded', async () => {
    const plan = await newPlan(stripe)
    const { id: customer } = await newCustomer()
    const { latest_invoice } = await stripe.subscriptions.create({
      customer,
      items: [{ price: plan.id }],
      expand: ['latest_invoice.payments.data.payment.payment_intent'],
    })
    const { payments } = latest_invoice as Stripe.Invoice
    const intent = payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent
    expect(intent).toMatchObject({ object: 'payment_intent', status: 'succeeded', amount_received: 1_000, customer })
  })

  test('a new subscription can have several existing or inline prices with quantities', async () => {
    const plan = await newPlan(stripe)
    const { id: customer } = await newCustomer()
    const { items, latest_invoice } = await stripe.subscriptions.create({
      customer,
      items: [
        { price: plan.id, quantity: 3 },
        {
          price_data: {
            currency: 'usd',
            product: idOf(plan.product),
            unit_amount: 250,
            recurring: { interval: 'month' },
          },
        },
      ],
      expand: ['latest_invoice'],
    })
    expect(items.data.map(({ quantity, price }) => [quantity, price.unit_amount])).toEqual([
      [3, 1_000],
      [1, 250],
    ])
    expect(latest_invoice).toMatchObject({ total: 3_250 })
  })

  test('a new subscription is charged to its own card before the customer’s', async () => {
    const { id: customer } = await newCustomer('pm_card_chargeCustomerFail')
    const card = await stripe.paymentMethods.attach('pm_card_mastercard', { customer })
    const plan = await newPlan(stripe)
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: plan.id }],
      default_payment_method: card.id,
    })
    expect(subscription).toMatchObject({ status: 'active', default_payment_method: card.id })
  })
})

describe('a first payment that fails', () => {
  test('a subscription is incomplete until its first invoice is paid', async () => {
    const subscription = await subscribe(stripe, { card: 'pm_card_chargeCustomerFail' })
    expect(subscription.status).toBe('incomplete')
    const invoice = await latestInvoice(subscription)
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: null })

    await stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_visa' })
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    const history = await historyOf(stripe, idOf(subscription.customer))
    expect(history.slice(1).map(({ type }) => type)).toEqual([
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ])
    expect(history.at(-1)?.previous).toEqual({ status: 'incomplete' })
  })

  test('a first payment with a 3-D Secure card waits for authentication', async () => {
    const subscription = await subscribe(stripe, { card: 'pm_card_authenticationRequired' })
    expect(subscription.status).toBe('incomplete')
    const types = (await historyOf(stripe, idOf(subscription.customer))).map(({ type }) => type)
    expect(types).toContain('invoice.payment_action_required')
  })

  test.each([
    ['declined', 'pm_card_chargeCustomerFail', { code: 'card_declined', statusCode: 402 }],
    [
      'sent to 3-D Secure',
      'pm_card_authenticationRequired',
      { code: 'subscription_payment_intent_requires_action', statusCode: 402 },
    ],
  ])('a failed first payment leaves nothing behind on request if the card is %s', async (_, card, refusal) => {
    const before = await countOf()
    const plan = await newPlan(stripe)
    const { id: customer } = await newCustomer(card)
    const given = { customer, items: [{ price: plan.id }] }
    await expect(
      stripe.subscriptions.create({ ...given, payment_behavior: 'error_if_incomplete' }),
    ).rejects.toMatchObject(refusal)
    expect(await countOf()).toBe(before)
    expect((await stripe.invoices.list({ customer })).data).toEqual([])
    const types = (await historyOf(stripe, customer)).map(({ type }) => type)
    expect(types.filter((type) => /^(invoice|customer\.subscription)/.test(type))).toEqual([])
  })

  test('a first payment can be confirmed by the client', async () => {
    const plan = await newPlan(stripe)
    const { id: customer } = await stripe.customers.create()
    const { id, status } = await stripe.subscriptions.create({
      customer,
      items: [{ price: plan.id }],
      payment_behavior: 'default_incomplete',
    })
    expect(status).toBe('incomplete')
    const invoice = await latestInvoice({ id })
    expect(invoice).toMatchObject({ status: 'open', attempted: false })
    await stripe.paymentIntents.confirm(idOf(invoice.payments?.data[0]?.payment.payment_intent), {
      payment_method: 'pm_card_visa',
    })
    expect(await latestInvoice({ id })).toMatchObject({ status: 'paid' })
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  })
})

describe('a new subscription is refused', () => {
  const refusedWith = async (given: Created, card?: string) => {
    const { id: customer } = card === 'none' ? await stripe.customers.create() : await newCustomer(card)
    const plan = await newPlan(stripe)
    return stripe.subscriptions.create({ customer, items: [{ price: plan.id }], ...given })
  }

  test('a new subscription is refused without a card', async () => {
    await expect(refusedWith({}, 'none')).rejects.toMatchObject({
      code: 'resource_missing',
      message: expect.stringContaining('This customer has no attached payment source or default payment method'),
    })
  })
  test("a new subscription is refused with another customer's card", async () => {
    const { id: customer } = await newCustomer()
    const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    await expect(refusedWith({ default_payment_method: id })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'default_payment_method',
    })
  })
  test('a new subscription is refused for an unknown customer', async () => {
    await expect(refusedWith({ customer: 'cus_unknown' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'customer',
    })
  })
  test('a new subscription is refused with a one-time, inactive or unknown price', async () => {
    const once = { currency: 'usd', unit_amount: 500, product_data: { name: 'Poster' } }
    const oneTime = await stripe.prices.create(once)
    const inactive = await newPlan(stripe, { active: false })
    for (const price of [oneTime.id, inactive.id, 'price_unknown']) {
      await expect(refusedWith({ items: [{ price }] })).rejects.toMatchObject({ param: 'items[0][price]' })
    }
  })
  test('a new subscription is refused with too long an interval', async () => {
    await expect(newPlan(stripe, { recurring: { interval: 'month', interval_count: 0 } })).rejects.toMatchObject({
      param: 'recurring[interval_count]',
    })
  })
  test('a new subscription is refused with prices in two currencies', async () => {
    const [usd, eur] = await Promise.all([newPlan(stripe), newPlan(stripe, { currency: 'eur' })])
    await expect(refusedWith({ items: [{ price: usd.id }, { price: eur.id }] })).rejects.toMatchObject({
      statusCode: 400,
    })
  })
  test.each<[string, Created]>([
    ['trial_period_days', { trial_period_days: 7 }],
    ['trial_end', { trial_end: 'now' }],
    ['billing_cycle_anchor', { billing_cycle_anchor: at('2030-01-01T00:00:00') }],
    ['send_invoice', { collection_method: 'send_invoice' }],
  ])('a new subscription with %s gets 501', async (name, given) => {
    await expect(refusedWith(given)).rejects.toMatchObject({
      statusCode: 501,
      message: expect.stringContaining(name),
    })
  })
  test('a new subscription with different intervals gets 501', async () => {
    const [month, year] = await Promise.all([newPlan(stripe), newPlan(stripe, { recurring: { interval: 'year' } })])
    await expect(refusedWith({ items: [{ price: month.id }, { price: year.id }] })).rejects.toMatchObject({
      statusCode: 501,
    })
  })
})

describe('a change', () => {
  const updatesOf = async ({ customer }: Stripe.Subscription) =>
    (await historyOf(stripe, idOf(customer)))
      .filter(({ type }) => type === 'customer.subscription.updated')
      .map(({ previous }) => previous)

  test('canceling at the end of the period sends an event with the previous value', async () => {
    const subscription = await subscribe(stripe)
    const { end } = periodOf(subscription)
    const ending = await stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
      cancellation_details: { comment: 'Too many laps', feedback: 'unused' },
    })
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at: end,
      cancel_at_period_end: true,
      canceled_at: expect.any(Number),
      cancellation_details: { reason: 'cancellation_requested', comment: 'Too many laps', feedback: 'unused' },
    })
    expect(await updatesOf(subscription)).toMatchObject([
      { cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details: { reason: null } },
    ])
  })

  test('canceling at the end of the period is also possible with cancel_at', async () => {
    const { id, ...subscription } = await subscribe(stripe)
    const { end } = periodOf({ id, ...subscription })
    const ending = await stripe.subscriptions.update(id, { cancel_at: 'min_period_end' })
    expect(ending).toMatchObject({ cancel_at: end, cancel_at_period_end: false })
    expect(await stripe.subscriptions.update(id, { cancel_at: '' })).toMatchObject({ cancel_at: null })
    await expect(stripe.subscriptions.update(id, { cancel_at: end - 1 })).rejects.toMatchObject({ statusCode: 501 })
  })

  test('changing metadata, description and card sends one event', async () => {
    const subscription = await subscribe(stripe, { given: { metadata: { seat: '1', row: 'a' } } })
    const card = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: idOf(subscription.customer) })
    const changed = await stripe.subscriptions.update(subscription.id, {
      metadata: { seat: '2', row: '' },
      description: 'Pit lane',
      default_payment_method: card.id,
    })
    expect(changed).toMatchObject({
      metadata: { seat: '2' },
      description: 'Pit lane',
      default_payment_method: card.id,
    })
    expect(await updatesOf(subscription)).toEqual([
      { metadata: { seat: '1', row: 'a' }, description: null, default_payment_method: null },
    ])
  })

  test('an update without changes sends no event', async () => {
    const subscription = await subscribe(stripe)
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(await updatesOf(subscription)).toEqual([])
  })

  test('a price change requires proration_behavior none, or always_invoice with error_if_incomplete', async () => {
    const subscription = await subscribe(stripe)
    const [item] = subscription.items.data
    const dearer = await newPlan(stripe, { unit_amount: 1_500 })
    const items = [{ id: item?.id ?? '', price: dearer.id }]
    for (const proration_behavior of [undefined, 'create_prorations', 'always_invoice'] as const) {
      const given = proration_behavior === undefined ? { items } : { items, proration_behavior }
      await expect(stripe.subscriptions.update(subscription.id, given)).rejects.toMatchObject({
        statusCode: 501,
        message: expect.stringContaining('proration_behavior'),
      })
    }
    const changed = await stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'none' })
    expect(changed.items.data[0]).toMatchObject({ id: item?.id, price: { id: dearer.id }, plan: { amount: 1_500 } })
    const [previous] = await updatesOf(subscription)
    expect(previous).toMatchObject({ items: { data: [{ price: { unit_amount: 1_000 } }] } })
  })

  test('unknown items, another interval, pausing, and canceling an ended subscription are refused', async () => {
    const { id, items } = await subscribe(stripe)
    const yearly = await newPlan(stripe, { recurring: { interval: 'year' } })
    const item = items.data[0]?.id ?? ''
    await expect(stripe.subscriptions.update(id, { items: [{ id: 'si_unknown' }] })).rejects.toMatchObject({
      code: 'resource_missing',
    })
    await expect(
      stripe.subscriptions.update(id, { items: [{ id: item, price: yearly.id }], proration_behavior: 'none' }),
    ).rejects.toMatchObject({ statusCode: 501 })
    await expect(stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })).rejects.toMatchObject({
      statusCode: 501,
      message: expect.stringContaining('pause_collection'),
    })
    await stripe.subscriptions.cancel(id)
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({
      code: 'invalid_canceled_subscription_fields',
    })
    expect(await stripe.subscriptions.update(id, { metadata: { kept: 'yes' } })).toMatchObject({
      status: 'canceled',
      metadata: { kept: 'yes' },
    })
  })
})

describe('a cancellation', () => {
  test('a cancellation ends the subscription at once', async () => {
    const subscription = await subscribe(stripe)
    const ended = await stripe.subscriptions.cancel(subscription.id, { cancellation_details: { feedback: 'unused' } })
    expect(ended).toMatchObject({
      status: 'canceled',
      ended_at: expect.any(Number),
      canceled_at: ended.ended_at,
      cancellation_details: { reason: 'cancellation_requested', feedback: 'unused' },
    })
    const history = await historyOf(stripe, idOf(subscription.customer))
    expect(history.at(-1)).toMatchObject({ type: 'customer.subscription.deleted', isByItself: false })
  })

  test('a subscription is canceled once and without proration', async () => {
    const { id } = await subscribe(stripe)
    for (const given of [{ invoice_now: true }, { prorate: true }]) {
      await expect(stripe.subscriptions.cancel(id, given)).rejects.toMatchObject({ statusCode: 501 })
    }
    await stripe.subscriptions.cancel(id)
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      code: 'resource_missing',
      message: `No such subscription: '${id}'`,
    })
  })

  test('deleting a customer cancels the subscription', async () => {
    const { id, customer } = await subscribe(stripe)
    await stripe.customers.del(idOf(customer))
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled')
    const types = (await historyOf(stripe, idOf(customer))).map(({ type }) => type)
    expect(types).toContain('customer.subscription.deleted')
  })

  test('a cancellation stops collecting open invoices', async () => {
    const clock = await newClock(stripe, '2026-01-10T00:00:00')
    const { id } = await subscribe(stripe, { clock: clock.id })
    await emulator.control.failNextRenewal(id)
    await advanceClock(stripe, clock.id, at('2026-02-10T02:00:00'))
    await stripe.subscriptions.cancel(id)
    await advanceClock(stripe, clock.id, at('2026-03-10T02:00:00'))
    expect(await latestInvoice({ id })).toMatchObject({ status: 'open', attempt_count: 1, auto_advance: false })
  })
})

describe('a list', () => {
  test('the list of subscriptions is paged and omits canceled ones by default', async () => {
    const { id: customer } = await newCustomer()
    const [plan, other] = await Promise.all([newPlan(stripe), newPlan(stripe)])
    const made: string[] = []
    for (const price of [plan, plan, plan, other]) {
      made.push((await stripe.subscriptions.create({ customer, items: [{ price: price.id }] })).id)
    }
    const [first = '', second, third, fourth] = made
    await stripe.subscriptions.cancel(first)
    const ids = async (given: Stripe.SubscriptionListParams) =>
      (await stripe.subscriptions.list({ customer, ...given })).data.map(({ id }) => id)
    expect(await ids({})).toEqual([fourth, third, second])
    expect(await ids({ status: 'all' })).toEqual([fourth, third, second, first])
    expect(await ids({ status: 'canceled' })).toEqual([first])
    expect(await ids({ status: 'ended' })).toEqual([first])
    expect(await ids({ status: 'active', price: plan.id })).toEqual([third, second])
    expect(await ids({ limit: 1, starting_after: fourth ?? '' })).toEqual([third])
  })

  test('the list of subscriptions includes those on a test clock only on request', async () => {
    const clock = await newClock(stripe, '2026-01-10T00:00:00')
    const { id, customer } = await subscribe(stripe, { clock: clock.id })
    const has = async (given: Stripe.SubscriptionListParams) =>
      (await stripe.subscriptions.list({ limit: 100, ...given })).data.some((one) => one.id === id)
    expect(await has({})).toBe(false)
    expect(await has({ test_clock: clock.id })).toBe(true)
    expect(await has({ customer: idOf(customer) })).toBe(true)
  })
})
