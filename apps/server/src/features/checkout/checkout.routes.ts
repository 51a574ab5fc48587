import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkoutApi } from '@slipstream/contract/checkout'
import type { AuthParts } from '#features/auth/auth-parts.service.ts'
import { fulfilOrder } from '#features/orders/fulfil-order.service.ts'
import { isPaidFor } from '#features/orders/order-state.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { mount } from '#lib/mount.ts'
import type { SessionParts } from './payment-session.service.ts'
import { type Buyer, quoteCart, toQuote } from './quote.service.ts'
import { findOwnOrder, startCheckout } from './start-checkout.service.ts'

interface Parts extends SessionParts {
  auth: Pick<AuthParts, 'requests'>
}

export const checkoutRoutes = (app: FastifyInstance, parts: Parts) => {
  const buyerOf = (request: FastifyRequest): Buyer => {
    const { id, email, emailVerifiedAt } = parts.auth.requests.signedIn(request).row
    return { id, email: emailVerifiedAt === null ? null : email }
  }

  mount(app, checkoutApi.quote, async ({ request, query }) =>
    toQuote(await quoteCart(parts.db, buyerOf(request), query.coupon)),
  )

  mount(app, checkoutApi.start, ({ request, body }) => startCheckout(parts, buyerOf(request), body))

  mount(app, checkoutApi.complete, async ({ user, body }) => {
    const order = await findOwnOrder(parts, user.id, body.transactionId)
    if (!order) throw new DomainError('orders.not_found')
    const status = isPaidFor(order) ? order.status : await fulfilOrder(parts, order.id)
    return { orderNumber: order.number, status }
  })
}
