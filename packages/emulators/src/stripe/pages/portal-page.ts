import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, idOf } from '../core/account.ts'
import { inTimeOf } from '../billing/customer-clock.ts'
import { StripeFailure } from '../core/failure.ts'
import { cancelByPortal, renewByPortal, replaceCard, subscriptionsOf } from '../billing/portal-actions.ts'
import { newPaymentMethod } from '../resources/payment-methods.ts'
import { CANCELLATION_REASONS, type CancellationReason } from '../resources/portal-parameters.ts'
import { isLive } from '../billing/subscription-end.ts'
import { settle } from '../timeline.ts'
import { type CardFormRules, EMPTY_FIELDS, readCardForm } from './card-form.ts'
import { serveInvoicePage } from './invoice-page.ts'
import { type Portal, sendCancelPage, sendCardPage, sendPortalGone, sendPortalHome } from './portal-view.ts'

type Params = { id: string; subscription?: string }
type Answer = (portal: Portal, request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => unknown

const SESSION_LIFE = 60 * 60

const Reason = z
  .object({
    feedback: z
      .enum(Object.keys(CANCELLATION_REASONS) as CancellationReason[])
      .nullable()
      .catch(null),
  })
  .catch({ feedback: null })

/** The billing portal, where customers manage subscriptions and see their invoices. */
export const servePortalPages = (app: FastifyInstance, account: Account, changed: () => void) => {
  serveInvoicePage(app, account, changed)

  const on = (method: 'GET' | 'POST', path: string, answer: Answer) =>
    app.route<{ Params: Params }>({
      method,
      url: `/p/session/:id${path}`,
      handler: (request, reply) => {
        settle(account)
        try {
          const portal = openPortal(account, request.params.id)
          if (!portal) return sendPortalGone(reply)
          return inTimeOf(account, portal.customer.id, () => answer(portal, request, reply))
        } finally {
          changed()
        }
      },
    })

  on('GET', '', (portal, _request, reply) => {
    const entrance = flowEntrance(account, portal)
    return entrance === null
      ? sendPortalHome(reply, account, portal, null)
      : reply.redirect(`/p/session/${portal.session.id}${entrance}`, 303)
  })

  const onSubscription = (
    method: 'GET' | 'POST',
    step: 'cancel' | 'renew',
    answer: (portal: Portal, subscription: Stripe.Subscription, ...rest: [FastifyRequest, FastifyReply]) => unknown,
  ) =>
    on(method, `/subscriptions/:subscription/${step}`, (portal, request, reply) => {
      const subscription = subscriptionsOf(account, portal.customer.id).find(
        ({ id }) => id === request.params.subscription,
      )
      const isOpenStep = subscription && (subscription.cancel_at !== null) === (step === 'renew')
      // A repeated or late request shows the current state.
      if (!isOpenStep || !portal.configuration.features.subscription_cancel.enabled) return toHome(portal, reply)
      return answer(portal, subscription, request, reply)
    })

  onSubscription('GET', 'cancel', (portal, subscription, _request, reply) =>
    sendCancelPage(reply, account, portal, subscription),
  )
  onSubscription('POST', 'cancel', (portal, subscription, request, reply) => {
    const { feedback } = Reason.parse(request.body)
    cancelByPortal(account, subscription, portal.configuration.features.subscription_cancel, feedback)
    return afterFlow(portal, reply, 'subscription_cancel')
  })
  onSubscription('POST', 'renew', (portal, subscription, _request, reply) => {
    renewByPortal(account, subscription)
    return toHome(portal, reply)
  })

  on('GET', '/payment-method', (portal, _request, reply) => {
    if (!portal.configuration.features.payment_method_update.enabled) return toHome(portal, reply)
    return sendCardPage(reply, portal, { rules: rulesOf(account, portal), fields: EMPTY_FIELDS, problems: {} })
  })
  on('POST', '/payment-method', (portal, request, reply) => {
    if (!portal.configuration.features.payment_method_update.enabled) return toHome(portal, reply)
    const rules = rulesOf(account, portal)
    const { fields, problems, card, isFilling } = readCardForm(request.body, rules)
    if (isFilling || !card || Object.keys(problems).length > 0) {
      return sendCardPage(reply, portal, { rules, fields, problems })
    }
    const paymentMethod = newPaymentMethod(account, card.name, fields.email)
    if (paymentMethod.card) Object.assign(paymentMethod.card, { exp_month: card.month, exp_year: card.year })
    try {
      const failure = replaceCard(account, portal.customer, paymentMethod)
      return failure === null
        ? afterFlow(portal, reply, 'payment_method_update')
        : sendPortalHome(reply, account, portal, failure)
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error
      return sendCardPage(reply, portal, { rules, fields: { ...fields, cvc: '' }, problems: { number: error.message } })
    }
  })
}

const openPortal = (account: Account, id: string): Portal | null => {
  const session = account.state.portalSessions[id]
  if (!session || session.created + SESSION_LIFE <= account.now()) return null
  const configuration = account.state.portalConfigurations[idOf(session.configuration) ?? '']
  const customer = account.state.customers[session.customer]
  return configuration && customer && !customer.deleted ? { session, configuration, customer } : null
}

const toHome = ({ session }: Portal, reply: FastifyReply) => reply.redirect(`/p/session/${session.id}`, 303)

/** A session may start in a flow. Once that is done, or no longer possible, it shows the whole portal. */
const flowEntrance = (account: Account, { session: { flow }, configuration: { features } }: Portal) => {
  if (flow?.type === 'payment_method_update') return features.payment_method_update.enabled ? '/payment-method' : null
  const subscription = account.state.subscriptions[flow?.subscription_cancel?.subscription ?? '']
  const isPossible = subscription && isLive(subscription) && subscription.cancel_at === null
  return isPossible && features.subscription_cancel.enabled ? `/subscriptions/${subscription.id}/cancel` : null
}

const afterFlow = (portal: Portal, reply: FastifyReply, done: Stripe.BillingPortal.Session.Flow.Type) => {
  const { flow } = portal.session
  if (flow?.type !== done) return toHome(portal, reply)
  portal.session.flow = null
  const { redirect } = flow.after_completion
  return redirect ? reply.redirect(redirect.return_url, 303) : toHome(portal, reply)
}

const rulesOf = (account: Account, { customer }: Portal): CardFormRules => ({
  fixedEmail: customer.email,
  needsCard: true,
  needsTerms: false,
  now: account.now(),
})
