import type Stripe from 'stripe'
import { html, type Markup } from '../../http/html.ts'
import { amountText } from '../core/amount-text.ts'

interface Order {
  session: Stripe.Checkout.Session
  lines: readonly Stripe.LineItem[]
  /** The text next to a line's name. */
  descriptions: ReadonlyMap<string, string>
  discount: { name: string; isRemovable: boolean } | null
  /** The refused promotion code. */
  refused: { code: string; reason: string } | null
}

export const orderSummary = ({ session, lines, descriptions, discount, refused }: Order) => {
  const money = (amount: number | null | undefined) => amountText(amount ?? 0, session.currency ?? 'usd')
  const off = session.total_details?.amount_discount ?? 0
  // A discount may end after the first payment: the recurring amount is the full price.
  const due = session.mode === 'subscription' ? session.amount_subtotal : session.amount_total
  return html`<section class="order" aria-label="Order summary">
${session.cancel_url && html`<p class="back"><a href="${session.cancel_url}"><span aria-hidden="true">←</span> Back</a></p>`}
<h1><span>${titleOf(session, lines)}</span> <span class="due">${money(due)}</span>${rhythmOf(lines)}</h1>
<ul class="order-lines">${lines.map(
    (line) => html`<li>
<div><strong>${line.description}</strong>${note(descriptions.get(line.id))}${note(quantityText(line, money))}</div>
<span class="money">${money(line.amount_subtotal)}</span>
</li>`,
  )}</ul>
<dl class="order-sums">
<div><dt>Subtotal</dt><dd class="money">${money(session.amount_subtotal)}</dd></div>
${
  discount &&
  html`<div><dt>${discount.name} ${discount.isRemovable && removeForm(session.id)}</dt><dd class="money">−${money(off)}</dd></div>`
}
<div class="total"><dt>Total due today</dt><dd class="money">${money(session.amount_total)}</dd></div>
</dl>
${session.allow_promotion_codes && !discount && codeForm(session.id, refused)}
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

const codeForm = (id: string, refused: Order['refused']) => html`
<form class="promotion" method="post" action="/c/pay/${id}/promotion-code">
<label for="code">Promotion code</label>
<div class="field-and-button">
<input id="code" name="code" value="${refused?.code}" required autocomplete="off" ${refused && html`aria-invalid="true" aria-describedby="code-problem" autofocus`}>
<button class="second">Apply</button>
</div>
${refused && html`<p id="code-problem" class="wrong" role="alert">${refused.reason}</p>`}
</form>`

const removeForm = (id: string) => html`
<form class="inline" method="post" action="/c/pay/${id}/promotion-code/remove"><button class="link">Remove</button></form>`
