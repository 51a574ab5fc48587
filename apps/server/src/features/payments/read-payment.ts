import type Stripe from 'stripe'
import type { Session, StripeGateway } from '#gateways/stripe.ts'

export interface RefundFact {
  id: string
  at: Date
  amountCents: number
  /** One that has succeeded may fail all the same, days later: the bank has returned the money. */
  state: 'pending' | 'succeeded' | 'failed'
  /** Why it failed, if it did. */
  error: string | null
  /** The key of the refund that we asked for; null for one made in Stripe's dashboard. */
  key: string | null
}

export interface DisputeFact {
  id: string
  amountCents: number
  state: 'open' | 'won' | 'lost'
  reason: string
  openedAt: Date
  evidenceDueAt: Date | null
}

/** What Stripe says at this moment about the payment of an order. The only source that anything is granted by. */
export interface PaymentFacts {
  sessionId: string
  reference: string
  userId: number
  amountCents: number | null
  currency: string | null
  /** Neither test money for a live order nor the other way round. */
  isOfThisMode: boolean
  isPaid: boolean
  /** Can never be paid any more. */
  isOver: boolean
  paymentIntentId: string | null
  paidAt: Date | null
  refunds: RefundFact[]
  disputes: DisputeFact[]
}

/** Null when Stripe knows no such session. */
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

const UNPAID = { paymentIntentId: null, paidAt: null, refunds: [], disputes: [] }

const aboutCharge = async (stripe: StripeGateway, intent: Stripe.PaymentIntent) => {
  const charge = intent.latest_charge as Stripe.Charge | null
  return {
    paymentIntentId: intent.id,
    paidAt: charge && dateOf(charge.created),
    refunds: charge ? await refundsOf(stripe, intent.id, charge) : [],
    disputes: charge?.disputed ? await disputesOf(stripe, intent.id) : [],
  }
}

/** A bank transfer that was announced and did not come is over too, though its session is complete. */
const isOver = ({ status, payment_status }: Session, intent: Stripe.PaymentIntent | null) =>
  status === 'expired' ||
  (status === 'complete' &&
    payment_status === 'unpaid' &&
    (intent?.status === 'canceled' || intent?.status === 'requires_payment_method'))

/** The oldest first. By the charge alone one would not see those that have failed. */
const refundsOf = async (
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
    error: state === 'failed' ? `The money came back: ${why}.` : null,
    key: metadata?.refund ?? null,
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

const disputesOf = async (stripe: StripeGateway, paymentIntentId: string): Promise<DisputeFact[]> => {
  const found = await stripe.listDisputes(paymentIntentId)
  // A bank that only asks has taken nothing yet.
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

const dateOf = (seconds: number) => new Date(seconds * 1_000)
