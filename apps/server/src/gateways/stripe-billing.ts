import type Stripe from 'stripe'
import { all, asked, isDecline, orNull, StripeRefusal } from './stripe-calls.ts'
import { createCheckoutSession } from './stripe-sessions.ts'

const PAGE = 100

export interface NewSubscription {
  /** The idempotency key: repeated calls return the same session for a day. */
  idempotencyKey: string
  priceId: string
  /** An existing customer, or the e-mail address of a new one. */
  customer: { id: string } | { email: string }
  metadata: Record<string, string>
  successUrl: string
  cancelUrl: string
}

/** Subscriptions, their invoices and the portal. */
export const openBilling = (client: Stripe) => ({
  createSubscriptionSession: ({ idempotencyKey, priceId, customer, metadata, ...urls }: NewSubscription) =>
    createCheckoutSession(client, idempotencyKey, {
      mode: 'subscription',
      allowed_payment_method_types: ['card'],
      ...('id' in customer ? { customer: customer.id } : { customer_email: customer.email }),
      line_items: [{ price: priceId, quantity: 1 }],
      metadata,
      // Our subscriptions are recognized by this metadata; others of the account are left alone.
      subscription_data: { metadata },
      success_url: urls.successUrl,
      cancel_url: urls.cancelUrl,
    }),

  /** A subscription with its own card, its customer's card and its schedule; null if it does not exist. */
  readSubscription: (id: string) =>
    orNull(() => client.subscriptions.retrieve(id, { expand: ['default_payment_method', 'customer', 'schedule'] })),

  /** Newest first, with their payments. */
  listInvoices: (subscription: string) =>
    asked(() => all(client.invoices.list({ subscription, limit: PAGE, expand: ['data.payments'] }))),

  /** All charges of a customer, with their refunds. */
  listCharges: (customer: string) =>
    asked(() => all(client.charges.list({ customer, limit: PAGE, expand: ['data.refunds'] }))),

  /** The subscription that a payment was for; null if it was for something else. */
  findPaidSubscription: async (paymentIntentId: string): Promise<string | null> => {
    const payment = { type: 'payment_intent' as const, payment_intent: paymentIntentId }
    const { data } = await asked(() => client.invoicePayments.list({ payment, limit: 1, expand: ['data.invoice'] }))
    const invoice = data[0]?.invoice
    if (typeof invoice !== 'object' || invoice.deleted) return null
    const subscription = invoice.parent?.subscription_details?.subscription
    return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
  },

  /** Canceling a subscription that has ended changes nothing. */
  cancelSubscription: async (id: string) => {
    await orNull(() => client.subscriptions.cancel(id))
  },

  cancelAtPeriodEnd: (id: string) => asked(() => client.subscriptions.update(id, { cancel_at_period_end: true })),

  /** Undoes a cancellation, however it was made. */
  keepSubscription: async (id: string) => {
    const { cancel_at_period_end: isByFlag } = await asked(() => client.subscriptions.retrieve(id))
    await asked(() => client.subscriptions.update(id, isByFlag ? { cancel_at_period_end: false } : { cancel_at: '' }))
  },

  noteCancelFeedback: (id: string, feedback: Stripe.SubscriptionUpdateParams.CancellationDetails.Feedback) =>
    asked(() => client.subscriptions.update(id, { cancellation_details: { feedback } })),

  setSubscriptionCard: (id: string, paymentMethod: string) =>
    asked(() => client.subscriptions.update(id, { default_payment_method: paymentMethod })),

  /** The card that later invoices of the customer use, unless their subscription has its own. */
  setCustomerCard: (id: string, paymentMethod: string) =>
    asked(() => client.customers.update(id, { invoice_settings: { default_payment_method: paymentMethod } })),

  /** Pays an open invoice with the card on file. False if the card was declined or the invoice is no longer open. */
  payInvoice: async (id: string): Promise<boolean> => {
    try {
      await asked(() => client.invoices.pay(id))
      return true
    } catch (error) {
      if (isDecline(error) || error instanceof StripeRefusal) return false
      throw error
    }
  },

  /** Repeatable: an invoice that is no longer open stays as it is. */
  voidInvoice: async (id: string) => {
    try {
      await asked(() => client.invoices.voidInvoice(id))
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
    }
  },

  /** Keeps Stripe from finalizing and charging a draft. Idempotent, and has no effect on a paid or void invoice. */
  stopCollecting: async (id: string) => {
    try {
      await asked(() => client.invoices.update(id, { auto_advance: false }))
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
    }
  },

  /** Whether the account has a portal, without which the page for changing the card cannot be opened. */
  hasPortal: async () => {
    const { data } = await asked(() => client.billingPortal.configurations.list({ active: true, is_default: true }))
    return data.length > 0
  },

  /** Opens Stripe's page for changing the card, which then redirects to `returnUrl`. Returns its address. */
  openCardPage: async (customer: string, returnUrl: string): Promise<string> => {
    const { url } = await asked(() =>
      client.billingPortal.sessions.create({
        customer,
        return_url: returnUrl,
        flow_data: {
          type: 'payment_method_update',
          after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
        },
      }),
    )
    return url
  },

  /** One page of the account's subscriptions that are not canceled, newest first. */
  subscriptionPage: (after: string | null) =>
    asked(() => client.subscriptions.list({ limit: PAGE, ...(after !== null && { starting_after: after }) })),
})
