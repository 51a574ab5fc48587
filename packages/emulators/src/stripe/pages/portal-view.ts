import type { FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { html, type Markup } from '../../http/html.ts'
import { sendPage } from '../../http/page.ts'
import { type Account, idOf } from '../core/account.ts'
import { amountText } from '../core/amount-text.ts'
import { defaultCard } from '../billing/billing.ts'
import { priceText } from '../billing/invoice-object.ts'
import { subscriptionsOf } from '../billing/portal-actions.ts'
import { CANCELLATION_REASONS, type CancellationReason } from '../resources/portal-parameters.ts'
import { currentPeriod } from '../billing/subscription-end.ts'
import { type CardFields, type CardFormRules, type CardProblems, cardForm } from './card-form.ts'

/** Everything a portal page needs. */
export interface Portal {
  session: Stripe.BillingPortal.Session
  configuration: Stripe.BillingPortal.Configuration
  customer: Stripe.Customer
}

export const dateText = (moment: number, dateStyle: 'long' | 'medium' = 'long') =>
  new Intl.DateTimeFormat('en-US', { dateStyle, timeZone: 'UTC' }).format(moment * 1000)

export const sendPortalHome = (reply: FastifyReply, account: Account, portal: Portal, failure: string | null) => {
  const { session, configuration, customer } = portal
  const { features } = configuration
  const subscriptions = subscriptionsOf(account, customer.id)
  return send(reply, portal, 'Your billing', [
    failure !== null &&
      html`<p class="wrong" role="alert">The card was saved, but the overdue invoice is not paid: ${failure}</p>`,
    html`<section class="card" aria-labelledby="plan"><h2 id="plan">Current subscription</h2>
${
  subscriptions.length === 0
    ? html`<p class="faint">There is no current subscription.</p>`
    : subscriptions.map((subscription) => planOf(account, portal, subscription))
}</section>`,
    html`<section class="card" aria-labelledby="method"><h2 id="method">Payment method</h2>
${methodOf(account, customer)}
${features.payment_method_update.enabled && html`<p><a class="button second" href="/p/session/${session.id}/payment-method">Update payment method</a></p>`}
</section>`,
    features.invoice_history.enabled &&
      html`<section class="card" aria-labelledby="invoices"><h2 id="invoices">Invoice history</h2>${historyOf(account, customer)}</section>`,
  ])
}

const planOf = (account: Account, { session, configuration }: Portal, subscription: Stripe.Subscription) => {
  const address = `/p/session/${session.id}/subscriptions/${subscription.id}`
  const isEnding = subscription.cancel_at !== null
  const { subscription_cancel } = configuration.features
  return html`<div class="plan">
${subscription.items.data.map(
  ({ price, quantity = 1 }) => html`<h3>${productName(account, price)}</h3>
<p class="price">${quantity > 1 && `${quantity} × `}${priceText(price)}</p>`,
)}
<p>${standing(subscription)}</p>
${
  subscription_cancel.enabled &&
  (isEnding
    ? html`<form method="post" action="${address}/renew"><button>Renew subscription</button></form>`
    : html`<p><a class="button second" href="${address}/cancel">Cancel subscription</a></p>`)
}
</div>`
}

const standing = (subscription: Stripe.Subscription) => {
  const end = dateText(currentPeriod(subscription).end)
  if (subscription.cancel_at !== null) return `It ends on ${dateText(subscription.cancel_at)} and will not renew.`
  if (subscription.status === 'active') return `It renews on ${end}.`
  return html`<span class="wrong">The last payment failed.</span> Update the payment method to keep the subscription.`
}

const productName = (account: Account, { product }: Stripe.Price) =>
  account.state.products[idOf(product) ?? '']?.name ?? 'Subscription'

const methodOf = (account: Account, customer: Stripe.Customer) => {
  // The card of the next payment: the subscription's own, otherwise the customer's.
  const [subscription] = subscriptionsOf(account, customer.id)
  const card = defaultCard(account, customer, idOf(subscription?.default_payment_method))?.card
  if (!card) return html`<p class="faint">No payment method is saved.</p>`
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  return html`<p><strong>${brand} •••• ${card.last4}</strong> <span class="faint">Expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}</span></p>`
}

const historyOf = (account: Account, customer: Stripe.Customer) => {
  const invoices = Object.values(account.state.invoices)
    .filter((invoice) => idOf(invoice.customer) === customer.id && invoice.status !== 'draft')
    .reverse()
  if (invoices.length === 0) return html`<p class="faint">There are no invoices yet.</p>`
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">Date</th><th scope="col">Invoice</th><th scope="col">Status</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>${invoices.map(
    ({ created, number, status, total, currency, hosted_invoice_url }) => html`<tr>
<td>${dateText(created, 'medium')}</td><td><a href="${hosted_invoice_url}">${number}</a></td>
<td>${statusText(status)}</td><td class="amount">${amountText(total, currency)}</td>
</tr>`,
  )}</tbody></table></div>`
}

export const statusText = (status: Stripe.Invoice.Status | null) =>
  ({ open: 'Open', paid: 'Paid', void: 'Void' })[String(status)] ?? 'Draft'

export const sendCancelPage = (
  reply: FastifyReply,
  account: Account,
  portal: Portal,
  subscription: Stripe.Subscription,
) => {
  const { mode, cancellation_reason } = portal.configuration.features.subscription_cancel
  const home = `/p/session/${portal.session.id}`
  const back = backFrom(portal)
  const name = productName(account, subscription.items.data[0]?.price as Stripe.Price)
  const end = dateText(currentPeriod(subscription).end)
  return send(reply, portal, 'Confirm cancellation', [
    html`<section class="card">
