import Stripe from 'stripe'
import { inject } from 'vitest'
import type { StripeEvent } from './own-stripe.ts'
import type { TestStore } from './test-store.ts'

interface Delivery {
  body: string
  signature?: string | undefined
}

export const signatureOf = (payload: string, options: { secret?: string; timestamp?: number } = {}) =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? inject('environment').STRIPE_WEBHOOK_SECRET ?? '',
    ...(options.timestamp !== undefined && { timestamp: options.timestamp }),
  })

export const deliver = ({ app }: Pick<TestStore, 'app'>, { body, signature }: Delivery) =>
  app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'stripe-signature': signature }) },
    payload: body,
  })

/** A signed event with any content. */
export const deliverSigned = (store: Pick<TestStore, 'app'>, event: StripeEvent | object) => {
  const body = JSON.stringify(event)
  return deliver(store, { body, signature: signatureOf(body) })
}
