import type { FastifyInstance } from 'fastify'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { failpoint } from '#lib/failpoints.ts'
import { DomainError } from '#lib/domain-error.ts'
import { keepEvent } from './inbox.service.ts'

/**
 * Per address. Stripe sends from about a dozen addresses: a hundred events a second from each is far above any busy
 * day.
 */
const EVENTS_PER_MINUTE = 6_000
const MAX_EVENT_BYTES = 524_288
/** Where Stripe delivers events, below the public address. */
export const WEBHOOK_PATH = '/api/webhooks/stripe'
/** Stripe's signature header: a time and at least one signature. */
const SIGNATURE = /^t=\d{1,12},(\w+=[\da-f]+,)*v1=[\da-f]{64}(,|$)/

export const webhookRoutes = (
  app: FastifyInstance,
  { db, stripe }: Pick<PaymentParts, 'db' | 'stripe'>,
  eventsPerMinute = EVENTS_PER_MINUTE,
) => {
  // The signature covers the raw bytes, so nothing may parse them first. It replaces authentication. Events are
  // accepted in maintenance too, because payments must arrive.
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, ready) => ready(null, body))
    // Runs after the rate limit and before the body is read: an unsigned request costs nothing, a forged signature one
    // hash.
    hooks.addHook('preParsing', async ({ headers }) => {
      if (!SIGNATURE.test(String(headers['stripe-signature'] ?? ''))) throw new DomainError('payments.bad_signature')
    })
    const options = {
      schema: { hide: true },
      bodyLimit: MAX_EVENT_BYTES,
      config: { rateLimit: { max: eventsPerMinute, timeWindow: '1 minute' } },
    }
    hooks.post(WEBHOOK_PATH, options, async ({ body, headers }) => {
      const event = stripe.readEvent(
        Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        String(headers['stripe-signature'] ?? ''),
      )
      failpoint('webhook.verified')
      await keepEvent(db, event, stripe.isLive)
      failpoint('webhook.kept')
      return { received: true }
    })
  })
}
