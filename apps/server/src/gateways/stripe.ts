import Stripe from 'stripe'
import type { PlanInterval } from '@slipstream/contract/plan-terms'
import type { Config } from '#config.ts'
import { DomainError } from '#lib/domain-error.ts'
import { openBilling } from './stripe-billing.ts'
import { openLists } from './stripe-lists.ts'
import { openPlanChanges } from './stripe-plan-changes.ts'
import { all, asked, orNull, seconds, StripeRefusal } from './stripe-calls.ts'
import { createCheckoutSession } from './stripe-sessions.ts'

export { StripeRefusal }

const TIMEOUT_MS = 8_000
const RETRIES = 2
const CHECK_TIMEOUT_MS = 2_500
const PAGE = 100
/**
 * How old a signature may be by our clock. Long, because the clock may be wrong and a replay is harmless: an event is
 * stored once and only triggers reading the payment at Stripe.
 */
const SIGNATURE_LIFE_SECONDS = 24 * 60 * 60

export type Session = Stripe.Checkout.Session

export interface NewSession {
  /** The idempotency key: repeated calls return the same session for a day. */
  idempotencyKey: string
  email: string
  lines: readonly { title: string; amountCents: number }[]
  metadata: Record<string, string>
  description: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

interface NewRefund {
  idempotencyKey: string
  paymentIntentId: string
  amountCents: number
  metadata: Record<string, string>
}

interface NewPrice {
  /** Our own name for the price, never reused for another price. */
  lookupKey: string
  productId: string
  amountCents: number
  interval: PlanInterval
}

/** Everything the store requests from Stripe. Every failure to reach it becomes `payments.away`. */
export type StripeGateway = ReturnType<typeof openStripe>

export const openStripe = ({ stripe: keys, providers }: Pick<Config, 'stripe' | 'providers'>, timeout = TIMEOUT_MS) => {
  const address = new URL(providers.stripe)
  const client = new Stripe(keys.secretKey, {
    host: address.hostname,
    port: address.port === '' ? (address.protocol === 'https:' ? 443 : 80) : Number(address.port),
    protocol: address.protocol === 'https:' ? 'https' : 'http',
    timeout,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })
  // Buyers are sent to no other host, whatever an answer says.
  const payOrigin = providers.stripe === 'https://api.stripe.com' ? 'https://checkout.stripe.com' : providers.stripe

  return {
    /** Whether the key is for live mode. Objects of the other mode are not ours. */
    isLive: /^.k_live_/.test(keys.secretKey),
    isConfigured: keys.secretKey !== '',
    hasWebhookSecret: keys.webhookSecret !== '',

    /** A call without side effects, once and with a short timeout: whether Stripe answers and accepts the key. */
    check: () => asked(() => client.balance.retrieve({}, { timeout: CHECK_TIMEOUT_MS, maxNetworkRetries: 0 })),

    ...openBilling(client),
    ...openPlanChanges(client),
    ...openLists(client),

    createSession: (order: NewSession): Promise<Session> =>
      createCheckoutSession(client, order.idempotencyKey, sessionOf(order)),

    /** With the payment, its charge and refunds; null if the session does not exist. */
    readSession: (id: string) =>
      orNull(() => client.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge.refunds'] })),

    readPaymentIntent: (id: string) => orNull(() => client.paymentIntents.retrieve(id)),

    /** Where the buyer pays; null when the session has ended. */
    payUrl: ({ url }: Pick<Session, 'url'>): string | null => {
      if (url !== null && new URL(url).origin !== payOrigin) throw new Error(`a payment page at ${url} is not Stripe's`)
      return url
    },

    expireSession: (id: string) => asked(() => client.checkout.sessions.expire(id)),

    refund: ({ idempotencyKey, paymentIntentId, amountCents, metadata }: NewRefund) =>
      asked(() =>
        client.refunds.create(
          { payment_intent: paymentIntentId, amount: amountCents, metadata, reason: 'requested_by_customer' },
          { idempotencyKey },
        ),
      ),

    listRefunds: (paymentIntentId: string) =>
      asked(() => all(client.refunds.list({ payment_intent: paymentIntentId, limit: PAGE }))),

    listDisputes: (paymentIntentId: string) =>
      asked(() => all(client.disputes.list({ payment_intent: paymentIntentId, limit: PAGE }))),

    submitEvidence: (disputeId: string, evidence: Stripe.DisputeUpdateParams.Evidence) =>
      asked(() => client.disputes.update(disputeId, { evidence, submit: true })),

    /** Creates the product or brings its name and state up to date. */
    saveProduct: async ({ id, name, isActive }: { id: string; name: string; isActive: boolean }) => {
      const update = () => orNull(() => client.products.update(id, { name, active: isActive }))
      if ((await update()) !== null) return
      try {
        await asked(() => client.products.create({ id, name, active: isActive }))
      } catch (error) {
        // Another worker has just created the product.
        if (!(error instanceof StripeRefusal && error.stripeCode === 'resource_already_exists')) throw error
        await update()
      }
    },

    /** The price with this lookup key, created if there is none. A retry finds the one that the lost answer created. */
    findOrCreatePrice: async (wanted: NewPrice): Promise<string> => {
      const { lookupKey, productId, amountCents, interval } = wanted
      const { data } = await asked(() => client.prices.list({ lookup_keys: [lookupKey], limit: 1 }))
      const price =
        data[0] ??
        (await asked(() =>
          client.prices.create(
            {
              product: productId,
              currency: 'usd',
              unit_amount: amountCents,
              recurring: { interval },
              lookup_key: lookupKey,
            },
            { idempotencyKey: lookupKey },
          ),
        ))
      if (price.unit_amount !== amountCents || price.recurring?.interval !== interval) {
        throw new Error(`the price ${price.id} at Stripe has other terms than ${lookupKey}`)
      }
      return price.id
    },

    /** Null if Stripe no longer has it: events are kept for a month. */
    findEvent: (id: string) => orNull(() => client.events.retrieve(id)),

    /** The endpoints that Stripe sends events to. */
    listWebhookEndpoints: async () => {
      const endpoints = await asked(() => all(client.webhookEndpoints.list({ limit: PAGE })))
      return endpoints.map(({ url, status, enabled_events: types }) => ({
        url,
        isEnabled: status === 'enabled',
        types,
      }))
    },

    /** The event if Stripe has signed it; refuses any other sender. */
    readEvent: (body: Buffer, signature: string): Stripe.Event => {
      try {
        return client.webhooks.constructEvent(body, signature, keys.webhookSecret, SIGNATURE_LIFE_SECONDS)
      } catch (cause) {
        throw new DomainError('payments.bad_signature', { cause })
      }
    },
  }
}

const sessionOf = (order: NewSession) => ({
  mode: 'payment' as const,
  // Instant methods only: no waiting for a bank transfer that may never arrive.
  allowed_payment_method_types: ['card' as const],
  customer_email: order.email,
  line_items: order.lines.map(({ title, amountCents }) => ({
    quantity: 1,
    price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name: title } },
  })),
  metadata: order.metadata,
  // Charges, refunds and disputes lead back to the order by this metadata.
  payment_intent_data: { metadata: order.metadata, description: order.description },
  success_url: order.successUrl,
  cancel_url: order.cancelUrl,
  expires_at: seconds(order.expiresAt),
})
