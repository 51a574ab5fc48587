import type { FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { html } from '../../http/html.ts'
import { sendPage } from '../../http/page.ts'
import { amountText } from '../core/amount-text.ts'

/** The page of the card holder's bank, with two buttons instead of a code on a phone. */
export const sendThreeDSecurePage = (
  reply: FastifyReply,
  { id, amount_total, currency, mode }: Stripe.Checkout.Session,
  { card }: Stripe.PaymentMethod,
) =>
  sendPage(reply, {
    title: '3-D Secure',
    imitates: 'a bank',
    body: html`<div class="narrow card">
<h1>Is this you?</h1>
<p>${mode === 'subscription' ? 'A subscription that begins with' : 'A payment of'} <strong>${amountText(amount_total ?? 0, currency ?? 'usd')}</strong>
with the card that ends in <strong>${card?.last4}</strong> needs your confirmation (3-D Secure).</p>
<form class="choices" method="post" action="/c/pay/${id}/authenticate">
<button class="wide" name="outcome" value="complete">Complete authentication</button>
<button class="wide second" name="outcome" value="fail">Fail authentication</button>
</form>
</div>`,
  })
