import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'
import {
  advanceClock,
  at,
  changeCard,
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

const RETURN = 'https://store.example/account'

/** The visible text, without the markup. */
const read = async (response: Response) =>
  (await response.text())
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/<title>.*<\/title>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const openPortal = async (customer: string, given: Partial<Stripe.BillingPortal.SessionCreateParams> = {}) => {
  const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: RETURN, ...given })
  return {
    url,
    see: async (path = '') => read(await fetch(url + path)),
    send: (path: string, fields: Record<string, string> = {}) =>
      fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
  }
}

const onJanuaryClock = async () => {
  const clock = await newClock(stripe, '2026-01-31T12:00:00')
  const subscription = await subscribe(stripe, { clock: clock.id })
  return { clock: clock.id, subscription, customer: idOf(subscription.customer) }
}

const card = (number: string) => ({ number, expiry: '12 / 34', cvc: '123' })
const typesOf = async (customer: string) => (await historyOf(stripe, customer)).map(({ type }) => type)

describe('the portal', () => {
  test('the portal shows the plan, its next date, the card and the invoices', async () => {
    const { customer } = await onJanuaryClock()
    const portal = await openPortal(customer)
    const text = await portal.see()
    expect(text).toContain('Club $10.00 / month It renews on February 28, 2026.')
    expect(text).toContain('Visa •••• 4242')
    expect(text).toMatch(/Jan 31, 2026 EMU-\d{4} Paid \$10\.00/)
    expect(text).toContain('Return to store.example')
    expect(await (await fetch(portal.url)).text()).toContain(`href="${RETURN}"`)
  })

  test('the portal offers only what its configuration enables', async () => {
    const { customer, subscription } = await onJanuaryClock()
    const { id: configuration } = await stripe.billingPortal.configurations.create({
      features: { customer_update: { enabled: false } },
    })
    const portal = await openPortal(customer, { configuration })
    const text = await portal.see()
    expect(text).not.toMatch(/Cancel subscription|Update payment method|Invoice history/)
    expect((await portal.send(`/subscriptions/${subscription.id}/cancel`)).status).toBe(303)
    expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at).toBeNull()
    await portal.send('/payment-method', card('5555555555554444'))
    expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1)
  })

  test('the portal has expired for an unknown or hour-old session and for a deleted customer', async () => {
    const unknown = await fetch(`${emulator.address}/p/session/bps_unknown`)
    expect(unknown.status).toBe(404)
    expect(await read(unknown)).toContain('This page has expired')
    const [deleted, kept] = [await newSubscriber(stripe), await newSubscriber(stripe)]
    const [portal, old] = [await openPortal(deleted.id), await openPortal(kept.id)]
    await stripe.customers.del(deleted.id)
    expect((await fetch(portal.url)).status).toBe(404)
    await emulator.control.advance({ minutes: 59 })
    expect((await fetch(old.url)).status).toBe(200)
    await emulator.control.advance({ minutes: 1 })
    expect((await fetch(old.url)).status).toBe(404)
  })
})

describe('canceling', () => {
  test('canceling asks for confirmation and then sets only cancel_at, like Stripe’s portal', async () => {
    const { customer, subscription } = await onJanuaryClock()
    const portal = await openPortal(customer)
    const step = `/subscriptions/${subscription.id}/cancel`
    expect(await (await fetch(portal.url)).text()).toContain(`${step}">Cancel subscription</a>`)
    const question = await portal.see(step)
    expect(question).toContain('Club stays yours until February 28, 2026.')
    expect(question).toContain('Why are you leaving? (optional)')
    expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at).toBeNull()

    const answer = await portal.send(step, { feedback: 'too_expensive' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(portal.url).pathname])
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'active',
      cancel_at: periodOf(subscription).end,
      cancel_at_period_end: false,
      canceled_at: at('2026-01-31T12:00:00'),
      cancellation_details: { reason: 'cancellation_requested', feedback: 'too_expensive' },
    })
    const last = (await historyOf(stripe, customer)).at(-1)
    expect(last).toMatchObject({ type: 'customer.subscription.updated', previous: { cancel_at: null } })
    expect(await portal.see()).toContain('It ends on February 28, 2026 and will not renew. Renew subscription')
  })

  test('a cancellation can be reverted', async () => {
    const { customer, subscription, clock } = await onJanuaryClock()
    const portal = await openPortal(customer)
    await portal.send(`/subscriptions/${subscription.id}/cancel`)
    await portal.send(`/subscriptions/${subscription.id}/renew`)
    expect(await portal.see()).toContain('It renews on February 28, 2026.')
    await advanceClock(stripe, clock, at('2026-02-28T14:00:00'))
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2)
  })

  test('canceling ends the subscription at once if configured', async () => {
    const { customer, subscription } = await onJanuaryClock()
    const { id: configuration } = await stripe.billingPortal.configurations.create({
      features: { subscription_cancel: { enabled: true, mode: 'immediately' } },
    })
    const portal = await openPortal(customer, { configuration })
    const question = await portal.see(`/subscriptions/${subscription.id}/cancel`)
    expect(question).toContain('ends at once')
    expect(question).not.toContain('Why are you leaving')
    await portal.send(`/subscriptions/${subscription.id}/cancel`)
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: at('2026-01-31T12:00:00'),
    })
    expect((await typesOf(customer)).at(-1)).toBe('customer.subscription.deleted')
    expect(await portal.see()).toContain('There is no current subscription.')
    expect((await portal.send(`/subscriptions/${subscription.id}/cancel`)).status).toBe(303)
  })

  test("canceling another customer's subscription is refused", async () => {
    const [mine, theirs] = [await onJanuaryClock(), await onJanuaryClock()]
    const portal = await openPortal(mine.customer)
    await portal.send(`/subscriptions/${theirs.subscription.id}/cancel`)
    expect((await stripe.subscriptions.retrieve(theirs.subscription.id)).cancel_at).toBeNull()
  })

  test('a portal session for a cancellation opens its confirmation and redirects as configured', async () => {
    const { customer, subscription } = await onJanuaryClock()
    const portal = await openPortal(customer, {
      flow_data: {
        type: 'subscription_cancel',
        subscription_cancel: { subscription: subscription.id },
        after_completion: { type: 'redirect', redirect: { return_url: 'https://store.example/bye' } },
      },
    })
    expect(await portal.see()).toContain('Confirm cancellation')
    const answer = await portal.send(`/subscriptions/${subscription.id}/cancel`)
    expect(answer.headers.get('location')).toBe('https://store.example/bye')
    expect(await portal.see()).toContain('It ends on February 28, 2026')
  })
})

