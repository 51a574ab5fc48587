import { join } from 'node:path'
import { createEmulator } from '../http/emulator-app.ts'
import { keepState } from '../http/kept-state.ts'
import { openAccount } from './core/account.ts'
import { createApi } from './core/api.ts'
import { notePaidBy } from './billing/billing.ts'
import { serveControl } from './control.ts'
import { createDeliveries } from './webhooks/deliveries.ts'
import { serveCheckoutPages } from './pages/checkout-page.ts'
import { servePortalPages } from './pages/portal-page.ts'
import { serveStripePage } from './pages/stripe-page.ts'
import { serveAccount } from './resources/account.ts'
import { serveBillingPortal } from './resources/billing-portal.ts'
import { serveCharges } from './resources/charges.ts'
import { serveCheckoutSessions } from './resources/checkout-sessions.ts'
import { serveCustomers } from './resources/customers.ts'
import { serveDisputes } from './resources/disputes.ts'
import { serveEvents } from './resources/events.ts'
import { serveInvoicePayments } from './resources/invoice-payments.ts'
import { serveInvoicePreview } from './resources/invoice-preview.ts'
import { serveInvoices } from './resources/invoices.ts'
import { servePaymentIntents } from './resources/payment-intents.ts'
import { servePaymentMethods } from './resources/payment-methods.ts'
import { servePrices } from './resources/prices.ts'
import { serveProducts } from './resources/products.ts'
import { serveRefunds } from './resources/refunds.ts'
import { serveSubscriptionSchedules } from './resources/subscription-schedules.ts'
import { serveSubscriptions } from './resources/subscriptions.ts'
import { serveTestClocks } from './resources/test-clocks.ts'
import { serveWebhookEndpoints } from './resources/webhook-endpoints.ts'
import { emptyState } from './core/state.ts'
import { settle } from './timeline.ts'

interface StripeOptions {
  /** The URL where the emulator will listen, for links to the hosted pages. */
  address: string
  /** Keeps the account across restarts. */
  folder?: string | undefined
  /** An endpoint that exists from the start, as if created in the dashboard. */
  webhook?: { url: string; secret: string } | undefined
}

/** Stripe, as far as the store uses it. Not listening yet. */
export const createStripeEmulator = ({ address, folder, webhook }: StripeOptions) => {
  const emulator = createEmulator({
    isApiCall: (path) => path.startsWith('/v1/'),
    failure: (kind) =>
      kind === 'error'
        ? { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong on our end.' } } }
        : {
            status: 429,
            body: {
              error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' },
            },
          },
  })
  const { app } = emulator
  const kept = keepState(folder && join(folder, 'stripe.json'), emptyState)
  app.addHook('onClose', async () => kept.flush())

  const deliveries = createDeliveries(kept.state)
  const account = openAccount({
    address,
    state: kept.state,
    onEvent: (event) => {
      deliveries.schedule(event)
      kept.changed()
    },
  })
  const api = createApi({ app, account, settle: () => settle(account), changed: kept.changed })
  serveAccount(api, account)
  serveBillingPortal(api, account)
  serveCharges(api, account)
  serveCheckoutSessions(api, account)
  serveCustomers(api, account)
  serveDisputes(api, account)
  serveEvents(api, account)
  serveInvoicePayments(api, account)
  serveInvoicePreview(api, account)
  serveInvoices(api, account)
  servePaymentIntents(api, account, (intent) => notePaidBy(account, intent))
  servePaymentMethods(api, account)
  servePrices(api, account)
  serveProducts(api, account)
  serveRefunds(api, account)
  serveSubscriptions(api, account)
  serveSubscriptionSchedules(api, account)
  serveTestClocks(api, account)
  serveWebhookEndpoints(api, account)
  serveCheckoutPages(app, account, kept.changed)
  servePortalPages(app, account, kept.changed)
  serveControl({ emulator, account, deliveries, kept, webhook })
  serveStripePage({ emulator, account, deliveries })

  return { app }
}
