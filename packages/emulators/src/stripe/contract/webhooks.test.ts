import { describe, expect, test } from 'vitest'
import { cleanUpLater, expectNotAllowed, refusal, stripe, unique } from '../testing/stripe-under-test.ts'

const newEndpoint = async () => {
  const endpoint = await stripe.webhookEndpoints.create({
    // Nothing in this file triggers this event, so nothing is sent.
    enabled_events: ['charge.refunded'],
    url: `https://example.com/${unique('contract')}`,
  })
  cleanUpLater(() => stripe.webhookEndpoints.del(endpoint.id))
  return endpoint
}

describe('a webhook endpoint', () => {
  test('a webhook endpoint shows its secret only when it is created', async () => {
    const endpoint = await newEndpoint()
    expect(endpoint.secret).toMatch(/^whsec_/)
    expect(endpoint).toMatchObject({ object: 'webhook_endpoint', status: 'enabled', livemode: false })
    const read = await stripe.webhookEndpoints.retrieve(endpoint.id)
    expect(read).toMatchObject({ id: endpoint.id, url: endpoint.url, enabled_events: ['charge.refunded'] })
    expect(read).not.toHaveProperty('secret')
  })

  test('a webhook endpoint is listed', async () => {
    const endpoint = await newEndpoint()
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
    expect(data.map(({ id }) => id)).toContain(endpoint.id)
  })

  test('a webhook endpoint can change its events or be disabled', async () => {
    const { id } = await newEndpoint()
    const updated = await stripe.webhookEndpoints.update(id, {
      enabled_events: ['charge.dispute.created'],
      disabled: true,
    })
    expect(updated).toMatchObject({ enabled_events: ['charge.dispute.created'], status: 'disabled' })
  })

  test('a webhook endpoint that was deleted is gone', async () => {
    const { id } = await newEndpoint()
    expect(await stripe.webhookEndpoints.del(id)).toMatchObject({ id, deleted: true })
    const refused = await refusal(stripe.webhookEndpoints.retrieve(id))
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404, code: 'resource_missing' })
  })

  test('a webhook endpoint for unknown events is refused', async () => {
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

  test('the signature of an event is accepted with its secret', () => {
    expect(stripe.webhooks.constructEvent(payload, sign(), SECRET)).toMatchObject({ id: 'evt_1' })
  })

  test.each([
    ['of another secret', payload, () => sign({ secret: 'whsec_other' })],
    ['of another text', payload.replace('evt_1', 'evt_2'), () => sign()],
    ['that is older than five minutes', payload, () => sign({ timestamp: now() - 301 })],
    ['that is not a signature', payload, () => 't=1,v0=nothing'],
  ])('the signature of an event %s is refused', (_what, text, header) => {
    expect(() => stripe.webhooks.constructEvent(text, header(), SECRET)).toThrow(
      expect.objectContaining({ type: 'StripeSignatureVerificationError' }),
    )
  })
})
