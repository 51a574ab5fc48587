import { describe, expect, test } from 'vitest'
import { cleanUpLater, expectNotAllowed, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const newEndpoint = async () => {
  const endpoint = await stripe.webhookEndpoints.create({
    // Nothing in this file makes such an event, so nothing is sent.
    enabled_events: ['charge.refunded'],
    url: `https://example.com/${unique('contract')}`,
  })
  cleanUpLater(() => stripe.webhookEndpoints.del(endpoint.id))
  return endpoint
}

describe('a webhook endpoint', () => {
  test('tells its secret when it is made, and never again', async () => {
    const endpoint = await newEndpoint()
    expect(endpoint.secret).toMatch(/^whsec_/)
    expect(endpoint).toMatchObject({ object: 'webhook_endpoint', status: 'enabled', livemode: false })
    const read = await stripe.webhookEndpoints.retrieve(endpoint.id)
    expect(read).toMatchObject({ id: endpoint.id, url: endpoint.url, enabled_events: ['charge.refunded'] })
    expect(read).not.toHaveProperty('secret')
  })

  test('is listed', async () => {
    const endpoint = await newEndpoint()
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
    expect(data.map(({ id }) => id)).toContain(endpoint.id)
  })

  test('can listen to other events, or be switched off', async () => {
    const { id } = await newEndpoint()
    const updated = await stripe.webhookEndpoints.update(id, {
      enabled_events: ['charge.dispute.created'],
      disabled: true,
    })
    expect(updated).toMatchObject({ enabled_events: ['charge.dispute.created'], status: 'disabled' })
  })

  test('that was deleted is gone', async () => {
    const { id } = await newEndpoint()
    expect(await stripe.webhookEndpoints.del(id)).toMatchObject({ id, deleted: true })
    const refused = await refusal(stripe.webhookEndpoints.retrieve(id))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404, code: 'resource_missing' })
  })

  test('for events that do not exist is refused', async () => {
    const call = stripe.rawRequest('POST', '/v1/webhook_endpoints', {
      enabled_events: ['nonsense.happened'],
      url: 'https://example.com/contract',
    })
    await expectNotAllowed(call)
  })
})

describe('the signature of an event', () => {
  const SECRET = 'whsec_contract'
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'charge.refunded', data: { object: {} } })
  const sign = (given: { secret?: string; timestamp?: number } = {}) =>
    stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, ...given })
  const now = () => Math.floor(Date.now() / 1_000)

  test('is accepted with the secret it was made with', () => {
    expect(stripe.webhooks.constructEvent(payload, sign(), SECRET)).toMatchObject({ id: 'evt_1' })
  })

  test.each([
    ['of another secret', payload, () => sign({ secret: 'whsec_other' })],
    ['of another text', payload.replace('evt_1', 'evt_2'), () => sign()],
    ['that is older than five minutes', payload, () => sign({ timestamp: now() - 301 })],
    ['that is none', payload, () => 't=1,v0=nothing'],
  ])('%s is refused', (_what, text, header) => {
    expect(() => stripe.webhooks.constructEvent(text, header(), SECRET)).toThrow(
      expect.objectContaining({ type: 'StripeSignatureVerificationError' }),
    )
  })
})
