import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDeliveries, type Delivery } from './deliveries.ts'
import { DeliveryOrder } from './delivery-plan.ts'
import { emptyState } from '../core/state.ts'
import { startStripe } from '../testing/start-stripe.ts'
import { startReceiver } from '../testing/webhook-receiver.ts'

type Running = Awaited<ReturnType<typeof startStripe>>

let receiver: Awaited<ReturnType<typeof startReceiver>>
let stripe: Stripe
let control: Running['control']
let running: Running

beforeEach(async () => {
  receiver = await startReceiver()
  running = await startStripe({ webhook: receiver.webhook })
  stripe = running.stripe
  control = running.control
})

afterEach(async () => {
  await running.close()
  await receiver.close()
})

const newCustomers = async (count: number) => {
  for (let number = 1; number <= count; number++) await stripe.customers.create({ name: `Customer ${number}` })
}
const arrivedTypes = () => receiver.events().map(({ type }) => type)
const arrivedNames = () => receiver.events().map(({ data }) => (data.object as Stripe.Customer).name)
const inOrderOfSending = (deliveries: readonly Delivery[]) =>
  deliveries.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
const onlyDelivery = async () => {
  const { deliveries } = await control.deliveries()
  expect(deliveries).toHaveLength(1)
  return deliveries[0]
}

