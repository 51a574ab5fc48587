import type { FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { html, type Markup } from '../../http/html.ts'
import { sendPage } from '../../http/page.ts'
import { type Account, idOf } from '../core/account.ts'
import { amountText } from '../core/amount-text.ts'
import { detailsOf } from '../resources/checkout-object.ts'
import { needsCard, successAddress } from '../resources/complete-checkout.ts'
import { type CardFields, type CardFormRules, type CardProblems, cardForm, EMPTY_FIELDS } from './card-form.ts'
import { orderSummary } from './order-summary.ts'

type Session = Stripe.Checkout.Session

interface Shown {
  fields?: CardFields
  problems?: CardProblems
}

export const rulesOf = (account: Account, session: Session): CardFormRules => ({
  fixedEmail: fixedEmail(account, session),
  needsCard: needsCard(session),
  needsTerms: session.consent_collection?.terms_of_service === 'required',
  now: account.now(),
})

/** The e-mail address that the store set for the session or its customer; null if the buyer can enter one. */
const fixedEmail = (account: Account, { customer, customer_creation, customer_email }: Session) => {
  const known = account.state.customers[idOf(customer) ?? '']
  return customer_email ?? (customer_creation === null && known && !known.deleted ? known.email : null)
}

/** The payment page of an open session. */
export const sendCheckout = (reply: FastifyReply, account: Account, session: Session, shown: Shown = {}) => {
  const { fields = EMPTY_FIELDS, problems = {} } = shown
  const hasProblem = Object.keys(problems).length > 0
  const { lines } = detailsOf(account, session)
  return sendPage(reply, {
    title: `${hasProblem ? 'Please check: ' : ''}${buttonText(session)}`,
    imitates: 'Stripe',
    body: html`<div class="checkout">
${orderSummary({
  session,
  lines,
  descriptions: descriptionsOf(account, lines),
})}
<div class="card">${payForm(session, rulesOf(account, session), fields, problems)}</div>
</div>`,
  })
}

const payForm = (session: Session, rules: CardFormRules, fields: CardFields, problems: CardProblems) => {
  const { after_submit, submit, terms_of_service_acceptance } = session.custom_text
  return cardForm({
    action: `/c/pay/${session.id}`,
    rules,
    fields,
    problems,
    terms: withLinks(terms_of_service_acceptance?.message ?? 'I agree to the terms of service'),
    button: buttonText(session),
    beforeButton: paragraph(submit?.message),
    afterButton: paragraph(after_submit?.message),
  })
}

const buttonText = ({ mode, amount_total, currency, submit_type }: Session) => {
  if (mode === 'subscription') return 'Subscribe'
  if (amount_total === 0) return 'Complete order'
  const verbs: Partial<Record<string, string>> = { book: 'Book', donate: 'Donate', subscribe: 'Subscribe' }
  return `${verbs[submit_type ?? ''] ?? 'Pay'} ${amountText(amount_total ?? 0, currency ?? 'usd')}`
}

const descriptionsOf = (account: Account, lines: readonly Stripe.LineItem[]) =>
  new Map(
    lines.flatMap(({ id, price }) => {
      const description = account.state.products[idOf(price?.product) ?? '']?.description
      return description ? [[id, description]] : []
    }),
  )

const paragraph = (message: string | undefined) =>
  message === undefined ? null : html`<p class="faint">${withLinks(message)}</p>`

/** The store's texts may contain Markdown links: `[terms](https://…)`. */
const withLinks = (message: string): Markup =>
  html`${message.split(/(\[[^\]]+\]\(https?:\/\/[^)\s]+\))/).map((piece) => {
    const [, name, address] = /^\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)$/.exec(piece) ?? []
    return address === undefined ? piece : html`<a href="${address}">${name}</a>`
  })}`

/** The page of a session that is no longer open. */
export const sendClosed = (reply: FastifyReply, session: Session) => {
  const isPaid = session.status === 'complete'
  const address = isPaid ? successAddress(session) : session.cancel_url
  return sendPage(reply, {
    title: isPaid ? 'Already completed' : 'Expired',
    imitates: 'Stripe',
    body: html`<div class="narrow card">
<h1>${isPaid ? 'You’re all done here' : 'This checkout has expired'}</h1>
<p>${isPaid ? 'This order is completed. Nothing will be charged again.' : 'Nothing was charged. Go back to the store to start again.'}</p>
${address && html`<p><a href="${address}">Back to the store</a></p>`}
</div>`,
  })
}

export const sendUnknown = (reply: FastifyReply) =>
  sendPage(reply, {
    status: 404,
    title: 'Not found',
    imitates: 'Stripe',
    body: html`<div class="narrow card"><h1>Nothing to pay here</h1><p>No checkout session has this address.</p></div>`,
  })
