import type { FastifyInstance } from 'fastify'
import { paymentsApi } from '@slipstream/contract/payments'
import { inTransaction } from '@slipstream/db/client'
import type { SessionParts } from '#features/checkout/payment-session.service.ts'
import { passed } from '#lib/crash-points.ts'
import { done } from '#lib/done.ts'
import { enqueue } from '#lib/jobs.ts'
import { mount } from '#lib/mount.ts'
import { keepEvent } from './inbox.service.ts'
import { latestMoneyCheck } from './money-check.service.ts'

export const paymentsRoutes = (app: FastifyInstance, { db, stripe }: SessionParts) => {
  mount(app, paymentsApi.moneyCheck, () => latestMoneyCheck(db))

  mount(app, paymentsApi.runMoneyCheck, async () => {
    await inTransaction(db, (tx) => enqueue(tx, 'payments.check_money', {}, { jobKey: 'check_money' }))
    return done('The money is being checked.')
  })

  // The signature is over the very bytes, so nothing reads them before. It takes the place of signing in, and works in
  // maintenance too: what was paid has to arrive.
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, ready) => ready(null, body))
    // Stripe tells of a busy day from few addresses; who cannot sign is refused before anything is done.
    const options = { schema: { hide: true }, config: { rateLimit: false } }
    hooks.post('/api/webhooks/stripe', options, async ({ body, headers }) => {
      const event = stripe.readEvent(
        Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        String(headers['stripe-signature'] ?? ''),
      )
      passed('webhook.verified')
      await keepEvent(db, event, stripe.isLive)
      passed('webhook.kept')
      return { received: true }
    })
  })
}
