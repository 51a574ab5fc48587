import type { FastifyInstance } from 'fastify'
import { couponsApi } from '@slipstream/contract/coupons'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { AuthParts } from '#features/auth/auth-parts.ts'
import { requireProof } from '#features/auth/prove.service.ts'
import { mount } from '#lib/http/mount.ts'
import { changeCoupon, createCoupon, listCoupons, readDiscount } from './coupons.service.ts'
import { isSteep } from './steep-discount.ts'

interface Parts {
  db: Db
  auth: Pick<AuthParts, 'requests'>
}

export const couponsAdminRoutes = (app: FastifyInstance, { db, auth }: Parts) => {
  mount(app, couponsApi.list, ({ query }) => listCoupons(db, query))

  mount(app, couponsApi.create, ({ request, user, body }) => {
    if (isSteep(body.discount)) requireProof(auth.requests.signedIn(request))
    return inTransaction(db, (tx) => createCoupon(tx, body, user.id))
  })

  // A coupon's discount never changes, so it can be read before the transaction.
  mount(app, couponsApi.change, async ({ request, user, params, body }) => {
    if (isSteep(await readDiscount(db, params.id))) requireProof(auth.requests.signedIn(request))
    return inTransaction(db, (tx) => changeCoupon(tx, params.id, body, user.id))
  })
}
