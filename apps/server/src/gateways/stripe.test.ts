import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { freePort } from '#testing/free-port.ts'
import { openStripe } from './stripe.ts'

const open = (changes: Record<string, string>) => openStripe(readConfig({ ...inject('environment'), ...changes }))

test('buyers are only sent to Stripe’s own page, whatever an answer says', () => {
  const live = open({ STRIPE_API_URL: 'https://api.stripe.com', STRIPE_SECRET_KEY: 'sk_live_0123' })
  expect(live.payUrl({ url: 'https://checkout.stripe.com/c/pay/cs_1' })).toBe('https://checkout.stripe.com/c/pay/cs_1')
  expect(live.payUrl({ url: null })).toBe(null)
  for (const url of [
    'https://checkout.stripe.com.evil.example/',
    'http://checkout.stripe.com/',
    'https://evil.example/',
  ]) {
    expect(() => live.payUrl({ url })).toThrow('is not Stripe')
  }
})

test('the key tells whether the store is in live mode', () => {
  expect(open({ STRIPE_SECRET_KEY: 'sk_live_0123' }).isLive).toBe(true)
  expect(open({ STRIPE_SECRET_KEY: 'rk_live_0123' }).isLive).toBe(true)
  expect(open({ STRIPE_SECRET_KEY: 'sk_test_live_0123' }).isLive).toBe(false)
})

test('every failure to reach Stripe is the same error, and a missing object is null', async () => {
  const away = open({ STRIPE_API_URL: `http://127.0.0.1:${await freePort()}` })
  await expect(away.readSession('cs_test_1')).rejects.toMatchObject({ code: 'payments.away' })
  const wrongKey = open({ STRIPE_SECRET_KEY: 'sk_test_somebody_else' })
  await expect(wrongKey.readSession('cs_test_1')).rejects.toMatchObject({ code: 'payments.away' })
  expect(await open({}).readSession('cs_test_unknown')).toBe(null)
  expect(await open({}).readPaymentIntent('pi_unknown')).toBe(null)
})

/** A scripted Stripe that counts its requests. */
const imitateStripe = async (listener: RequestListener) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.headers['idempotency-key'] ?? request.url))
    listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a call that Stripe never answers is given up after three tries', async () => {
  const { asked, url } = await imitateStripe(() => {})
  const { stripe, providers } = readConfig({ ...inject('environment'), STRIPE_API_URL: url })
  await expect(openStripe({ stripe, providers }, 100).readSession('cs_test_1')).rejects.toMatchObject({
    code: 'payments.away',
  })
  expect(asked).toHaveLength(3)
})

test('after a failure that Stripe has stored for an idempotency key, every process uses the same second key', async () => {
  const { asked, url } = await imitateStripe((request, response) => {
    const isKept = request.headers['idempotency-key'] === 'order-1'
    response.writeHead(isKept ? 500 : 200, { 'content-type': 'application/json', 'idempotent-replayed': 'true' })
    response.end(JSON.stringify(isKept ? { error: { type: 'api_error', message: 'Sorry.' } } : { id: 'cs_test_2' }))
  })
  const order = {
    idempotencyKey: 'order-1',
    email: 'ada@customer.example',
    lines: [{ title: 'Rim', amountCents: 500 }],
    metadata: {},
    description: '',
    successUrl: 'https://store.example/',
    cancelUrl: 'https://store.example/',
    expiresAt: new Date(),
  }
  const stripe = open({ STRIPE_API_URL: url })
  expect((await stripe.createSession(order)).id).toBe('cs_test_2')
  expect((await stripe.createSession(order)).id).toBe('cs_test_2')
  expect(new Set(asked)).toEqual(new Set(['order-1', 'order-1-again']))
})
