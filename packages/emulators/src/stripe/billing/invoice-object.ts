import Stripe from 'stripe'
import { type Account, find, idOf } from '../core/account.ts'
import { amountText } from '../core/amount-text.ts'
import { newId } from '../core/ids.ts'
import { intervalOf } from './subscription-object.ts'

interface LineAbout {
  invoice: string
  metadata: Stripe.Metadata
  amount: number
}

type About = Pick<Stripe.Invoice, 'billing_reason' | 'period_start' | 'period_end' | 'automatically_finalizes_at'>

export type Lines = Pick<Stripe.Invoice, 'lines' | 'discounts' | 'subtotal' | 'total' | 'total_discount_amounts'>

/** A draft invoice for the current period of the subscription's items. */
export const newInvoice = (
  account: Account,
  subscription: Stripe.Subscription,
  about: About,
  linesFor = (invoice: string) => linesOf(account, subscription, invoice),
): Stripe.Invoice => {
  const id = newId('in')
  const invoice = invoiceOf(account, subscription, about, { id, ...linesFor(id) })
  account.state.invoices[id] = invoice
  return invoice
}

/** The invoice as an object, also for a preview. */
export const invoiceOf = (
  account: Account,
  subscription: Stripe.Subscription,
  about: About,
  { id, ...owed }: Lines & { id: string },
): Stripe.Invoice => {
  const customerId = idOf(subscription.customer) ?? ''
  const customer = find(account.state.customers, 'customer', customerId)
  return {
    id,
    object: 'invoice',
    ...NOTHING,
    ...owed,
    ...about,
    amount_due: owed.total,
    amount_remaining: owed.total,
    created: account.now(),
    currency: subscription.currency,
    customer: customerId,
    customer_email: customer.deleted ? null : customer.email,
    customer_name: customer.deleted ? null : (customer.name ?? null),
    description: null,
    metadata: {},
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal_excluding_tax: owed.subtotal,
    test_clock: idOf(subscription.test_clock),
    total_excluding_tax: owed.total,
  }
}

const linesOf = (account: Account, subscription: Stripe.Subscription, invoice: string): Lines => {
  const amounts = subscription.items.data.map(({ price, quantity }) => (price.unit_amount ?? 0) * (quantity ?? 1))
  const subtotal = amounts.reduce((total, amount) => total + amount, 0)
  return {
    lines: {
      object: 'list',
      data: subscription.items.data.map((item, position) =>
        lineOf(account, item, { invoice, metadata: subscription.metadata, amount: amounts[position] ?? 0 }),
      ),
      has_more: false,
      url: `/v1/invoices/${invoice}/lines`,
    },
    discounts: [],
    subtotal,
    total: subtotal,
    total_discount_amounts: [],
  }
}

export const lineOf = (
  account: Account,
  item: Stripe.SubscriptionItem,
  { invoice, metadata, amount }: LineAbout,
): Stripe.InvoiceLineItem => {
  const { price, quantity = 1 } = item
  const product = idOf(price.product) ?? ''
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: `${quantity} × ${account.state.products[product]?.name ?? product} (at ${priceText(price)})`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: Stripe.Decimal.from(quantity),
    subscription: item.subscription,
    subtotal: amount,
    taxes: [],
  }
}

/** `$5.00 / month`, `$12.00 / 3 months`. */
const priceText = (price: Stripe.Price) => {
  const { interval, interval_count } = intervalOf(price)
  const every = interval_count === 1 ? interval : `${interval_count} ${interval}s`
  return `${amountText(price.unit_amount ?? 0, price.currency)} / ${every}`
}

/** Fields that Stripe shows and the emulator does not use. */
const NOTHING = {
  account_country: 'US',
  account_name: 'Slipstream',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  status: 'draft',
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>
