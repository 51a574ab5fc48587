import type { FastifyInstance } from 'fastify'
import { ordersApi } from '@slipstream/contract/orders'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { LiveSettings } from '#features/settings/live-settings.service.ts'
import { mount } from '#lib/http/mount.ts'
import { listOwnOrders } from './list-orders.service.ts'
import { readOwnOrder } from './read-order.service.ts'
import { requestRefund, withdraw } from './refund-requests.service.ts'

export const ordersRoutes = (app: FastifyInstance, { db, settings }: { db: Db; settings: LiveSettings }) => {
  const read = (userId: number, number: string) => readOwnOrder(db, settings.current(), userId, number)

  mount(app, ordersApi.list, ({ user, query }) => listOwnOrders(db, user.id, query.after))

  mount(app, ordersApi.order, ({ user, params }) => read(user.id, params.number))

  mount(app, ordersApi.withdraw, async ({ user, params }) => {
    await inTransaction(db, (tx) => withdraw(tx, user.id, params.number))
    return read(user.id, params.number)
  })

  mount(app, ordersApi.requestRefund, async ({ user, params, body }) => {
    await inTransaction(db, (tx) => requestRefund(tx, user.id, params.number, body.reason))
    return read(user.id, params.number)
  })
}
