import { expect, inject, test } from 'vitest'
import { readConfig } from '#config.ts'
import { freePort } from '#testing/free-port.ts'
import { openStripe } from './stripe.ts'

const open = (changes: Record<string, string>) => openStripe(readConfig({ ...inject('environment'), ...changes }))

test('buyers are sent to Stripe’s own page and to no other, whatever an answer says', () => {
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

test('the key says whether the money is real', () => {
  expect(open({ STRIPE_SECRET_KEY: 'sk_live_0123' }).isLive).toBe(true)
  expect(open({ STRIPE_SECRET_KEY: 'rk_live_0123' }).isLive).toBe(true)
  expect(open({ STRIPE_SECRET_KEY: 'sk_test_live_0123' }).isLive).toBe(false)
})

test('whatever keeps Stripe from answering is said in one way; what does not exist is nothing', async () => {
  const away = open({ STRIPE_API_URL: `http://127.0.0.1:${await freePort()}` })
  await expect(away.readSession('cs_test_1')).rejects.toMatchObject({ code: 'payments.away' })
  const wrongKey = open({ STRIPE_SECRET_KEY: 'sk_test_somebody_else' })
  await expect(wrongKey.readSession('cs_test_1')).rejects.toMatchObject({ code: 'payments.away' })
  expect(await open({}).readSession('cs_test_unknown')).toBe(null)
  expect(await open({}).readPaymentIntent('pi_unknown')).toBe(null)
})
