import type Stripe from 'stripe'
import { createOnce } from './stripe-calls.ts'

/**
 * On accounts opened since July 2026, Stripe turns Managed Payments on unless a session says otherwise: another company
 * is then the seller, adds tax to the price and refuses products without a tax code. With Adaptive Pricing, which the
 * dashboard can turn on, the page shows another currency than the store's.
 */
const SOLD_BY_US = {
  managed_payments: { enabled: false },
  adaptive_pricing: { enabled: false },
} as const satisfies Partial<Stripe.Checkout.SessionCreateParams>

type Wanted = Omit<Stripe.Checkout.SessionCreateParams, keyof typeof SOLD_BY_US>

/** The only way to create a Checkout Session. */
export const createCheckoutSession = (client: Stripe, key: string, wanted: Wanted): Promise<Stripe.Checkout.Session> =>
  createOnce(key, (idempotencyKey) => client.checkout.sessions.create({ ...wanted, ...SOLD_BY_US }, { idempotencyKey }))
