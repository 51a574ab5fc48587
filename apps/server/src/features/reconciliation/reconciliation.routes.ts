import type { FastifyInstance } from 'fastify'
import { reconciliationApi } from '@slipstream/contract/reconciliation'
import { webhooksApi } from '@slipstream/contract/reconciliation-webhooks'
import { straysApi } from '@slipstream/contract/strays'
import { inTransaction } from '@slipstream/db/client'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { done } from '#lib/http/done.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { mount } from '#lib/http/mount.ts'
import { listStrays } from './list-strays.service.ts'
import { latestMoneyCheck } from './money-check.service.ts'
import { decideStray } from './settle-stray.service.ts'
import { readStripeStatus, type StripeStatusParts } from './stripe-status.service.ts'
import { listWebhooks, readPayload, replayWebhook } from './webhooks-admin.service.ts'
import { webhookRoutes } from './webhook.routes.ts'

type Parts = PaymentParts & StripeStatusParts

export const reconciliationRoutes = (app: FastifyInstance, parts: Parts) => {
  const { db, stripe, redact } = parts
  mount(app, reconciliationApi.moneyCheck, () => latestMoneyCheck(db))

  mount(app, reconciliationApi.runMoneyCheck, async () => {
    await inTransaction(db, (tx) => enqueue(tx, 'payments.check_money', {}, { jobKey: 'check_money' }))
    return done('The money check has started.')
  })
  mount(app, straysApi.list, () => listStrays(db))
  mount(app, straysApi.settle, async ({ user, params, body }) => {
    await inTransaction(db, (tx) => decideStray(tx, params.id, { ...body, by: user.id }))
    return done('It is being carried out.')
  })
  mount(app, webhooksApi.list, ({ query }) => listWebhooks(db, redact, query))
  mount(app, webhooksApi.payload, ({ params }) => readPayload(db, stripe, params.id))
  mount(app, webhooksApi.replay, ({ user, params }) =>
    inTransaction(db, (tx) => replayWebhook(tx, redact, user.id, params.id)),
  )
  mount(app, webhooksApi.status, () => readStripeStatus(parts))
  webhookRoutes(app, { db, stripe })
}
