import type { FastifyInstance } from 'fastify'
import { couponsApi } from '@slipstream/contract/coupons'
import { type Db, inTransaction } from '@slipstream/db/client'
import { mount } from '#lib/mount.ts'
import { changeCoupon, createCoupon, listCoupons } from './coupons.service.ts'

export const couponsAdminRoutes = (app: FastifyInstance, { db }: { db: Db }) => {
  mount(app, couponsApi.list, ({ query }) => listCoupons(db, query))
  mount(app, couponsApi.create, ({ user, body }) => inTransaction(db, (tx) => createCoupon(tx, body, user.id)))
  mount(app, couponsApi.change, ({ user, params, body }) =>
    inTransaction(db, (tx) => changeCoupon(tx, params.id, body, user.id)),
  )
}
