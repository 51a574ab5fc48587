import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { subscriptionsApi } from '@slipstream/contract/subscriptions'
import { mySubscriptionApi, SUBSCRIBE_RETURN } from '@slipstream/contract/subscriptions-mine'
import type { AuthParts } from '#features/auth/auth-parts.ts'
import { hashOf } from '#features/auth/secret.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import { createAttemptLimit } from '#lib/attempt-limit.ts'
import { encodeAnswer } from '#lib/cache/prepared-answer.ts'
import type { SharedCache } from '#lib/cache/shared-cache.ts'
import { DomainError } from '#lib/domain-error.ts'
import { mount, mountPrepared } from '#lib/http/mount.ts'
import { cancelByLink, requestCancelLink } from './cancel-link.service.ts'
import { confirmChange, quoteChange, withdrawChange } from './change-plan.service.ts'
import { cancelSubscription, findRunning, refundSubscription, resumeSubscription } from './end-subscription.service.ts'
import { findOwnSubscription } from './find-subscription.service.ts'
import { followSubscription } from './follow-subscription.service.ts'
import { hasUsedGuarantee } from './guarantee.service.ts'
import { readMySubscription } from './my-subscription.service.ts'
import { listSoldPlans } from './plans.service.ts'
import { startSubscription, type Subscriber } from './start-subscription.service.ts'

interface Parts extends PaymentParts {
  auth: Pick<AuthParts, 'requests' | 'limits' | 'encryption'>
  redis: RedisGateway
  cache: SharedCache
}

export const subscriptionsRoutes = (app: FastifyInstance, parts: Parts) => {
  const { db, stripe, cache, auth } = parts
  // Each of these calls Stripe several times. An open page polls every two seconds.
  const limit = createAttemptLimit(parts.redis, { name: 'subscription', max: 60, windowMs: MINUTE_MS })
  // Anybody can type any address, so a mailbox gets only a few mails an hour. The answer is the same if no mail is
  // sent.
  const cancelLinks = createAttemptLimit(parts.redis, { name: 'cancel-link', max: 3, windowMs: 60 * MINUTE_MS })
  const subscriberOf = async (request: FastifyRequest): Promise<Subscriber> => {
    const { id, email, createdAt } = auth.requests.signedIn(request).row
    // Not the id alone, because an emptied or restored store reuses ids.
    if (!(await limit.allows(`${id}-${createdAt.getTime()}`))) throw new DomainError('request.too_many')
    return { id, email }
  }
  /** Runs a member's action and returns the subscription afterward. */
  const actAs = async (request: FastifyRequest, act: (userId: number) => Promise<unknown>) => {
    const { id } = await subscriberOf(request)
    await act(id)
    return readMySubscription(db, auth.encryption, id)
  }
  const limitAddress = async ({ ip }: FastifyRequest) => {
    if (!(await auth.limits.address.allows(ip))) throw new DomainError('request.too_many')
  }

  mountPrepared(app, subscriptionsApi.soldPlans, () =>
    cache.remember('plans', 'sold', async () => encodeAnswer(subscriptionsApi.soldPlans, await listSoldPlans(db))),
  )
  mount(app, mySubscriptionApi.mine, ({ user }) => readMySubscription(db, auth.encryption, user.id))
  mount(app, mySubscriptionApi.guarantee, async ({ user }) => ({
    isUsed: await hasUsedGuarantee(db, auth.encryption, user.id),
  }))

  mount(app, mySubscriptionApi.start, async ({ request, body }) =>
    startSubscription(parts, await subscriberOf(request), body),
  )
  mount(app, mySubscriptionApi.complete, async ({ request, user, body }) => {
    await subscriberOf(request)
    const id = await findOwnSubscription(parts, user.id, body.transactionId)
    if (id === null) throw new DomainError('subscriptions.none')
    const { startedAt } = await followSubscription(parts, id)
    return { isActive: startedAt !== null, subscription: await readMySubscription(db, auth.encryption, user.id) }
  })
  mount(app, mySubscriptionApi.cancel, ({ request, body }) =>
    actAs(request, (id) => cancelSubscription(parts, id, body.feedback)),
  )
  mount(app, mySubscriptionApi.resume, ({ request }) => actAs(request, (id) => resumeSubscription(parts, id)))
  mount(app, mySubscriptionApi.refund, ({ request }) =>
    actAs(request, (id) => refundSubscription(parts, auth.encryption, id)),
  )
  mount(app, mySubscriptionApi.quoteChange, async ({ request, user, body }) => {
    await subscriberOf(request)
    return quoteChange(parts, user.id, body.planId)
  })
  mount(app, mySubscriptionApi.change, ({ request, body }) =>
    actAs(request, (id) => confirmChange(parts, id, body.quote)),
  )
  mount(app, mySubscriptionApi.withdrawChange, ({ request }) => actAs(request, (id) => withdrawChange(parts, id)))
  mount(app, mySubscriptionApi.portal, async ({ request, user }) => {
    await subscriberOf(request)
    const { stripeCustomerId } = await findRunning(db, user.id)
    if (stripeCustomerId === null) throw new DomainError('subscriptions.none')
    return { url: await stripe.openCardPage(stripeCustomerId, `${parts.publicUrl}${SUBSCRIBE_RETURN.path}`) }
  })

  mount(app, mySubscriptionApi.mailCancelLink, async ({ request, body }) => {
    await limitAddress(request)
    if (await cancelLinks.allows(hashOf(body.email))) await requestCancelLink(db, body.email)
    return null
  })
  mount(app, mySubscriptionApi.cancelByLink, async ({ request, body }) => {
    await limitAddress(request)
    const { endsAt, accessUntil } = await cancelByLink(parts, body.token)
    return { endsAt: (endsAt ?? accessUntil)?.toISOString() ?? null }
  })
}
