import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { html, type Markup } from '../../http/html.ts'
import { sendPage } from '../../http/page.ts'
import { inTimeOf } from '../billing/customer-clock.ts'
import { replaceCard } from '../billing/replace-card.ts'
import type { Account } from '../core/account.ts'
import { StripeFailure } from '../core/failure.ts'
import { newPaymentMethod } from '../resources/payment-methods.ts'
import { settle } from '../timeline.ts'
import { type CardFields, type CardProblems, cardForm, EMPTY_FIELDS, readCardForm } from './card-form.ts'
import { serveInvoicePage } from './invoice-page.ts'

interface Portal {
  session: Stripe.BillingPortal.Session
  customer: Stripe.Customer
}

const SESSION_LIFE = 60 * 60

/** The page of the billing portal on which customers change their card. */
export const servePortalPages = (app: FastifyInstance, account: Account, changed: () => void) => {
  serveInvoicePage(app, account, changed)

  const on = (
    method: 'GET' | 'POST',
    answer: (portal: Portal, request: FastifyRequest, reply: FastifyReply) => unknown,
  ) =>
    app.route<{ Params: { id: string } }>({
      method,
      url: '/p/session/:id',
      handler: (request, reply) => {
        settle(account)
        try {
          const portal = openPortal(account, request.params.id)
          if (!portal) return send(reply, 'This page has expired', 'Go back to the store and open it again.', 404)
          return inTimeOf(account, portal.customer.id, () => answer(portal, request, reply))
        } finally {
          changed()
        }
      },
    })

  on('GET', (portal, _request, reply) => sendCardPage(reply, account, portal))
  on('POST', (portal, request, reply) => {
    const { fields, problems, card, isFilling } = readCardForm(request.body, rulesOf(account, portal))
    if (isFilling || !card || Object.keys(problems).length > 0) {
      return sendCardPage(reply, account, portal, fields, problems)
    }
    const paymentMethod = newPaymentMethod(account, card.name, fields.email)
    if (paymentMethod.card) Object.assign(paymentMethod.card, { exp_month: card.month, exp_year: card.year })
    try {
      const failure = replaceCard(account, portal.customer, paymentMethod)
      return failure === null
        ? reply.redirect(portal.session.flow?.after_completion.redirect?.return_url ?? '/', 303)
        : send(reply, 'Your billing', `The card was saved, but the overdue invoice is not paid: ${failure}`)
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error
      return sendCardPage(reply, account, portal, { ...fields, cvc: '' }, { number: error.message })
    }
  })
}

const openPortal = ({ state, now }: Account, id: string): Portal | null => {
  const session = state.portalSessions[id]
  if (!session || session.created + SESSION_LIFE <= now()) return null
  const customer = state.customers[session.customer]
  return customer && !customer.deleted ? { session, customer } : null
}

const rulesOf = (account: Account, { customer }: Portal) => ({
  fixedEmail: customer.email,
  needsCard: true,
  needsTerms: false,
  now: account.now(),
})

const sendCardPage = (
  reply: FastifyReply,
  account: Account,
  portal: Portal,
  fields: CardFields = EMPTY_FIELDS,
  problems: CardProblems = {},
) => {
  const { id, return_url: back } = portal.session
  const form = cardForm({
    action: `/p/session/${id}`,
    rules: rulesOf(account, portal),
    fields,
    problems,
    terms: html``,
    button: 'Update payment method',
    beforeButton: null,
    afterButton: back === null ? null : html`<p><a href="${back}">Go back</a></p>`,
  })
  return send(reply, 'Update payment method', form)
}

const send = (reply: FastifyReply, title: string, body: Markup | string, status = 200) =>
  sendPage(reply, { status, title, imitates: 'Stripe', body: html`<h1>${title}</h1><div>${body}</div>` })
