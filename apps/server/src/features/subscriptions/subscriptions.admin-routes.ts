import type { FastifyInstance } from 'fastify'
import { subscriptionsApi } from '@slipstream/contract/subscriptions'
import { subscriptionsAdminApi } from '@slipstream/contract/subscriptions-admin'
import { type Db, inTransaction } from '@slipstream/db/client'
import { mount } from '#lib/http/mount.ts'
import { listRecent, readFigures, refundPayment } from './admin-subscriptions.service.ts'
import { archivePlan, changePlan, createPlan, listPlans } from './plans.service.ts'

export const subscriptionsAdminRoutes = (app: FastifyInstance, { db }: { db: Db }) => {
  mount(app, subscriptionsApi.plans, () => listPlans(db))
  mount(app, subscriptionsApi.createPlan, ({ user, body }) => inTransaction(db, (tx) => createPlan(tx, user.id, body)))
  mount(app, subscriptionsApi.changePlan, ({ user, params, body }) =>
    inTransaction(db, (tx) => changePlan(tx, user.id, params.id, body)),
  )
  mount(app, subscriptionsApi.archivePlan, async ({ user, params }) => {
    await inTransaction(db, (tx) => archivePlan(tx, user.id, params.id))
    return null
  })
  mount(app, subscriptionsAdminApi.recent, async () => ({ items: await listRecent(db) }))
  mount(app, subscriptionsAdminApi.figures, () => readFigures(db))
  mount(app, subscriptionsAdminApi.refund, async ({ user, params, body }) => {
    await inTransaction(db, (tx) => refundPayment(tx, user.id, params.id, body.reason))
    return null
  })
}
