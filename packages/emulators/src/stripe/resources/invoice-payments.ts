import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { isLike, listOf } from '../core/listing.ts'
import { paging, parametersOf, text } from '../core/parameters.ts'

const List = parametersOf<Stripe.InvoicePaymentListParams>()({
  ...paging,
  invoice: text.optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
  status: z.enum(['canceled', 'open', 'paid']).optional(),
})

/** The payment of an invoice. */
export const serveInvoicePayments = (api: Api, account: Account) => {
  api.on('GET /v1/invoice_payments', List, (given) =>
    listOf(
      '/v1/invoice_payments',
      Object.values(account.state.invoicePayments)
        .filter((row) => isLike(row, { invoice: given.invoice, status: given.status }))
        .filter(({ payment }) => !given.payment || payment.payment_intent === given.payment.payment_intent),
      given,
    ),
  )
  api.on('GET /v1/invoice_payments/:id', z.strictObject({}), (_, id) =>
    find(account.state.invoicePayments, 'invoice_payment', id),
  )
}
