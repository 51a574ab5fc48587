import { isDeepStrictEqual } from 'node:util'
import type Stripe from 'stripe'
import * as z from 'zod'
import { cancelAtPeriodEnd } from './billing/subscription-end.ts'
import { type Account, find, idOf } from './core/account.ts'
import { createSession } from './resources/checkout-sessions.ts'
import { completeCheckout } from './resources/complete-checkout.ts'
import { closeDispute, openDispute } from './resources/disputes.ts'
import { newPaymentMethod } from './resources/payment-methods.ts'
import { paidChargeOf, refundCharge } from './resources/refunds.ts'
import { runUntil } from './timeline.ts'

const PAY_WITHIN_SECONDS = 60 * 60

const id = z.string().min(1)
const metadata = z.record(z.string(), z.string())
/** Unix seconds. */
const at = z.int().min(0)
const cents = z.int().min(0)

const PastPayment = z.strictObject({
  session: id,
  paymentIntent: id,
  at,
  email: z.email(),
  description: z.string(),
  metadata,
  lines: z.array(z.strictObject({ title: z.string(), amount: cents })).min(1),
  refunds: z.array(z.strictObject({ id, at, amount: cents, metadata })),
  disputes: z.array(z.strictObject({ id, at, reason: z.string(), outcome: z.enum(['won', 'lost']).nullable() })),
})
export type PastPayment = z.infer<typeof PastPayment>

const PastMember = z.strictObject({
  at,
  email: z.email(),
  price: id,
  /** Identifies the subscription: a known one stays as it is. */
  metadata,
  /** `canceled`: right after the start. `declined`: its card is declined at every renewal. */
  fate: z.enum(['renews', 'canceled', 'declined']),
})
export type PastMember = z.infer<typeof PastMember>

export const MemberHistory = z.strictObject({ subscriptions: z.array(PastMember) })

export const History = z.strictObject({
  payments: z.array(PastPayment),
  /** How many times the events of each payment are sent. They describe the payments as they are now. */
  tellings: z.int().min(0).max(100).default(0),
})

/**
 * Imports payments from before the account existed, under ids the store already has. No events are sent unless
 * requested, and known payments stay as they are.
 */
export const rememberPayments = (account: Account, { payments, tellings }: z.infer<typeof History>) => {
  const unknown = payments.filter(({ session }) => !Object.hasOwn(account.state.checkoutSessions, session))
  for (const payment of unknown) remember(account, payment)
  for (let telling = 0; telling < tellings; telling++) tellOf(account, unknown)
  return { remembered: unknown.length }
}

/** The same for subscriptions, whose ids are new. Returns the sessions on which they were paid. */
export const rememberMembers = (account: Account, { subscriptions }: z.infer<typeof MemberHistory>) => ({
  sessions: subscriptions.map((subscription) => rememberMember(account, subscription)),
})

/** Starts the subscription in the past and runs it up to now. */
const rememberMember = (account: Account, { metadata: about, email, fate, ...past }: PastMember): string => {
  const { state } = account
  const known = Object.values(state.checkoutSessions).find(
    (session) => session.mode === 'subscription' && isDeepStrictEqual(session.metadata, about),
  )
  if (known) return known.id
  const then = silentAt(account, past.at)
  const session = createSession(then, {
    mode: 'subscription',
    customer_email: email,
    line_items: [{ price: past.price, quantity: 1 }],
    metadata: about,
    subscription_data: { metadata: about },
    success_url: account.address,
  })
  const paymentMethod = newPaymentMethod(then, 'pm_card_visa', email)
  completeCheckout(then, session, { email, paymentMethod, authenticated: true })
  const subscription = find(state.subscriptions, 'subscription', idOf(session.subscription) ?? '')
  if (fate === 'canceled') cancelAtPeriodEnd(then, subscription, { byFlag: true })
  if (fate === 'declined') state.cards[paymentMethod.id] = 'pm_card_visa_chargeDeclined'
  const now = account.now()
  runUntil(silentAt(account, now), null, now)
  return session.id
}

const tellOf = (account: Account, payments: readonly PastPayment[]) => {
  const { state } = account
  for (const { session } of payments) {
    account.emit('checkout.session.completed', find(state.checkoutSessions, 'checkout.session', session))
  }
  for (const { refunds, paymentIntent } of payments) {
    if (refunds.length > 0) account.emit('charge.refunded', paidChargeOf(account, { payment_intent: paymentIntent }))
  }
  const disputes = payments.flatMap((payment) => payment.disputes)
  for (const { id: name } of disputes) account.emit('charge.dispute.created', find(state.disputes, 'dispute', name))
  for (const { id: name, outcome } of disputes) {
    if (outcome !== null) account.emit('charge.dispute.closed', find(state.disputes, 'dispute', name))
  }
}

const remember = (account: Account, payment: PastPayment) => {
  takePayment(silentAt(account, payment.at), payment)
  const charge = paidChargeOf(account, { payment_intent: payment.paymentIntent })
  for (const { id: name, at: moment, ...order } of payment.refunds) {
    const refund = refundCharge(silentAt(account, moment), charge, order)
    find(account.state.balanceTransactions, 'balance_transaction', idOf(refund.balance_transaction) ?? '').source = name
    rename(account.state.refunds, refund, name)
  }
  for (const { id: name, at: moment, reason, outcome } of payment.disputes) {
    const dispute = openDispute(silentAt(account, moment), charge, reason)
    for (const booked of dispute.balance_transactions) booked.source = name
    rename(account.state.disputes, dispute, name)
    if (outcome !== null) closeDispute(silentAt(account, moment), dispute, outcome)
  }
}

/** The same account at a past time, without webhook endpoints. */
export const silentAt = ({ address, state }: Account, moment: number): Account => ({
  address,
  state,
  now: () => moment,
  emit: () => undefined,
  request: null,
})

const takePayment = (past: Account, { email, description, metadata: about, lines, ...payment }: PastPayment) => {
  const { state } = past
  const session = createSession(past, {
    mode: 'payment',
    customer_email: email,
    line_items: lines.map(({ title, amount }) => ({
      quantity: 1,
      price_data: { currency: 'usd', unit_amount: amount, product_data: { name: title } },
    })),
    metadata: about,
    payment_intent_data: { metadata: about, description },
    success_url: past.address,
    expires_at: payment.at + PAY_WITHIN_SECONDS,
  })
  completeCheckout(past, session, {
    email,
    paymentMethod: newPaymentMethod(past, 'pm_card_visa', email),
    authenticated: true,
  })
  const intent = find(state.paymentIntents, 'payment_intent', idOf(session.payment_intent) ?? '')
  const charge = paidChargeOf(past, { payment_intent: intent.id })
  rename(state.paymentIntents, intent, payment.paymentIntent)
  session.payment_intent = intent.id
  charge.payment_intent = intent.id

  const details = find(state.checkoutDetails, 'checkout.session', session.id)
  delete state.checkoutDetails[session.id]
  state.checkoutDetails[payment.session] = details
  rename<Stripe.Checkout.Session>(state.checkoutSessions, session, payment.session)
}

const rename = <Row extends { id: string }>(table: Record<string, Row>, row: Row, name: string) => {
  delete table[row.id]
  row.id = name
  table[name] = row
}
