import type Stripe from 'stripe'
import type { CardName } from './cards.ts'

type Table<Row> = Record<string, Row>

/** What a Checkout Session passes on to its payment. */
interface PaymentIntentData {
  description?: string | undefined
  metadata?: Record<string, string>
  receipt_email?: string | undefined
  setup_future_usage?: 'off_session' | 'on_session' | undefined
  statement_descriptor_suffix?: string | undefined
}

/** Data of a Checkout Session that Stripe does not show in the object. */
interface CheckoutDetails {
  lines: Stripe.LineItem[]
  paymentIntentData: PaymentIntentData
  subscriptionData: { description?: string | undefined; metadata?: Record<string, string> }
  /** Set between the card form and the end of the 3-D Secure page. */
  pendingCard: { paymentMethod: string; email: string } | null
}

/** Data of a subscription that Stripe does not show in the object. */
interface SubscriptionDetails {
  /** Set by the control API: the next renewal is declined whatever the card. */
  failNextRenewal: boolean
}

interface IdempotencyRecord {
  fingerprint: string
  status: number
  body: unknown
  requestId: string
  at: number
}

/** The whole state of the emulated account as plain data that can be saved and restored. */
export interface StripeState {
  /** Seconds by which the account's clock is ahead of the machine's. */
  skew: number
  /** Whether Managed Payments is on unless a session turns it off, as on accounts opened since July 2026. */
  isManaged: boolean
  /** The counter for invoice numbers. */
  invoicesNumbered: number
  customers: Table<Stripe.Customer | Stripe.DeletedCustomer>
  paymentMethods: Table<Stripe.PaymentMethod>
  /** The test card behind a payment method. */
  cards: Table<CardName>
  products: Table<Stripe.Product>
  prices: Table<Stripe.Price>
  checkoutSessions: Table<Stripe.Checkout.Session>
  checkoutDetails: Table<CheckoutDetails>
  paymentIntents: Table<Stripe.PaymentIntent>
  charges: Table<Stripe.Charge>
  balanceTransactions: Table<Stripe.BalanceTransaction>
  refunds: Table<Stripe.Refund>
  disputes: Table<Stripe.Dispute>
  subscriptions: Table<Stripe.Subscription>
  subscriptionDetails: Table<SubscriptionDetails>
  subscriptionSchedules: Table<Stripe.SubscriptionSchedule>
  invoices: Table<Stripe.Invoice>
  invoicePayments: Table<Stripe.InvoicePayment>
  portalConfigurations: Table<Stripe.BillingPortal.Configuration>
  portalSessions: Table<Stripe.BillingPortal.Session>
  testClocks: Table<Stripe.TestHelpers.TestClock>
  webhookEndpoints: Table<Stripe.WebhookEndpoint>
  /** Secrets are shown once, when an endpoint is created. */
  webhookSecrets: Table<string>
  events: Table<Stripe.Event>
  idempotency: Table<IdempotencyRecord>
}

export const emptyState = (): StripeState => ({
  skew: 0,
  isManaged: false,
  invoicesNumbered: 0,
  customers: {},
  paymentMethods: {},
  cards: {},
  products: {},
  prices: {},
  checkoutSessions: {},
  checkoutDetails: {},
  paymentIntents: {},
  charges: {},
  balanceTransactions: {},
  refunds: {},
  disputes: {},
  subscriptions: {},
  subscriptionDetails: {},
  subscriptionSchedules: {},
  invoices: {},
  invoicePayments: {},
  portalConfigurations: {},
  portalSessions: {},
  testClocks: {},
  webhookEndpoints: {},
  webhookSecrets: {},
  events: {},
  idempotency: {},
})
