import type Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'

const running = await stripeForThisFile()
const { stripe } = running
beforeEach(() => running.control.reset())

const URL = 'http://127.0.0.1:9/webhooks'
const newEndpoint = (given: Partial<Stripe.WebhookEndpointCreateParams> = {}) =>
  stripe.webhookEndpoints.create({ url: URL, enabled_events: ['*'], ...given })

test('an endpoint shows its secret only when it is created', async () => {
  const { secret, ...made } = await newEndpoint({
    enabled_events: ['charge.refunded', 'invoice.paid'],
    description: 'The store',
    metadata: { room: 'main' },
    api_version: '2026-10-28.endive',
  })
  expect(secret).toMatch(/^whsec_\w{32}$/)
  expect(made).toMatchObject({
    id: expect.stringMatching(/^we_/),
    object: 'webhook_endpoint',
    api_version: '2026-10-28.endive',
    description: 'The store',
    enabled_events: ['charge.refunded', 'invoice.paid'],
    livemode: false,
    metadata: { room: 'main' },
    status: 'enabled',
    url: URL,
  })
  const found = await stripe.webhookEndpoints.retrieve(made.id)
  expect(found).toMatchObject(JSON.parse(JSON.stringify(made)) as object)
  expect(found).not.toHaveProperty('secret')
  const { data } = await stripe.webhookEndpoints.list()
  expect(data[0]).not.toHaveProperty('secret')
})

test('a retried creation with the same key creates one endpoint and returns the same secret', async () => {
  const create = () =>
    stripe.webhookEndpoints.create({ url: URL, enabled_events: ['*'] }, { idempotencyKey: 'endpoint-1' })
  expect((await create()).secret).toBe((await create()).secret)
  expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1)
})

test('everything about an endpoint except its version can be changed', async () => {
  const { id } = await newEndpoint({ description: 'Old', metadata: { a: '1', b: '2' } })
  const changed = await stripe.webhookEndpoints.update(id, {
    url: `${URL}/new`,
    enabled_events: ['invoice.paid'],
    description: '',
    metadata: { a: '', c: '3' },
    disabled: true,
  })
  expect(changed).toMatchObject({
    url: `${URL}/new`,
    enabled_events: ['invoice.paid'],
    description: null,
    metadata: { b: '2', c: '3' },
    status: 'disabled',
  })
  expect((await stripe.webhookEndpoints.update(id, { disabled: false })).status).toBe('enabled')
})

test('a deleted endpoint is gone', async () => {
  const { id } = await newEndpoint()
  expect(await stripe.webhookEndpoints.del(id)).toMatchObject({ id, object: 'webhook_endpoint', deleted: true })
  await expect(stripe.webhookEndpoints.retrieve(id)).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: `No such webhook endpoint: '${id}'`,
  })
})

test('endpoints are listed newest first, in pages', async () => {
  const made = [await newEndpoint(), await newEndpoint(), await newEndpoint()].map(({ id }) => id)
  const page = await stripe.webhookEndpoints.list({ limit: 2 })
  expect([page.data.map(({ id }) => id), page.has_more]).toEqual([[made[2], made[1]], true])
  const rest = await stripe.webhookEndpoints.list({ starting_after: made[1] ?? '' })
  expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([[made[0]], false])
})

const noEvent: string = 'customer.exploded'

test.each([
  ['an event that does not exist', { enabled_events: [noEvent as '*'] }, 'enabled_events[0]'],
  ['no events', { enabled_events: [] }, 'enabled_events'],
  ['a value that is not a URL', { url: 'slipstream' }, 'url'],
  ['a URL that is not HTTP', { url: 'ftp://store.example/webhooks' }, 'url'],
])('a webhook endpoint with %s is refused', async (_, given, param) => {
  await expect(newEndpoint(given)).rejects.toMatchObject({ statusCode: 400, param })
  expect((await stripe.webhookEndpoints.list()).data).toEqual([])
})

test('a webhook endpoint with another API version gets 501', async () => {
  await expect(newEndpoint({ api_version: '2020-08-27' })).rejects.toMatchObject({
    statusCode: 501,
    message: 'The emulator does not support the API version 2020-08-27.',
  })
})
