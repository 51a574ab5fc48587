import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find, idOf } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { attempt, cardOnFile, changeStatus, finalize, noCard, reflect, voidInvoice } from '../billing/billing.ts'
import { isCardName } from '../core/cards.ts'
import { inTimeOf } from '../billing/customer-clock.ts'
import { invalidRequest, notEmulated, StripeFailure } from '../core/failure.ts'
import { isLike, listOf } from '../core/listing.ts'
import { flag, paging, parametersOf, text } from '../core/parameters.ts'
import { stopCollecting, subscriptionIdOf } from '../billing/subscription-end.ts'
import { usePaymentMethod } from './payment-methods.ts'

const List = parametersOf<Stripe.InvoiceListParams>()({
  ...paging,
  customer: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: text.optional(),
})
const Update = parametersOf<Stripe.InvoiceUpdateParams>()({ auto_advance: flag })
const Pay = parametersOf<Stripe.InvoicePayParams>()({
  off_session: flag.optional(),
  paid_out_of_band: flag.optional(),
  payment_method: text.optional(),
})

const findInvoice = (account: Account, id: string) => find(account.state.invoices, 'invoice', id, 'invoice')

/** Pays an invoice now, with the card on file or another. Throws if the card is declined. */
export const payInvoice = (
  account: Account,
  invoice: Stripe.Invoice,
  paymentMethod: Stripe.PaymentMethod | null = cardOnFile(account, invoice),
  { authenticated = false } = {},
) => {
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid')
  if (invoice.status === 'void') throw invalidRequest('This invoice is void and can no longer be paid.')
  if (!paymentMethod) throw noCard()
  if (invoice.status === 'draft') finalize(account, invoice)
  const outcome = attempt(account, invoice, paymentMethod, { authenticated })
  reflect(account, invoice, outcome)
  if (outcome.kind === 'failed') throw outcome.failure ?? noCard()
  if (outcome.kind === 'paid') return invoice
  throw new StripeFailure(402, {
    type: 'card_error',
    code: 'invoice_payment_intent_requires_action',
    message:
      'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
  })
}

const chosenCard = (account: Account, invoice: Stripe.Invoice, id: string | undefined) => {
  if (id === undefined) return undefined
  const paymentMethod = usePaymentMethod(account, id)
  if (isCardName(id) || paymentMethod.customer === idOf(invoice.customer)) return paymentMethod
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'payment_method' },
  )
}

const stopByCall = (invoice: Stripe.Invoice, autoAdvance: boolean) => {
  if (autoAdvance) throw notEmulated('invoices whose collection is started by a call')
  if (invoice.status !== 'draft' && invoice.status !== 'open') {
    throw invalidRequest(
      `You can only change auto_advance on draft or open invoices. Its status is ${String(invoice.status)}.`,
    )
  }
  stopCollecting(invoice)
  return invoice
}

/** A void invoice is no longer due, so a subscription that waited for it continues, or never starts. */
const voidByCall = (account: Account, invoice: Stripe.Invoice) => {
  if (invoice.status !== 'open') {
    throw invalidRequest(
      `You can only pass in open or uncollectible invoices. This invoice isn't open. Its status is ${String(invoice.status)}.`,
      { code: 'status_transition_invalid' },
    )
  }
  voidInvoice(account, invoice)
  const subscription = account.state.subscriptions[subscriptionIdOf(invoice) ?? '']
  if (subscription?.latest_invoice !== invoice.id) return invoice
  if (subscription.status === 'past_due') changeStatus(account, subscription, 'active')
  if (subscription.status === 'incomplete') changeStatus(account, subscription, 'incomplete_expired')
  return invoice
}

export const serveInvoices = (api: Api, account: Account) => {
  const inItsTime = (id: string, work: (invoice: Stripe.Invoice) => object) => {
    const invoice = findInvoice(account, id)
    return inTimeOf(account, idOf(invoice.customer) ?? '', () => work(invoice))
  }
  api.on('GET /v1/invoices', List, (given) =>
    listOf(
      '/v1/invoices',
      Object.values(account.state.invoices)
        .filter((row) => isLike(row, { customer: given.customer, status: given.status }))
        .filter((invoice) => given.subscription === undefined || subscriptionIdOf(invoice) === given.subscription),
      given,
    ),
  )
  api.on('GET /v1/invoices/:id', z.strictObject({}), (_, id) => findInvoice(account, id))
  api.on('POST /v1/invoices/:id', Update, ({ auto_advance }, id) =>
    inItsTime(id, (invoice) => stopByCall(invoice, auto_advance)),
  )
  api.on('POST /v1/invoices/:id/pay', Pay, ({ payment_method, paid_out_of_band }, id) => {
    if (paid_out_of_band) throw notEmulated('invoices that are paid out of band')
    return inItsTime(id, (invoice) => payInvoice(account, invoice, chosenCard(account, invoice, payment_method)))
  })
  api.on('POST /v1/invoices/:id/void', z.strictObject({}), (_, id) =>
    inItsTime(id, (invoice) => voidByCall(account, invoice)),
  )
}
