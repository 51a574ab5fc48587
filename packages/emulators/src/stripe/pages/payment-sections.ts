import type Stripe from 'stripe'
import { html } from '../../http/html.ts'
import { type Account, idOf } from '../core/account.ts'
import { amountText } from '../core/amount-text.ts'
import { currentPeriod, isLive } from '../billing/subscription-end.ts'
import { controlForm, momentText } from './control-form.ts'

const MOST_SHOWN = 15

const newest = <Row>(table: Record<string, Row>, isWanted: (row: Row) => boolean = () => true) =>
  Object.values(table).filter(isWanted).slice(-MOST_SHOWN).reverse()

const customerName = ({ state }: Account, reference: Parameters<typeof idOf>[0]) => {
  const customer = state.customers[idOf(reference) ?? '']
  return customer && !customer.deleted ? (customer.email ?? customer.name) : null
}

export const paymentsSection = (account: Account) => {
  const charges = newest(account.state.charges)
  return html`<section class="card" aria-labelledby="payments">
<h2 id="payments">Payments</h2>
${
  charges.length === 0
    ? html`<p class="faint">No payments yet.</p>`
    : html`<div class="scroll"><table>
<thead><tr><th scope="col">Amount</th><th scope="col">Status</th><th scope="col">Payer</th><th scope="col">When</th><th scope="col">Actions</th></tr></thead>
<tbody>${charges.map((charge) => paymentRow(account, charge))}</tbody></table></div>`
}
</section>`
}

const paymentRow = (account: Account, charge: Stripe.Charge) => {
  const dispute = Object.values(account.state.disputes).findLast((one) => one.charge === charge.id)
  const amount = amountText(charge.amount, charge.currency)
  const payer = charge.billing_details.email ?? customerName(account, charge.customer)
  return html`<tr><td>${amount}</td><td>${statusOf(charge, dispute)}</td>
<td>${payer ?? 'a guest'}<br><code>${idOf(charge.payment_intent)}</code></td><td>${momentText(charge.created)}</td>
<td><div class="orders">${paymentOrders(charge, dispute, `${amount}, ${charge.id}`)}${refundOrders(account, charge)}</div></td></tr>`
}

const statusOf = (charge: Stripe.Charge, dispute: Stripe.Dispute | undefined) => {
  if (!charge.paid) return html`<span class="wrong">${charge.failure_message}</span>`
  const refunded = amountText(charge.amount_refunded, charge.currency)
  return [
    charge.refunded ? 'Refunded' : charge.amount_refunded > 0 ? `Paid, ${refunded} refunded` : 'Paid',
    dispute && html`<br>${isOpen(dispute) ? `Disputed: ${dispute.reason}` : `Dispute ${dispute.status}`}`,
  ]
}

const isOpen = ({ status }: Stripe.Dispute) => status !== 'won' && status !== 'lost'

/** Only actions that the control API would accept. */
const paymentOrders = (charge: Stripe.Charge, dispute: Stripe.Dispute | undefined, about: string) => {
  if (!charge.paid) return null
  if (dispute && isOpen(dispute)) {
    return (['won', 'lost'] as const).map((outcome) =>
      controlForm({
        order: 'dispute/close',
        given: { dispute: dispute.id, outcome },
        label: outcome === 'won' ? 'Win' : 'Lose',
        about: `dispute of ${about}`,
      }),
    )
  }
  if (charge.refunded || dispute?.status === 'lost') return null
  const given = { charge: charge.id }
  return [
    controlForm({ order: 'refund', given, label: 'Refund', about }),
    !dispute && controlForm({ order: 'dispute', given, label: 'Dispute', about }),
  ]
}

const OUTCOMES = new Map<string | null, ('succeeded' | 'failed')[]>([
  ['pending', ['succeeded', 'failed']],
  ['succeeded', ['failed']],
])

/** A pending refund can succeed or fail; a bank may also return one that seemed to have succeeded. */
const refundOrders = ({ state }: Account, charge: Stripe.Charge) => {
  const refunds = Object.values(state.refunds).filter((one) => one.charge === charge.id)
  return refunds.flatMap(({ id, status, amount, currency }) =>
    (OUTCOMES.get(status) ?? []).map((outcome) =>
      controlForm({
        order: 'refund/settle',
        given: { refund: id, outcome },
        label: outcome === 'failed' ? 'Fail refund' : 'Complete refund',
        about: `${amountText(amount, currency)}, ${id}`,
      }),
    ),
  )
}

export const sessionsSection = (account: Account) => {
  const sessions = newest(account.state.checkoutSessions, ({ status }) => status === 'open')
  return html`<section class="card" aria-labelledby="sessions">
<h2 id="sessions">Open Checkout Sessions</h2>
${
  sessions.length === 0
    ? html`<p class="faint">No open sessions.</p>`
    : html`<div class="scroll"><table>
<thead><tr><th scope="col">Amount</th><th scope="col">Mode</th><th scope="col">Page</th><th scope="col">Expires</th><th scope="col">Actions</th></tr></thead>
<tbody>${sessions.map((session) => sessionRow(session))}</tbody></table></div>`
}
</section>`
}

const sessionRow = ({ id, amount_total, currency, mode, url, expires_at }: Stripe.Checkout.Session) => {
  const amount = amountText(amount_total ?? 0, currency ?? 'usd')
  return html`<tr><td>${amount}</td><td>${mode}</td><td><a href="${url}">…${id.slice(-12)}</a></td>
<td>${momentText(expires_at)}</td>
<td><div class="orders">${controlForm({ order: 'expire', given: { session: id }, label: 'Expire', about: `${amount}, ${id}` })}</div></td></tr>`
}

export const subscriptionsSection = (account: Account) => {
  const subscriptions = newest(account.state.subscriptions)
  return html`<section class="card" aria-labelledby="subscriptions">
<h2 id="subscriptions">Subscriptions</h2>
${
  subscriptions.length === 0
    ? html`<p class="faint">No subscriptions yet.</p>`
    : html`<div class="scroll"><table>
<thead><tr><th scope="col">Price</th><th scope="col">Status</th><th scope="col">Customer</th><th scope="col">Period ends</th><th scope="col">Actions</th></tr></thead>
<tbody>${subscriptions.map((subscription) => subscriptionRow(account, subscription))}</tbody></table></div>`
}
</section>`
}

const subscriptionRow = (account: Account, subscription: Stripe.Subscription) => {
  const { id, items, customer } = subscription
  const price = items.data[0]?.price
  const willFail = account.state.subscriptionDetails[id]?.failNextRenewal === true
  return html`<tr><td>${price && `${amountText(price.unit_amount ?? 0, price.currency)} a ${price.recurring?.interval ?? ''}`}</td>
<td>${subscriptionStatus(subscription)}${willFail && html`<br>next renewal will fail`}</td>
<td>${customerName(account, customer) ?? idOf(customer)}<br><code>${id}</code></td>
<td>${momentText(currentPeriod(subscription).end)}</td>
<td><div class="orders">${isLive(subscription) && subscriptionOrders(id, willFail)}</div></td></tr>`
}

const subscriptionStatus = (subscription: Stripe.Subscription) =>
  subscription.status.replaceAll('_', ' ') +
  (isLive(subscription) && subscription.cancel_at !== null ? ', ends with the period' : '')

const subscriptionOrders = (id: string, willFail: boolean) => {
  const given = { subscription: id }
  return [
    !willFail && controlForm({ order: 'fail-next-renewal', given, label: 'Fail next renewal', about: id }),
    controlForm({ order: 'cancel', given, label: 'Cancel', about: id }),
  ]
}
