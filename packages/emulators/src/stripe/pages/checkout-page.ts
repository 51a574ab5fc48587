import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import * as z from 'zod'
import type { Account } from '../core/account.ts'
import { StripeFailure } from '../core/failure.ts'
import { detailsOf } from '../resources/checkout-object.ts'
import { completeCheckout, failAuthentication, type Payer, successAddress } from '../resources/complete-checkout.ts'
import { cardNameOf, newPaymentMethod } from '../resources/payment-methods.ts'
import { settle } from '../timeline.ts'
import { type CardFields, fieldsOf, readCardForm } from './card-form.ts'
import { rulesOf, sendCheckout, sendClosed, sendUnknown } from './checkout-view.ts'
import { sendThreeDSecurePage } from './three-d-secure-page.ts'

type Session = Stripe.Checkout.Session
type Answer = (session: Session, request: FastifyRequest, reply: FastifyReply) => unknown

const Outcome = z.object({ outcome: z.enum(['complete', 'fail']) }).catch({ outcome: 'fail' })

const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/** The hosted payment pages. */
export const serveCheckoutPages = (app: FastifyInstance, account: Account, changed: () => void) => {
  const on = (method: 'GET' | 'POST', path: string, answerOpen: Answer) =>
    app.route<{ Params: { id: string } }>({
      method,
      url: `/c/pay/:id${path}`,
      handler: (request, reply) => {
        settle(account)
        const { checkoutSessions } = account.state
        const { id } = request.params
        const session = Object.hasOwn(checkoutSessions, id) ? checkoutSessions[id] : undefined
        try {
          if (!session) return sendUnknown(reply)
          if (session.status === 'open') return answerOpen(session, request, reply)
          // Pressing the button twice pays once, and shows the result of the first press.
          return method === 'POST' && session.status === 'complete'
            ? reply.redirect(successAddress(session), 303)
            : sendClosed(reply, session)
        } finally {
          changed()
        }
      },
    })

  on('GET', '', (session, _request, reply) => sendCheckout(reply, account, session))

  on('POST', '', (session, request, reply) => {
    const { fields, problems, isFilling, card } = readCardForm(request.body, rulesOf(account, session))
    const isReady = !isFilling && Object.keys(problems).length === 0
    if (!isReady) return sendCheckout(reply, account, session, { fields, problems })
    const paymentMethod = card && newPaymentMethod(account, card.name, fields.email)
    if (card && paymentMethod?.card) {
      Object.assign(paymentMethod.card, { exp_month: card.month, exp_year: card.year })
    }
    return pay(reply, session, fields, { email: fields.email, paymentMethod, authenticated: false })
  })

  const pay = (reply: FastifyReply, session: Session, fields: CardFields, payer: Payer) => {
    try {
      const outcome = completeCheckout(account, session, payer)
      return reply.redirect(outcome === 'complete' ? successAddress(session) : `/c/pay/${session.id}/authenticate`, 303)
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error
      const place = error.body.type === 'card_error' ? 'number' : 'form'
      return sendCheckout(reply, account, session, { fields, problems: { [place]: error.message } })
    }
  }

  on('GET', '/authenticate', (session, _request, reply) => {
    const waiting = waitingCard(account, session)
    return waiting ? sendThreeDSecurePage(reply, session, waiting.paymentMethod) : toCheckout(session, reply)
  })

  on('POST', '/authenticate', (session, request, reply) => {
    const waiting = waitingCard(account, session)
    if (!waiting) return toCheckout(session, reply)
    const { paymentMethod, email, fields } = waiting
    if (Outcome.parse(request.body).outcome === 'complete') {
      return pay(reply, session, fields, { email, paymentMethod, authenticated: true })
    }
    failAuthentication(account, session)
    return sendCheckout(reply, account, session, { fields, problems: { number: NOT_AUTHENTICATED } })
  })
}

const toCheckout = ({ id }: Session, reply: FastifyReply) => reply.redirect(`/c/pay/${id}`, 303)

/** The card whose holder is on the bank's page, and the typed values. */
const waitingCard = (account: Account, session: Session) => {
  const { pendingCard } = detailsOf(account, session)
  const paymentMethod = account.state.paymentMethods[pendingCard?.paymentMethod ?? '']
  if (!pendingCard || !paymentMethod?.card) return null
  const { email } = pendingCard
  const fields = fieldsOf(cardNameOf(account, paymentMethod), paymentMethod.card, email)
  return { paymentMethod, email, fields: { ...fields, terms: 'agreed' } }
}