<p><strong>${name}</strong> ${mode === 'at_period_end' ? `stays yours until ${end}. After that it will not renew.` : 'ends at once. Nothing is refunded.'}</p>
<form method="post" action="${home}/subscriptions/${subscription.id}/cancel">
${cancellation_reason.enabled && reasons(cancellation_reason.options)}
<div class="actions">
<button class="danger">Cancel subscription</button>
${back !== null && html`<a class="button second" href="${back}">Go back</a>`}
</div>
</form>
</section>`,
  ])
}

/** A session that was opened for one flow has no home page to return to. */
const backFrom = ({ session }: Portal) => (session.flow ? session.return_url : `/p/session/${session.id}`)

const reasons = (options: readonly string[]) => html`<label for="feedback">Why are you leaving? (optional)</label>
<select id="feedback" name="feedback"><option value="">No answer</option>${options.map(
  (option) => html`<option value="${option}">${CANCELLATION_REASONS[option as CancellationReason]}</option>`,
)}</select>`

interface CardPage {
  rules: CardFormRules
  fields: CardFields
  problems: CardProblems
}

export const sendCardPage = (reply: FastifyReply, portal: Portal, page: CardPage) => {
  const home = `/p/session/${portal.session.id}`
  const back = backFrom(portal)
  return send(reply, portal, 'Update payment method', [
    html`<div class="card">${cardForm({
      ...page,
      action: `${home}/payment-method`,
      terms: html``,
      button: 'Update payment method',
      beforeButton: null,
      afterButton: back !== null ? html`<p><a href="${back}">Go back</a></p>` : null,
    })}</div>`,
  ])
}

const send = (reply: FastifyReply, portal: Portal, title: string, parts: (Markup | false)[]) => {
  const { session, configuration, customer } = portal
  const { headline, privacy_policy_url, terms_of_service_url } = configuration.business_profile
  return sendPage(reply, {
    title,
    imitates: 'Stripe',
    body: html`<div class="portal">
<header>
${headline !== null && html`<p>${headline}</p>`}
<p class="faint">${customer.name ?? customer.email}</p>
${session.return_url !== null && html`<p><a href="${session.return_url}">Return to ${new URL(session.return_url).host}</a></p>`}
</header>
<div>
<h1>${title}</h1>
${parts}
</div>
<footer class="faint">
${terms_of_service_url !== null && html`<a href="${terms_of_service_url}">Terms</a>`}
${privacy_policy_url !== null && html`<a href="${privacy_policy_url}">Privacy</a>`}
</footer>
</div>`,
  })
}

export const sendPortalGone = (reply: FastifyReply) =>
  sendPage(reply, {
    status: 404,
    title: 'Session expired',
    imitates: 'Stripe',
    body: html`<div class="narrow card"><h1>This page has expired</h1>
<p>Go back to the store and open the billing page again.</p></div>`,
  })
