import type Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'

const running = await stripeForThisFile()
const { stripe } = running
beforeEach(() => running.control.reset())

const typesOf = async (given: Stripe.EventListParams) => (await stripe.events.list(given)).data.map(({ type }) => type)

/** Triggers customer.created, product.created, customer.updated and customer.deleted, in this order. */
const makeHistory = async () => {
  const { id } = await stripe.customers.create({ name: 'Ada' })
  await stripe.products.create({ name: 'Rim' })
  await stripe.customers.update(id, { name: 'Grace' })
  await stripe.customers.del(id)
}

test('events are listed newest first, each with the object as it was at the time', async () => {
  await makeHistory()
  const { data } = await stripe.events.list()
  expect(data.map(({ type }) => type)).toEqual([
    'customer.deleted',
    'customer.updated',
    'product.created',
    'customer.created',
  ])
  expect(data[3]?.data.object).toMatchObject({ name: 'Ada' })
  expect(data[1]?.data).toMatchObject({ object: { name: 'Grace' }, previous_attributes: { name: 'Ada' } })
  expect(data[0]).toMatchObject({ object: 'event', livemode: false, api_version: '2026-10-28.endive' })
})

test('an event names the request that caused it', async () => {
  const made = await stripe.customers.create({}, { idempotencyKey: 'customer-1' })
  const [event] = (await stripe.events.list()).data
  expect(event?.request).toEqual({ id: made.lastResponse.requestId, idempotency_key: 'customer-1' })
})

test.each<[string, Stripe.EventListParams, string[]]>([
  ['one type', { type: 'customer.updated' }, ['customer.updated']],
  ['a group of types', { type: 'customer.*' }, ['customer.deleted', 'customer.updated', 'customer.created']],
  ['one verb of all kinds of objects', { type: '*.created' }, ['product.created', 'customer.created']],
  ['several types', { types: ['product.created', 'customer.deleted'] }, ['customer.deleted', 'product.created']],
  ['a type that never happened', { type: 'invoice.paid' }, []],
])('the list of events can be limited to %s', async (_, given, types) => {
  await makeHistory()
  expect(await typesOf(given)).toEqual(types)
})

test('events can be filtered by time', async () => {
  await stripe.customers.create()
  await running.control.advance({ hours: 1 })
  const { now } = await running.control.clock()
  await stripe.products.create({ name: 'Rim' })
  expect(await typesOf({ created: { lt: now - 60 } })).toEqual(['customer.created'])
  expect(await typesOf({ created: { gte: now - 60 } })).toEqual(['product.created'])
})

test('pages of events have no gaps', async () => {
  for (let number = 0; number < 25; number++) await stripe.customers.create({ name: `${number}` })
  const names: unknown[] = []
  for await (const { data } of stripe.events.list({ limit: 10 })) names.push((data.object as Stripe.Customer).name)
  expect(names).toEqual(Array.from({ length: 25 }, (_, number) => `${24 - number}`))
})

test('an event can be read by its id, and an unknown id gets a 404', async () => {
  await stripe.customers.create()
  const [event] = (await stripe.events.list()).data
  expect(await stripe.events.retrieve(event?.id ?? '')).toMatchObject({ id: event?.id, type: 'customer.created' })
  await expect(stripe.events.retrieve('evt_nowhere')).rejects.toMatchObject({ statusCode: 404 })
})

test('type and types together, or too many types, are refused', async () => {
  await expect(stripe.events.list({ type: 'invoice.paid', types: ['invoice.paid'] })).rejects.toThrow('not both')
  const types = Array.from({ length: 21 }, () => 'invoice.paid')
  await expect(stripe.events.list({ types })).rejects.toMatchObject({ statusCode: 400, param: 'types' })
})