describe('a delivery', () => {
  test('a delivery contains the event as the API shows it, with a valid signature', async () => {
    const customer = await stripe.customers.create({ name: 'Ada' })
    await control.settled()
    const [event] = receiver.events()
    expect(event).toMatchObject({ type: 'customer.created', data: { object: { id: customer.id, name: 'Ada' } } })
    const { pending_webhooks: open, ...shown } = await stripe.events.retrieve(event?.id ?? '')
    expect(event).toMatchObject(JSON.parse(JSON.stringify(shown)) as object)
    expect([event?.pending_webhooks, open]).toEqual([1, 0])
    expect(receiver.received[0]?.body).toContain('\n  "id": "evt_')
  })

  test("a delivery has Stripe's headers and no browser headers", async () => {
    await newCustomers(1)
    await control.settled()
    const { headers } = receiver.received[0] ?? {}
    expect(headers).toEqual({
      accept: '*/*; q=0.5, application/xml',
      'cache-control': 'no-cache',
      connection: 'keep-alive',
      'content-length': expect.stringMatching(/^\d+$/),
      'content-type': 'application/json; charset=utf-8',
      host: new URL(receiver.url).host,
      'stripe-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    })
  })

  test('the client refuses a delivery that is old, altered or signed with another secret', async () => {
    await newCustomers(1)
    await control.settled()
    const { body = '', headers } = receiver.received[0] ?? {}
    const { secret } = receiver.webhook
    const header = String(headers?.['stripe-signature'])
    const sentAt = Number(/t=(\d+)/.exec(header)?.[1])
    expect(Math.abs(sentAt - Date.now() / 1000)).toBeLessThan(5)
    const construct =
      (text: string, signature: string, key: string, secondsLater = 0) =>
      () =>
        Stripe.webhooks.constructEvent(text, signature, key, 300, undefined, (sentAt + secondsLater) * 1000)

    expect(construct(body, header, secret, 300)).not.toThrow()
    expect(construct(body, header, secret, 301)).toThrow('Timestamp outside the tolerance zone')
    const altered = header.replace(`t=${sentAt}`, `t=${sentAt + 301}`)
    expect(construct(body, altered, secret, 301)).toThrow('No signatures found matching')
    expect(construct(body.replace('Customer 1', 'Customer 2'), header, secret)).toThrow('No signatures found matching')
    expect(construct(body, header, 'whsec_other')).toThrow('No signatures found matching')
  })

  test("a delivery is signed with the machine's time, not the account's clock", async () => {
    await control.advance({ days: 40 })
    await newCustomers(1)
    await control.settled()
    const [event] = receiver.events()
    expect((event?.created ?? 0) - Date.now() / 1000).toBeGreaterThan(39 * 24 * 60 * 60)
  })

  test('a delivery is retried with growing delays until it is accepted, with a new signature each time', async () => {
    await control.treatDeliveries({ firstPauseMs: 40 })
    receiver.answer((_, number) => ({ status: [500, 400, 204][number - 1] ?? 200 }))
    await newCustomers(1)
    await control.settled()

    const delivery = await onlyDelivery()
    expect(delivery).toMatchObject({
      state: 'delivered',
      attempts: [{ status: 500 }, { status: 400 }, { status: 204 }],
    })
    const [first = 0, second = 0, third = 0] = delivery?.attempts.map(({ at }) => Date.parse(at)) ?? []
    expect(second - first).toBeGreaterThanOrEqual(39)
    expect(third - second).toBeGreaterThanOrEqual(79)
    const events = receiver.events()
    expect(new Set(events.map(({ id }) => id)).size).toBe(1)
    expect(events).toHaveLength(3)
  })

  test('a delivery fails after the last attempt', async () => {
    await control.treatDeliveries({ attempts: 3, firstPauseMs: 1 })
    receiver.answer(() => ({ status: 503 }))
    await newCustomers(1)
    expect(await control.settled()).toMatchObject({ total: 1, failed: 1 })
    expect(receiver.received).toHaveLength(3)
    expect((await onlyDelivery())?.attempts).toHaveLength(3)
    expect((await stripe.events.list()).data[0]?.pending_webhooks).toBe(1)
  })

  test('a redirect counts as a failed delivery', async () => {
    await control.treatDeliveries({ attempts: 1 })
    receiver.answer(() => ({ status: 307, headers: { location: '/elsewhere' } }))
    await newCustomers(1)
    await control.settled()
    expect(await onlyDelivery()).toMatchObject({ state: 'failed', attempts: [{ status: 307 }] })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/webhooks'])
  })

  test('a delivery that gets no answer in time is retried', async () => {
    await control.treatDeliveries({ timeoutMs: 100, firstPauseMs: 1 })
    receiver.answer((_, number) => (number === 1 ? 'never' : { status: 200 }))
    await newCustomers(1)
    await control.settled()
    const delivery = await onlyDelivery()
    expect(delivery).toMatchObject({ state: 'delivered' })
    expect(delivery?.attempts[0]).toMatchObject({ error: 'No answer within 100 ms.' })
    expect(delivery?.attempts.at(-1)).toMatchObject({ status: 200 })
  })

  test('a delivery to an endpoint that cannot be reached is retried too', async () => {
    await control.treatDeliveries({ attempts: 2, firstPauseMs: 1 })
    await receiver.close()
    await newCustomers(1)
    await control.settled()
    expect(await onlyDelivery()).toMatchObject({
      state: 'failed',
      attempts: [
        { error: expect.stringContaining('ECONNREFUSED') },
        { error: expect.stringContaining('ECONNREFUSED') },
      ],
    })
    receiver = await startReceiver()
  })
})

describe('endpoints', () => {
  test('endpoints get the events they subscribed to, signed with their own secret', async () => {
    const other = await startReceiver()
    const endpoint = await stripe.webhookEndpoints.create({
      url: other.url,
      enabled_events: ['product.created', 'customer.deleted'],
    })
    const customer = await stripe.customers.create()
    await stripe.products.create({ name: 'Rim' })
    await stripe.customers.del(customer.id)
    await control.settled()

    expect(arrivedTypes().sort()).toEqual(['customer.created', 'customer.deleted', 'product.created'])
    const types = other.received.map(
      ({ body, headers }) =>
        Stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', endpoint.secret ?? '').type,
    )
    expect(types.sort()).toEqual(['customer.deleted', 'product.created'])
    await other.close()
  })

  test('disabled endpoints get no events until they are enabled', async () => {
    const [endpoint] = (await stripe.webhookEndpoints.list()).data
    await stripe.webhookEndpoints.update(endpoint?.id ?? '', { disabled: true })
    await newCustomers(1)
    await stripe.webhookEndpoints.update(endpoint?.id ?? '', { disabled: false })
    await stripe.products.create({ name: 'Rim' })
    await control.settled()
    expect(arrivedTypes()).toEqual(['product.created'])
  })

  test('deleted endpoints get no retries', async () => {
    const [endpoint] = (await stripe.webhookEndpoints.list()).data
    receiver.answer(async () => {
      await stripe.webhookEndpoints.del(endpoint?.id ?? '')
      return { status: 500 }
    })
    await control.treatDeliveries({ firstPauseMs: 1 })
    await newCustomers(1)
    await control.settled()
    expect(await onlyDelivery()).toMatchObject({
      state: 'failed',
      attempts: [{ status: 500 }, { error: 'The endpoint is deleted or disabled.' }],
    })
    expect(receiver.received).toHaveLength(1)
  })

  test('many events at once use at most 64 connections', async () => {
    const all = Promise.withResolvers<void>()
    receiver.answer(async (_, number) => {
      if (number === 64) all.resolve()
      await all.promise
      return { status: 200 }
    })
    await control.treatDeliveries({ copies: 20 })
    await newCustomers(10)
    expect(await control.settled()).toMatchObject({ delivered: 200 })
    expect(receiver.mostConnections()).toBe(64)
  })
})

describe('resending', () => {
  test('resending goes to every subscribed endpoint, or to the given one', async () => {
    const other = await startReceiver()
    const endpoint = await stripe.webhookEndpoints.create({ url: other.url, enabled_events: ['product.created'] })
    await newCustomers(1)
    await control.settled()
    const [event] = receiver.events()

    await control.resend(event?.id ?? '')
    await control.settled()
    expect([receiver.received.length, other.received.length]).toEqual([2, 0])
    await control.resend(event?.id ?? '', endpoint.id)
    await control.settled()
    expect([receiver.received.length, other.received.length]).toEqual([2, 1])
    expect(receiver.events()[1]?.id).toBe(event?.id)
    expect((await control.deliveries()).deliveries.map(({ resent }) => resent)).toEqual([false, true, true])
    await other.close()
  })

  test('resending ignores the delivery faults', async () => {
    await control.treatDeliveries({ dropPercent: 100, hold: true })
    await newCustomers(1)
    const { deliveries } = await control.deliveries({ state: 'dropped' })
    expect(await control.resend(deliveries[0]?.event ?? '')).toEqual({ deliveries: [2] })
    await control.settled()
    expect(arrivedTypes()).toEqual(['customer.created'])
  })

  test('resending an unknown event or to an unknown endpoint is refused', async () => {
    await newCustomers(1)
    const [event] = (await stripe.events.list()).data
    await expect(control.resend('evt_nowhere')).rejects.toThrow("No such event: 'evt_nowhere'")
    await expect(control.resend(event?.id ?? '', 'we_nowhere')).rejects.toThrow('No such webhook endpoint')
  })
})

describe('delivery faults', () => {
  test('held deliveries wait for their release and arrive in event order', async () => {
    await control.treatDeliveries({ hold: true })
    await newCustomers(5)
    expect(await control.settled()).toMatchObject({ total: 5, held: 5 })
    expect(receiver.received).toEqual([])

    expect(await control.release()).toEqual({ released: 5 })
    expect(await control.settled()).toMatchObject({ delivered: 5, held: 0 })
    expect(arrivedNames()).toEqual(['Customer 1', 'Customer 2', 'Customer 3', 'Customer 4', 'Customer 5'])
    expect(await control.release()).toEqual({ released: 0 })
  })

  test('the deliveries of two releases do not overtake each other', async () => {
    await control.treatDeliveries({ hold: true })
    await newCustomers(20)
    await control.release()
    await stripe.customers.create({ name: 'Late' })
    await control.release()
    await control.settled()
    expect(arrivedNames()).toHaveLength(21)
    expect(arrivedNames().at(-1)).toBe('Late')
  })

  test('a failing released delivery does not block the others', async () => {
    receiver.answer((_, number) => ({ status: number === 1 ? 500 : 200 }))
    await control.treatDeliveries({ hold: true, firstPauseMs: 60_000 })
    await newCustomers(3)
    await control.release()
    await expect.poll(async () => (await control.deliveries()).summary).toMatchObject({ delivered: 2, waiting: 1 })
    expect(arrivedNames()).toEqual(['Customer 1', 'Customer 2', 'Customer 3'])
  })

  test('dropped deliveries are never sent, and the log says so', async () => {
    await control.treatDeliveries({ dropPercent: 50, seed: 3 })
    await newCustomers(40)
    const summary = await control.settled()
    expect(summary.dropped).toBeGreaterThan(8)
    expect(summary.dropped).toBeLessThan(32)
    expect(summary.delivered).toBe(40 - summary.dropped)
    expect(receiver.received).toHaveLength(summary.delivered)
    const { deliveries } = await control.deliveries({ state: 'dropped' })
    expect(deliveries).toHaveLength(summary.dropped)
    for (const { attempts, position } of deliveries) expect([attempts, position]).toEqual([[], null])
  })

  test('every delivery is delayed by at least the minimum delay, and delays change the order', async () => {
    await control.treatDeliveries({ minDelayMs: 100, maxDelayMs: 300, copies: 12, seed: 8 })
    const began = Date.now()
    await newCustomers(1)
    await control.settled()
    const { deliveries } = await control.deliveries()
    for (const { attempts } of deliveries) expect(Date.parse(attempts[0]?.at ?? '') - began).toBeGreaterThanOrEqual(99)
    expect(inOrderOfSending(deliveries)).not.toEqual(deliveries)
  })

  test('a shuffle also changes the order without delays or holding', async () => {
    await control.treatDeliveries({ shuffle: true, copies: 12, seed: 8 })
    await newCustomers(1)
    await control.settled()
    const { deliveries } = await control.deliveries()
    expect(inOrderOfSending(deliveries)).not.toEqual(deliveries)
  })

  test('empty settings restore normal delivery', async () => {
    await control.treatDeliveries({ dropPercent: 100 })
    await newCustomers(1)
    await control.treatDeliveries({})
    await newCustomers(1)
    expect(await control.settled()).toMatchObject({ dropped: 1, delivered: 1 })
  })

  test('invalid delivery settings are refused with a reason', async () => {
    await expect(control.treatDeliveries({ dropPercent: 101, copies: 0 })).rejects.toThrow(/dropPercent[\s\S]*copies/)
    expect((await control.deliveries()).order).toMatchObject({ dropPercent: 0, copies: 1 })
  })
})

describe('1,000 events, 30 % dropped, five copies, shuffled', () => {
  const EVENTS = 1_000
  type Place = readonly [event: number, copy: number]

  /** Runs the scenario on its own emulator and returns what arrived, as [number of the event, copy]. */
  const play = async (seed: number, events = EVENTS) => {
    const endpoint = await startReceiver()
    const emulator = await startStripe({ webhook: endpoint.webhook })
    await emulator.control.treatDeliveries({ seed, dropPercent: 30, copies: 5, shuffle: true, hold: true })
    for (let made = 0; made < events; made++) await emulator.stripe.customers.create()
    const { released } = await emulator.control.release()
    const summary = await emulator.control.settled(40_000)
    const { deliveries } = await emulator.control.deliveries()
    const arrived = endpoint.events().map(({ id }) => id)
    await emulator.close()
    await endpoint.close()

    const eventIds = [...new Set(deliveries.map(({ event }) => event))]
    const delivered = inOrderOfSending(deliveries.filter(({ state }) => state === 'delivered'))
    return {
      released,
      summary,
      deliveries,
      eventIds,
      arrived,
      delivered,
      sequence: delivered.map(({ event, copy }): Place => [eventIds.indexOf(event), copy]),
    }
  }

  const byEvent = ([one, copy]: Place, [other, otherCopy]: Place) => one - other || copy - otherCopy

  test('the log lists every delivery, all that arrive are accepted, and the seed decides the order', async () => {
    const [first, again, other] = [await play(11), await play(11), await play(12, 100)]

    expect(first.eventIds).toHaveLength(EVENTS)
    const planned = first.eventIds.flatMap((event) => [1, 2, 3, 4, 5].map((copy) => `${event} ${copy}`))
    expect(first.deliveries.map(({ event, copy }) => `${event} ${copy}`)).toEqual(planned)
    const { dropped, delivered } = first.summary
    expect(first.summary).toEqual({ total: 5_000, waiting: 0, held: 0, failed: 0, dropped, delivered })
    expect(dropped + delivered).toBe(5_000)
    expect(dropped).toBeGreaterThan(1_400)
    expect(dropped).toBeLessThan(1_600)
    expect(first.released).toBe(delivered)

    // constructEvent accepted each of them, and they arrived exactly in the order of the log.
    expect(first.arrived).toEqual(first.delivered.map(({ event }) => event))
    expect(first.delivered.map(({ position }) => position)).toEqual(first.delivered.map((_, place) => place + 1))
    expect(first.sequence).not.toEqual(first.sequence.toSorted(byEvent))

    expect(again.sequence).toEqual(first.sequence)
    const same = first.sequence.filter(([event]) => event < 100)
    expect(other.sequence).not.toEqual(same)
    // Not only the order differs: different deliveries are lost.
    expect(other.sequence.toSorted(byEvent)).not.toEqual(same.toSorted(byEvent))
  }, 60_000)
})

describe('the log', () => {
  test('the delivery log can be filtered by event, type or state', async () => {
    await control.treatDeliveries({ copies: 2 })
    const customer = await stripe.customers.create()
    await stripe.customers.del(customer.id)
    await control.settled()
    const [deleted] = (await stripe.events.list({ type: 'customer.deleted' })).data

    const types = async (filter: Parameters<typeof control.deliveries>[0]) =>
      (await control.deliveries(filter)).deliveries.map(({ type }) => type)
    expect(await types({ event: deleted?.id ?? '' })).toEqual(['customer.deleted', 'customer.deleted'])
    expect(await types({ type: 'customer.created' })).toEqual(['customer.created', 'customer.created'])
    expect(await types({ state: 'failed' })).toEqual([])
    expect((await control.deliveries({ type: 'customer.created' })).summary).toMatchObject({ total: 2, delivered: 2 })
    await expect(control.deliveries({ state: 'lost' as 'failed' })).rejects.toThrow('400')
  })

  test('waiting for all deliveries ends with a timeout', async () => {
    receiver.answer(() => 'never')
    await newCustomers(1)
    await expect(control.settled(30)).rejects.toThrow('still deliveries on their way: 1')
  })

  test('the delivery log is bounded, and the oldest finished deliveries are dropped first', () => {
    const state = emptyState()
    state.webhookEndpoints.we_1 = { ...ENDPOINT, id: 'we_1' }
    const deliveries = createDeliveries(() => state)
    const happen = (id: string) => deliveries.schedule({ id, type: 'customer.created' } as Stripe.Event)
    deliveries.treat(DeliveryOrder.parse({ hold: true }))
    happen('evt_held')
    deliveries.treat(DeliveryOrder.parse({ dropPercent: 100, copies: 20 }))
    for (let number = 1; number <= 2_750; number++) happen(`evt_${number}`)

    expect(deliveries.log().length).toBe(50_000)
    expect(deliveries.log({ event: 'evt_held' })).toHaveLength(1)
    expect(deliveries.log({ event: 'evt_1' })).toEqual([])
    expect(deliveries.log({ event: 'evt_2750' })).toHaveLength(20)
  })
})

const ENDPOINT: Stripe.WebhookEndpoint = {
  id: '',
  object: 'webhook_endpoint',
  api_version: null,
  application: null,
  created: 0,
  description: null,
  enabled_events: ['*'],
  livemode: false,
  metadata: {},
  status: 'enabled',
  url: 'http://127.0.0.1:9/',
}
