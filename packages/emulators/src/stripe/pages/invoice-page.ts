import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { html } from '../../http/html.ts'
import { sendPage } from '../../http/page.ts'
import { type Account, idOf } from '../core/account.ts'
import { amountText } from '../core/amount-text.ts'
import { intentOf } from '../billing/billing.ts'
import { inTimeOf } from '../billing/customer-clock.ts'
import { StripeFailure } from '../core/failure.ts'
import { payInvoice } from '../resources/invoices.ts'
import { settle } from '../timeline.ts'

const dateText = (moment: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(moment * 1000)

/** The page behind `hosted_invoice_url`: the billed items and, if required, 3-D Secure. */
export const serveInvoicePage = (app: FastifyInstance, account: Account, changed: () => void) => {
  app.get<{ Params: { id: string } }>('/invoice/:id', (request, reply) => {
    settle(account)
    changed()
    const invoice = account.state.invoices[request.params.id]
    return invoice && invoice.status !== 'draft' ? sendInvoice(reply, account, invoice) : sendNoInvoice(reply)
  })

  app.post<{ Params: { id: string } }>('/invoice/:id', (request, reply) => {
    settle(account)
    const invoice = account.state.invoices[request.params.id]
    const card = invoice && waitingCard(account, invoice)
    if (!card) return reply.redirect(`/invoice/${request.params.id}`, 303)
    try {
      inTimeOf(account, idOf(invoice.customer) ?? '', () => payInvoice(account, invoice, card, { authenticated: true }))
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error
    } finally {
      changed()
    }
    return reply.redirect(`/invoice/${invoice.id}`, 303)
  })
}

/** The card whose holder has to authenticate before the invoice is paid. */
const waitingCard = (account: Account, invoice: Stripe.Invoice) => {
  const intent = invoice.status === 'open' ? intentOf(account, invoice) : undefined
  if (intent?.status !== 'requires_action') return null
  return account.state.paymentMethods[idOf(intent.payment_method) ?? ''] ?? null
}

const sendInvoice = (reply: FastifyReply, account: Account, invoice: Stripe.Invoice) => {
  const { id, number, status, created, currency, customer_email, total } = invoice
  return sendPage(reply, {
    title: `Invoice ${number}`,
    imitates: 'Stripe',
    body: html`<article class="narrow card">
<h1>Invoice ${number}</h1>
<p><strong>${status}</strong> <span class="faint">${dateText(created)}, to ${customer_email}</span></p>
<div class="scroll"><table>
<thead><tr><th scope="col">What</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>${invoice.lines.data.map(
      ({ description, period, amount }) => html`<tr>
<td>${description}<br><span class="faint">${dateText(period.start)} to ${dateText(period.end)}</span></td>
<td class="amount">${amountText(amount, currency)}</td>
</tr>`,
    )}</tbody>
<tfoot><tr><th scope="row">Total</th><td class="amount">${amountText(total, currency)}</td></tr></tfoot>
</table></div>
${waitingCard(account, invoice) && html`<form method="post" action="/invoice/${id}"><button class="wide">Complete authentication and pay</button></form>`}
</article>`,
  })
}

const sendNoInvoice = (reply: FastifyReply) =>
  sendPage(reply, {
    status: 404,
    title: 'Not found',
    imitates: 'Stripe',
    body: html`<div class="narrow card"><h1>Invoice not found</h1><p>No invoice has this address.</p></div>`,
  })
