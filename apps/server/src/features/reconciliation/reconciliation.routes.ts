import type { FastifyInstance } from 'fastify'
import { reconciliationApi } from '@slipstream/contract/reconciliation'
import { inTransaction } from '@slipstream/db/client'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { done } from '#lib/http/done.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { mount } from '#lib/http/mount.ts'
import { latestMoneyCheck } from './money-check.service.ts'
import { webhookRoutes } from './webhook.routes.ts'

export const reconciliationRoutes = (app: FastifyInstance, { db, stripe }: PaymentParts) => {
  mount(app, reconciliationApi.moneyCheck, () => latestMoneyCheck(db))

  mount(app, reconciliationApi.runMoneyCheck, async () => {
    await inTransaction(db, (tx) => enqueue(tx, 'payments.check_money', {}, { jobKey: 'check_money' }))
    return done('The money check has started.')
  })
  webhookRoutes(app, { db, stripe })
}
