import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkoutApi } from '@slipstream/contract/checkout'
import type { BodyOf } from '@slipstream/contract/endpoint'
import type { AuthParts } from '#features/auth/auth-parts.ts'
import { fulfillOrder } from '#features/orders/fulfill-order.service.ts'
import { isPaidFor } from '#features/orders/order-state.service.ts'
import type { Visits } from '#features/visits/open-visits.ts'
import { DomainError } from '#lib/domain-error.ts'
import { mount } from '#lib/http/mount.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import { buyerKey, openCheckoutLimits } from './checkout-limits.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { type Buyer, quoteCart, toQuote } from './quote.service.ts'
import { findOwnOrder, startCheckout } from './start-checkout.service.ts'

interface Parts extends PaymentParts {
  auth: Pick<AuthParts, 'requests'>
  redis: RedisGateway
  visits: Visits
}

export const checkoutRoutes = (app: FastifyInstance, parts: Parts) => {
  const limits = openCheckoutLimits(parts.redis)
  const keyOf = (request: FastifyRequest) => buyerKey(parts.auth.requests.signedIn(request).row)
  const buyerOf = (request: FastifyRequest): Buyer => {
    const { id, email } = parts.auth.requests.signedIn(request).row
    return { id, email }
  }

  // Counted before the lookup, so that concurrent guesses cannot all see a low count; a real code is not counted.
  mount(app, checkoutApi.quote, async ({ request, query }) => {
    const [buyer, key] = [buyerOf(request), keyOf(request)]
    if (!query.coupon) return toQuote(await quoteCart(parts.db, buyer, undefined))
    if (!(await limits.coupons.allows(key))) {
      return {
        ...toQuote(await quoteCart(parts.db, buyer, undefined)),
        couponProblem: 'coupon.too_many_guesses' as const,
      }
    }
    const quoted = await quoteCart(parts.db, buyer, query.coupon)
    if (quoted.couponProblem !== 'coupon.unknown') await limits.coupons.refund(key)
    return toQuote(quoted)
  })

  const start = async (request: FastifyRequest, body: BodyOf<typeof checkoutApi.start>) => {
    const key = keyOf(request)
    const wish = { ...body, country: parts.visits.country(request) }
    if (!body.coupon) return startCheckout(parts, buyerOf(request), wish)
    if (!(await limits.coupons.allows(key))) throw new DomainError('coupon.too_many_guesses')
    let isUnknown = false
    try {
      return await startCheckout(parts, buyerOf(request), wish)
    } catch (error) {
      isUnknown = error instanceof DomainError && error.code === 'coupon.unknown'
      throw error
    } finally {
      if (!isUnknown) await limits.coupons.refund(key)
    }
  }

  mount(app, checkoutApi.start, async ({ request, body }) => {
    const started = await start(request, body)
    parts.visits.note(request, [{ kind: 'checkout' }])
    return started
  })

  mount(app, checkoutApi.complete, async ({ request, user, body }) => {
    const order = await findOwnOrder(parts, user.id, body.transactionId)
    if (!order) throw new DomainError('orders.not_found')
    if (isPaidFor(order)) return { orderNumber: order.number, status: order.status }
    if (!(await limits.completions.allows(keyOf(request)))) throw new DomainError('request.too_many')
    return { orderNumber: order.number, status: await fulfillOrder(parts, order.id) }
  })
}
