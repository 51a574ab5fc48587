import type { FastifyInstance } from 'fastify'
import { couponsApi } from '@slipstream/contract/coupons'
import { type Db, inTransaction } from '@slipstream/db/client'
import { mount } from '#lib/http/mount.ts'
import { changeCoupon, createCoupon, listCoupons, readDiscount } from './coupons.service.ts'
import { isSteep } from './steep-discount.ts'

export const couponsAdminRoutes = (app: FastifyInstance, { db }: { db: Db }) => {
  mount(app, couponsApi.list, ({ query }) => listCoupons(db, query))

  mount(
    app,
    couponsApi.create,
    ({ user, body }) => inTransaction(db, (tx) => createCoupon(tx, body, user.id)),
    ({ body }) => isSteep(body.discount),
  )

  // A coupon's discount never changes, so it can be read before the transaction.
  mount(
    app,
    couponsApi.change,
    ({ user, params, body }) => inTransaction(db, (tx) => changeCoupon(tx, params.id, body, user.id)),
    async ({ params }) => isSteep(await readDiscount(db, params.id)),
  )
}
