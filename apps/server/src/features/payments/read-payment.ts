import type Stripe from 'stripe'
import type { Session, StripeGateway } from '#gateways/stripe.ts'

export interface RefundFact {
  id: string
  at: Date
  amountCents: number
  /** A successful refund may still fail days later, when the bank returns the money. */
  state: 'pending' | 'succeeded' | 'failed'
  /** Why it failed, if it did. */
  error: string | null
  /** The key of a refund that we requested; null for one made in Stripe's dashboard. */
  key: string | null
  metadata: Record<string, string>
}

export interface DisputeFact {
  id: string
  amountCents: number
  state: 'open' | 'won' | 'lost'
  reason: string
  openedAt: Date
  evidenceDueAt: Date | null
}

/** How an order was paid. Brand and last digits are known only for cards. */
export interface PaymentMethod {
  kind: string
  brand: string | null
  last4: string | null
}

/** Stripe's current view of an order's payment. An order that costs money is delivered only on this basis. */
export interface PaymentFacts {
  sessionId: string
  reference: string
  userId: number
  amountCents: number | null
  currency: string | null
  /** Live and test mode must match. */
  isOfThisMode: boolean
  isPaid: boolean
  /** Can no longer be paid. */
  isOver: boolean
  paymentIntentId: string | null
  /** Why the latest attempt to pay failed; null if none failed or the payment has succeeded. */
  decline: { stripeId: string; why: string } | null
  paidAt: Date | null
  /** As Stripe reports it for the charge; null if it does not. */
  method: PaymentMethod | null
  /** What the store has noted on the payment. */
  metadata: Record<string, string>
  refunds: RefundFact[]
  disputes: DisputeFact[]
}

/** Null if Stripe has no such session. */
export const readPayment = async (stripe: StripeGateway, sessionId: string): Promise<PaymentFacts | null> => {
  const session = await stripe.readSession(sessionId)
  if (!session) return null
  const intent = session.payment_intent as Stripe.PaymentIntent | null
  return {
    ...aboutSession(session, stripe.isLive),
    isOver: isOver(session, intent),
    ...(intent ? await aboutCharge(stripe, intent) : UNPAID),
  }
}

const aboutSession = (session: Session, isLive: boolean) => ({
  sessionId: session.id,
  reference: session.metadata?.order ?? '',
  userId: Number(session.metadata?.user),
  amountCents: session.amount_total,
  currency: session.currency,
  isOfThisMode: session.livemode === isLive,
  isPaid: session.payment_status === 'paid',
})

const UNPAID = {
  paymentIntentId: null,
  decline: null,
  paidAt: null,
  method: null,
  metadata: {},
  refunds: [],
  disputes: [],
}

const aboutCharge = async (stripe: StripeGateway, intent: Stripe.PaymentIntent) => {
  const charge = intent.latest_charge as Stripe.Charge | null
  return {
    paymentIntentId: intent.id,
    decline: declineOf(intent),
    paidAt: charge && dateOf(charge.created),
    method: methodOf(charge),
    metadata: intent.metadata,
    refunds: charge ? await refundsOf(stripe, intent.id, charge) : [],
    disputes: charge?.disputed ? await disputesOf(stripe, intent.id) : [],
  }
}

const methodOf = (charge: Stripe.Charge | null): PaymentMethod | null => {
  const details = charge?.payment_method_details
  if (!details) return null
  return { kind: details.type, brand: details.card?.brand ?? null, last4: details.card?.last4 ?? null }
}

/** Returns only codes, because Stripe's message is written for the buyer. */
const declineOf = ({ last_payment_error: error }: Stripe.PaymentIntent) => {
  const why = error?.decline_code ?? error?.code
  if (!error || !why) return null
  return { stripeId: error.charge ?? error.payment_intent?.id ?? why, why }
}

/** A bank transfer that never arrived is over too, although its session is complete. */
const isOver = ({ status, payment_status }: Session, intent: Stripe.PaymentIntent | null) =>
  status === 'expired' ||
  (status === 'complete' &&
    payment_status === 'unpaid' &&
    (intent?.status === 'canceled' || intent?.status === 'requires_payment_method'))

/** Oldest first. The charge alone does not show failed refunds. */
export const refundsOf = async (
  stripe: StripeGateway,
  paymentIntentId: string,
  { refunds: listed }: Stripe.Charge,
): Promise<RefundFact[]> => {
  const found = listed && !listed.has_more ? listed.data : await stripe.listRefunds(paymentIntentId)
  return found.map(toRefundFact).reverse()
}

const toRefundFact = (refund: Stripe.Refund): RefundFact => {
  const { id, created, amount, metadata, status, failure_reason } = refund
  const state = refundState(refund)
  const why = (failure_reason ?? status ?? '').replaceAll('_', ' ')
  return {
    id,
    at: dateOf(created),
    amountCents: amount,
    state,
    error: state === 'failed' ? `The bank returned the money: ${why}.` : null,
    key: metadata?.refund ?? null,
    metadata: metadata ?? {},
  }
}

export const refundState = ({ status }: Pick<Stripe.Refund, 'status'>): RefundFact['state'] => {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

const STATES = new Map<string, DisputeFact['state']>([
  ['won', 'won'],
  ['lost', 'lost'],
])

export const disputesOf = async (stripe: StripeGateway, paymentIntentId: string): Promise<DisputeFact[]> => {
  const found = await stripe.listDisputes(paymentIntentId)
  // A bank inquiry has not withdrawn any money yet.
  const chargebacks = found.filter(({ status }) => !/^(warning|prevented)/.test(status))
  return chargebacks.map(({ id, amount, status, reason, created, evidence_details }) => ({
    id,
    amountCents: amount,
    state: STATES.get(status) ?? 'open',
    reason,
    openedAt: dateOf(created),
    evidenceDueAt: evidence_details.due_by === null ? null : dateOf(evidence_details.due_by),
  }))
}

export const dateOf = (seconds: number) => new Date(seconds * 1_000)
