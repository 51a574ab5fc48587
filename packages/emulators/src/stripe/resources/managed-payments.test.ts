import type Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { stripeForThisFile } from '../testing/stripe-for-this-file.ts'

const { stripe, control } = await stripeForThisFile()
beforeEach(() => control.setAccount({ managedPayments: true }))

type Given = Stripe.Checkout.SessionCreateParams

const lineOf = (product: { name: string; tax_code?: string }) => ({
  quantity: 1,
  price_data: { currency: 'usd', unit_amount: 1_500, product_data: product },
})
const newSession = (given: Given = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [lineOf({ name: 'Coupé' })],
    success_url: 'https://store.example/thanks',
    ...given,
  })

const OFF = { managed_payments: { enabled: false } }

test('on an account with Managed Payments, a session that does not turn it off needs products with a tax code', async () => {
  const why = 'Product tax code is required for managed payments, which is enabled by default on your account'
  await expect(newSession()).rejects.toThrow(why)
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 700,
    recurring: { interval: 'month' },
    product_data: { name: 'Premium' },
  })
  const plan: Given = { mode: 'subscription', line_items: [{ price: price.id, quantity: 1 }] }
  await expect(newSession(plan)).rejects.toThrow(why)
  expect(await newSession({ ...plan, ...OFF })).toMatchObject({ status: 'open', ...OFF })
  expect(await newSession(OFF)).toMatchObject({ status: 'open', amount_total: 1_500, ...OFF })
})

test('while Managed Payments is on, what only the seller may set is refused by name', async () => {
  const foreign: [string, Given][] = [
    ['adaptive_pricing', { adaptive_pricing: { enabled: false } }],
    ['invoice_creation', { invoice_creation: { enabled: false } }],
    ['payment_intent_data[receipt_email]', { payment_intent_data: { receipt_email: 'buyer@customer.example' } }],
  ]
  for (const [param, given] of foreign) {
    await expect(newSession(given)).rejects.toMatchObject({
      param,
      message: expect.stringMatching(
        /cannot be used with Managed Payments, which is enabled by default on your account\. /,
      ),
    })
  }
  await expect(newSession({ mode: 'setup' })).rejects.toThrow('only supports mode: subscription or mode: payment')
})

test('the emulator sells nothing under Managed Payments, and knows when a session asks for it itself', async () => {
  const coded = [lineOf({ name: 'Coupé', tax_code: 'txcd_10201000' })]
  await expect(newSession({ line_items: coded })).rejects.toMatchObject({ code: 'not_emulated' })
  await control.setAccount({ managedPayments: false })
  expect(await newSession()).toMatchObject({ managed_payments: null, adaptive_pricing: null })
  await expect(newSession({ managed_payments: { enabled: true } })).rejects.toThrow(
    'Product tax code is required for managed payments.',
  )
})
