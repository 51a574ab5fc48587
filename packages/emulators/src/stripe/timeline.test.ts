import type Stripe from 'stripe'
import { afterEach, describe, expect, test } from 'vitest'
import { openAccount } from './core/account.ts'
import { emptyState } from './core/state.ts'
import { startStripe } from './testing/start-stripe.ts'
import { DAY, historyOf, HOUR, idOf, periodOf, subscribe } from './testing/subscribers.ts'
import { settle } from './timeline.ts'

let close: () => unknown = () => undefined
afterEach(() => close())

const start = async () => {
  const emulator = await startStripe()
  close = emulator.close
  return emulator
}

describe('the account’s clock', () => {
  test('one advance of 36 weeks renews a weekly subscription 36 times, each at its own time', async () => {
    const { stripe, control } = await start()
    const subscription = await subscribe(stripe, { price: { recurring: { interval: 'week' } } })
    const { created } = subscription
    await control.advance({ days: 36 * 7, hours: 2 })

    const { data } = await stripe.invoices.list({ subscription: subscription.id, limit: 100 })
    const weeks = data.map((invoice) => (invoice.created - created) / (7 * DAY)).reverse()
    expect(weeks).toEqual(Array.from({ length: 37 }, (_, week) => week))
    expect(data.every(({ status }) => status === 'paid')).toBe(true)
    expect(periodOf(await stripe.subscriptions.retrieve(subscription.id)).start).toBe(created + 36 * 7 * DAY)

    const history = await historyOf(stripe, idOf(subscription.customer))
    const paid = history.filter(({ type }) => type === 'invoice.paid').map((event) => event.created - created)
    expect(paid).toEqual([0, ...Array.from({ length: 36 }, (_, week) => (week + 1) * 7 * DAY + HOUR)])
    const moments = history.map((event) => event.created)
    expect(moments).toEqual([...moments].sort((one, other) => one - other))
    expect((await control.money()).usd).toMatchObject({ paid: 37 * 1_000 })
  })

  test('changes of different customers happen in the order in which they are due', async () => {
    const { stripe, control } = await start()
    const later = await subscribe(stripe, { price: { recurring: { interval: 'week' } } })
    await control.advance({ days: 1 })
    const sooner = await subscribe(stripe, { price: { recurring: { interval: 'day' } } })
    await control.advance({ days: 14 })
    const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
    const moments = events.map(({ created }) => created).reverse()
    expect(moments).toEqual([...moments].sort((one, other) => one - other))
    const payers = events.flatMap(({ type, data }) => (type === 'invoice.paid' ? [data.object.customer] : []))
    expect(payers.filter((payer) => payer === later.customer)).toHaveLength(3)
    expect(payers.filter((payer) => payer === sooner.customer)).toHaveLength(14)
  })

  test('advancing the clock expires an open Checkout Session at its own time', async () => {
    const { stripe, control } = await start()
    const { now } = await control.clock()
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://store.example/thanks',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Poster' } } },
      ],
      expires_at: now + 45 * 60,
    })
    await control.advance({ minutes: 40 })
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
    await control.advance({ hours: 3 })
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
    const { data } = await stripe.events.list({ type: 'checkout.session.expired' })
    expect(data.map(({ created, request }) => [created, request?.id])).toEqual([[session.expires_at, null]])
  })

  test('renewals continue after the account is restored from a snapshot', async () => {
    const { stripe, control } = await start()
    const subscription = await subscribe(stripe)
    const state = await control.snapshot()
    await control.reset()
    await control.restore(state)
    await control.advance({ days: 32 })
    const { data } = await stripe.invoices.list({ subscription: subscription.id })
    expect(data.map(({ status }) => status)).toEqual(['paid', 'paid'])
  })
})

test('ten thousand finished sessions do not slow down calls', () => {
  const state = emptyState()
  for (let number = 0; number < 10_000; number += 1) {
    const id = `cs_test_${number}`
    state.checkoutSessions[id] = { id, object: 'checkout.session', status: 'complete' } as Stripe.Checkout.Session
  }
  const account = openAccount({ address: 'http://127.0.0.1', state: () => state, onEvent: () => undefined })
  settle(account)
  const begin = performance.now()
  for (let call = 0; call < 1_000; call += 1) settle(account)
  // Scanning every session takes about a millisecond, and there are a thousand calls.
  expect(performance.now() - begin).toBeLessThan(500)
})