describe('a new card', () => {
  test('a new card is used from now on, also by a subscription with its own card', async () => {
    const { customer, subscription } = await onJanuaryClock()
    const own = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: own.id })
    const portal = await openPortal(customer)
    expect(await portal.see('/payment-method')).toContain('Card number')
    const answer = await portal.send('/payment-method', card('5555 5555 5555 4444'))
    expect(answer.status).toBe(303)
    expect(await portal.see()).toContain('Mastercard •••• 4444')

    const saved = (await stripe.paymentMethods.list({ customer })).data[0]
    const owner = (await stripe.customers.retrieve(customer)) as Stripe.Customer
    expect(saved?.card?.last4).toBe('4444')
    expect(owner.invoice_settings.default_payment_method).toBe(saved?.id)
    expect((await stripe.subscriptions.retrieve(subscription.id)).default_payment_method).toBe(saved?.id)
    expect((await typesOf(customer)).slice(-2)).toEqual(['payment_method.attached', 'customer.subscription.updated'])
    const { data } = await stripe.events.list({ type: 'customer.updated', limit: 1 })
    expect(data[0]?.data).toMatchObject({ object: { id: customer }, previous_attributes: { invoice_settings: {} } })
  })

  test('a new card pays overdue invoices at once', async () => {
    const { clock, customer, subscription } = await onJanuaryClock()
    await changeCard(stripe, customer, 'pm_card_chargeCustomerFail')
    await advanceClock(stripe, clock, at('2026-02-28T13:00:00'))
    const portal = await openPortal(customer)
    expect(await portal.see()).toContain('The last payment failed.')
    await portal.send('/payment-method', card('4242424242424242'))
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    expect(await portal.see()).toMatch(/Feb 28, 2026 EMU-\d{4} Paid/)
  })

  test('a new card that can be saved but is declined is reported', async () => {
    const { clock, customer } = await onJanuaryClock()
    await changeCard(stripe, customer, 'pm_card_chargeCustomerFail')
    await advanceClock(stripe, clock, at('2026-02-28T13:00:00'))
    const portal = await openPortal(customer)
    const answer = await portal.send('/payment-method', card('4000000000000341'))
    expect(await read(answer)).toContain('the overdue invoice is not paid: Your card was declined.')
  })

  test('a declined card is not saved, and the form asks again for an unknown number', async () => {
    const { customer } = await onJanuaryClock()
    const portal = await openPortal(customer)
    expect(await read(await portal.send('/payment-method', card('4000000000000002')))).toContain(
      'Your card was declined.',
    )
    expect(await read(await portal.send('/payment-method', card('4111111111111111')))).toContain('test cards')
    expect(await portal.see()).toContain('Visa •••• 4242')
  })

  test('a payment method session opens at the card form', async () => {
    const { id } = await newSubscriber(stripe)
    const portal = await openPortal(id, { flow_data: { type: 'payment_method_update' } })
    expect(await portal.see()).toContain('Card number')
    await portal.send('/payment-method', card('5555555555554444'))
    expect(await portal.see()).toContain('Mastercard •••• 4444')
  })
})

test('user input is escaped on the portal pages', async () => {
  const plan = await newPlan(stripe, { product_data: { name: '<b>Club</b>' } })
  const { id: customer } = await newSubscriber(stripe, 'pm_card_visa', { name: '<script>alert(1)</script>' })
  await stripe.subscriptions.create({ customer, items: [{ price: plan.id }] })
  const portal = await openPortal(customer)
  const markup = await (await fetch(portal.url)).text()
  expect(markup).not.toMatch(/<b>|<script>/)
})
