import { afterEach, expect, test } from 'vitest'
import { startStripe } from './testing/start-stripe.ts'
import { DAY, newPlan } from './testing/subscribers.ts'

let close: () => unknown = () => undefined
afterEach(() => close())

test('subscriptions from before the account existed are imported in bulk and without events', async () => {
  const emulator = await startStripe()
  close = emulator.close
  const { stripe, control, address } = emulator
  const price = await newPlan(stripe)
  const at = Math.floor(Date.now() / 1_000) - 3 * DAY
  const past = (kind: string, place: string) => ({ at, kind, metadata: { place } })
  const response = await fetch(`${address}/_control/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      price: price.id,
      subscriptions: [past('listed', 'a'), past('billed', 'b'), past('ended', 'c')],
    }),
  })
  const { subscriptions } = (await response.json()) as { subscriptions: { id: string; start: number; end: number }[] }
  const [listed, billed, ended] = subscriptions
  const { data } = await stripe.subscriptions.list({})
  expect(data.map(({ id, status, metadata }) => [id, status, metadata.place])).toEqual([
    [billed?.id, 'active', 'b'],
    [listed?.id, 'active', 'a'],
  ])
  expect(data[0]?.items.data[0]?.current_period_end).toBe(billed?.end)
  expect(subscriptions.map(({ start }) => start)).toEqual([at, at, at])
  const invoices = await Promise.all(subscriptions.map(({ id }) => stripe.invoices.list({ subscription: id })))
  expect(invoices.map((list) => list.data.map(({ status }) => status))).toEqual([[], ['paid'], ['paid']])
  expect((await stripe.subscriptions.retrieve(ended?.id ?? '')).status).toBe('canceled')
  expect((await control.money()).usd).toMatchObject({ paid: 2_000 })
  const { data: events } = await stripe.events.list({ limit: 100 })
  expect(events.filter(({ type }) => type.includes('subscription') || type.startsWith('invoice'))).toEqual([])
})
