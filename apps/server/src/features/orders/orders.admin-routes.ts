import type { FastifyInstance } from 'fastify'
import { ordersAdminApi } from '@slipstream/contract/orders-admin'
import { inTransaction } from '@slipstream/db/client'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import type { LiveSettings } from '#features/settings/live-settings.service.ts'
import { failpoint } from '#lib/failpoints.ts'
import { done } from '#lib/http/done.ts'
import { DomainError } from '#lib/domain-error.ts'
import { mount, mountCsv } from '#lib/http/mount.ts'
import { decideRefund, resendReceipt } from './admin-acts.service.ts'
import { evidenceOf, submitEvidence } from './dispute-evidence.service.ts'
import { grantMod } from '#features/entitlements/entitlements.service.ts'
import { fulfillOrder } from './fulfill-order.service.ts'
import { listGrantedMods } from '#features/entitlements/list-granted-mods.service.ts'
import { exportOrders, listOrders } from './list-orders.service.ts'
import { readAdminOrder } from './read-admin-order.service.ts'
import { sendRefund } from './refund-order.service.ts'
import { declineRequest } from './refund-requests.service.ts'
import { revokeAndNote } from './revoke-mod.service.ts'

interface Parts extends PaymentParts {
  settings: LiveSettings
}

export const ordersAdminRoutes = (app: FastifyInstance, parts: Parts) => {
  const { db, settings } = parts
  const read = (id: number) => readAdminOrder(db, settings.current(), id)

  mount(app, ordersAdminApi.list, ({ query }) => listOrders(db, query))
  mountCsv(app, ordersAdminApi.export, ({ query }) => exportOrders(db, query))
  mount(app, ordersAdminApi.order, ({ params }) => read(params.id))

  mount(app, ordersAdminApi.refund, async ({ user, params, body }) => {
    const refundId = await inTransaction(db, (tx) => decideRefund(tx, params.id, { ...body, by: user.id }))
    failpoint('refund.queued')
    // The refund is decided; if Stripe is unreachable now, the queued job keeps retrying.
    const follow = (orderId: number) => fulfillOrder(parts, orderId)
    await sendRefund({ ...parts, follow }, refundId).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
    })
    return read(params.id)
  })

  mount(app, ordersAdminApi.declineRequest, async ({ user, params, body }) => {
    await inTransaction(db, (tx) => declineRequest(tx, params.id, { ...body, by: user.id }))
    return read(params.id)
  })

  mount(app, ordersAdminApi.resendReceipt, async ({ user, params }) => {
    await inTransaction(db, (tx) => resendReceipt(tx, params.id, user.id))
    return done('The receipt is on its way.')
  })

  mount(app, ordersAdminApi.check, async ({ params }) => {
    await fulfillOrder(parts, params.id)
    return read(params.id)
  })

  mount(app, ordersAdminApi.evidence, ({ params }) => evidenceOf(db, settings.current(), params.id))

  mount(app, ordersAdminApi.submitEvidence, async ({ user, params }) => {
    await submitEvidence(parts, settings.current(), params.id, user.id)
    return done('The evidence was submitted.')
  })

  mount(app, ordersAdminApi.granted, ({ query }) => listGrantedMods(db, query))

  mount(app, ordersAdminApi.grant, ({ user, body }) =>
    inTransaction(db, (tx) => grantMod(tx, { ...body, by: user.id })),
  )

  mount(app, ordersAdminApi.revoke, async ({ user, params, body }) => {
    await inTransaction(db, (tx) => revokeAndNote(tx, params.id, { ...body, by: user.id }))
    return done('The mod was removed from the locker.')
  })
}
