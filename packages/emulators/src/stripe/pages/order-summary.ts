import type Stripe from 'stripe'
import { html, type Markup } from '../../http/html.ts'
import { amountText } from '../core/amount-text.ts'

interface Order {
  session: Stripe.Checkout.Session
  lines: readonly Stripe.LineItem[]
  /** The text next to a line's name. */
  descriptions: ReadonlyMap<string, string>
}

export const orderSummary = ({ session, lines, descriptions }: Order) => {
  const money = (amount: number | null | undefined) => amountText(amount ?? 0, session.currency ?? 'usd')
  return html`<section class="order" aria-label="Order summary">
${session.cancel_url && html`<p class="back"><a href="${session.cancel_url}"><span aria-hidden="true">←</span> Back</a></p>`}
<h1><span>${titleOf(session, lines)}</span> <span class="due">${money(session.amount_total)}</span>${rhythmOf(lines)}</h1>
<ul class="order-lines">${lines.map(
    (line) => html`<li>
<div><strong>${line.description}</strong>${note(descriptions.get(line.id))}${note(quantityText(line, money))}</div>
<span class="money">${money(line.amount_subtotal)}</span>
</li>`,
  )}</ul>
<dl class="order-sums">
<div class="total"><dt>Total due today</dt><dd class="money">${money(session.amount_total)}</dd></div>
</dl>
</section>`
}

const titleOf = ({ mode }: Stripe.Checkout.Session, [first]: readonly Stripe.LineItem[]) =>
  mode === 'subscription' ? `Subscribe to ${first?.description ?? 'a plan'}` : 'Pay'

/** All lines of a subscription have the same interval. */
const rhythmOf = ([line]: readonly Stripe.LineItem[]) => {
  const recurring = line?.price?.recurring
  if (!recurring) return null
  const { interval, interval_count: count } = recurring
  return count === 1 ? ` per ${interval}` : ` every ${count} ${interval}s`
}

const quantityText = ({ quantity, price }: Stripe.LineItem, money: (amount: number | null | undefined) => string) =>
  (quantity ?? 1) > 1 ? `Qty ${String(quantity)}, ${money(price?.unit_amount)} each` : undefined

const note = (text: string | undefined): Markup | false =>
  text !== undefined && html`<span class="faint">${text}</span>`
