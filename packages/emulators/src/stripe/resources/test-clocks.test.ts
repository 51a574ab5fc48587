import { describe, expect, test } from 'vitest'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'
import { advanceClock, at, DAY, idOf, newClock, newSubscriber, subscribe } from '../testing/subscribers.ts'

const { stripe } = await stripeForThisFile()

const START = '2026-05-01T00:00:00'

describe('a test clock', () => {
  test('a test clock stands still until it is advanced, and never goes back', async () => {
    const { id } = await stripe.testHelpers.testClocks.create({ frozen_time: at(START), name: 'Season' })
    const customer = await newSubscriber(stripe, 'pm_card_visa', { test_clock: id })
    expect(customer.created).toBe(at(START))
    expect(await advanceClock(stripe, id, at(START) + DAY)).toMatchObject({
      status: 'ready',
      frozen_time: at(START) + DAY,
      name: 'Season',
    })
    expect(await stripe.testHelpers.testClocks.retrieve(id)).toMatchObject({ frozen_time: at(START) + DAY })
    await expect(advanceClock(stripe, id, at(START) + DAY)).rejects.toMatchObject({ param: 'frozen_time' })
    const { data } = await stripe.testHelpers.testClocks.list()
    expect(data.map((clock) => clock.id)).toContain(id)
  })

  test('a test clock advances at most two intervals of its shortest subscription, or two years', async () => {
    const idle = await newClock(stripe, START)
    await expect(advanceClock(stripe, idle.id, at('2028-05-04T00:00:00'))).rejects.toMatchObject({ statusCode: 400 })
    expect(await advanceClock(stripe, idle.id, at('2028-05-01T00:00:00'))).toMatchObject({ status: 'ready' })

    const busy = await newClock(stripe, START)
    await subscribe(stripe, { clock: busy.id })
    await expect(advanceClock(stripe, busy.id, at('2026-08-01T00:00:00'))).rejects.toMatchObject({ statusCode: 400 })
    expect(await advanceClock(stripe, busy.id, at('2026-07-01T00:00:00'))).toMatchObject({ status: 'ready' })
  })

  test('a test clock affects only its own customers', async () => {
    const [one, two] = [await newClock(stripe, START), await newClock(stripe, START)]
    const bystander = await subscribe(stripe, { clock: two.id })
    const ordinary = await subscribe(stripe)
    await subscribe(stripe, { clock: one.id })
    await advanceClock(stripe, one.id, at('2026-07-01T00:00:00'))
    expect((await stripe.subscriptions.retrieve(bystander.id)).latest_invoice).toBe(bystander.latest_invoice)
    expect((await stripe.subscriptions.retrieve(ordinary.id)).latest_invoice).toBe(ordinary.latest_invoice)
  })

  test('deleting a test clock deletes its customers and their subscriptions', async () => {
    const clock = await newClock(stripe, START)
    const { id, customer } = await subscribe(stripe, { clock: clock.id })
    expect(await stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true })
    expect(await stripe.customers.retrieve(idOf(customer))).toMatchObject({ deleted: true })
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', ended_at: at(START) })
    await expect(stripe.testHelpers.testClocks.retrieve(clock.id)).rejects.toMatchObject({ code: 'resource_missing' })
  })

  test('a test clock sends events when it is created, advances and is ready', async () => {
    const clock = await newClock(stripe, START)
    await advanceClock(stripe, clock.id, at(START) + 1)
    const { data } = await stripe.events.list({ limit: 3 })
    expect(data.map(({ type }) => type)).toEqual([
      'test_helpers.test_clock.ready',
      'test_helpers.test_clock.advancing',
      'test_helpers.test_clock.created',
    ])
  })
})
