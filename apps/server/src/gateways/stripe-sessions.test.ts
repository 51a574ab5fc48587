import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { newBuyer, newMods, openEmptiedStore, startOrder } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { newSubscriber, settle, startSubscribing } from '#testing/subscribers.ts'

const store = await openEmptiedStore()

test('on a Stripe account with Managed Payments, mods and subscriptions are sold by the store and in its currency', async () => {
  await store.stripe.setAccount({ managedPayments: true })
  const buyer = await newBuyer(store, await newMods(store, [1_250]))
  await startOrder(buyer)
  const { plan } = await newSubscriber(store)
  await settle(store)
  await startSubscribing(await newBuyer(store, []), plan)
  const { checkoutSessions } = await store.stripe.snapshot<{
    checkoutSessions: Record<string, Stripe.Checkout.Session>
  }>()
  const sessions = Object.values(checkoutSessions)
  expect(sessions.map(({ mode }) => mode).sort()).toEqual(['payment', 'subscription', 'subscription'])
  for (const session of sessions) {
    expect(session).toMatchObject({ managed_payments: { enabled: false }, adaptive_pricing: { enabled: false } })
  }
  await expectMoneyIsRight(store)
})

test('every Checkout Session is created in the one place that keeps Managed Payments and Adaptive Pricing off', () => {
  const server = path.resolve(import.meta.dirname, '..')
  const creating = globSync('**/*.ts', { cwd: server }).filter(
    (file) =>
      !file.endsWith('.test.ts') && /\bsessions\s*\.create\(/.test(readFileSync(path.join(server, file), 'utf8')),
  )
  // The billing portal has sessions of its own, on which nothing is sold.
  expect(creating.sort()).toEqual(['gateways/stripe-billing.ts', 'gateways/stripe-sessions.ts'])
  const billing = readFileSync(path.join(server, 'gateways/stripe-billing.ts'), 'utf8')
  expect(billing.match(/[\w.]+\.sessions\s*\.create\(/g)).toEqual(['client.billingPortal.sessions.create('])
})
