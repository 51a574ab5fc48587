import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'
import {
  advanceClock,
  at,
  changeCard,
  historyOf,
  idOf,
  newClock,
  newSubscriber,
  subscribe,
} from '../testing/subscribers.ts'

const emulator = await stripeForThisFile()
const { stripe } = emulator

const RETURN = 'https://store.example/account'

const openPortal = async (customer: string) => {
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    return_url: RETURN,
    flow_data: {
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: RETURN } },
    },
  })
  const typeCard = (number: string) =>
    fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ number, expiry: '12 / 34', cvc: '123' }),
      redirect: 'manual',
    })
  return { url, typeCard }
}

const onJanuaryClock = async () => {
  const clock = await newClock(stripe, '2026-01-31T12:00:00')
  const subscription = await subscribe(stripe, { clock: clock.id })
  return { clock: clock.id, subscription, customer: idOf(subscription.customer) }
}

test('the portal has expired for an unknown or hour-old session and for a deleted customer', async () => {
  expect((await fetch(`${emulator.address}/p/session/bps_unknown`)).status).toBe(404)
  const [deleted, kept] = [await newSubscriber(stripe), await newSubscriber(stripe)]
  const [portal, old] = [await openPortal(deleted.id), await openPortal(kept.id)]
  await stripe.customers.del(deleted.id)
  expect((await fetch(portal.url)).status).toBe(404)
  await emulator.control.advance({ minutes: 59 })
  expect((await fetch(old.url)).status).toBe(200)
  await emulator.control.advance({ minutes: 1 })
  expect((await fetch(old.url)).status).toBe(404)
})

test('a new card is used from now on, also by a subscription with its own card', async () => {
  const { customer, subscription } = await onJanuaryClock()
  const own = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: own.id })
  const { url, typeCard } = await openPortal(customer)
  expect(await (await fetch(url)).text()).toContain('Card number')
  const answer = await typeCard('5555 5555 5555 4444')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, RETURN])

  const saved = (await stripe.paymentMethods.list({ customer })).data[0]
  const owner = (await stripe.customers.retrieve(customer)) as Stripe.Customer
  expect(saved?.card?.last4).toBe('4444')
  expect(owner.invoice_settings.default_payment_method).toBe(saved?.id)
  expect((await stripe.subscriptions.retrieve(subscription.id)).default_payment_method).toBe(saved?.id)
  const types = (await historyOf(stripe, customer)).map(({ type }) => type)
  expect(types.slice(-2)).toEqual(['payment_method.attached', 'customer.subscription.updated'])
})

test('a new card pays overdue invoices at once, and one that cannot is reported', async () => {
  const { clock, customer, subscription } = await onJanuaryClock()
  await changeCard(stripe, customer, 'pm_card_chargeCustomerFail')
  await advanceClock(stripe, clock, at('2026-02-28T13:00:00'))
  const { typeCard } = await openPortal(customer)
  expect(await (await typeCard('4000000000000341')).text()).toContain('the overdue invoice is not paid')
  await typeCard('4242424242424242')
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('a declined card is not saved, and the form asks again for an unknown number', async () => {
  const { customer } = await onJanuaryClock()
  const { typeCard } = await openPortal(customer)
  expect(await (await typeCard('4000000000000002')).text()).toContain('card was declined.')
  expect(await (await typeCard('4111111111111111')).text()).toContain('test cards')
  expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1)
})
