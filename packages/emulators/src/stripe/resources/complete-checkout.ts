import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import { customerDetails, detailsOf } from './checkout-object.ts'
import { dropUnpaidIntent } from './checkout-sessions.ts'
import { findCustomer, newCustomer } from './customers.ts'
import { confirmPayment, newPaymentIntent } from './payment-intents.ts'
import { attach } from './payment-methods.ts'
import { startSubscription } from './subscriptions.ts'

type Session = Stripe.Checkout.Session

export interface Payer {
  email: string
  /** Null if nothing has to be paid. */
  paymentMethod: Stripe.PaymentMethod | null
  /** The holder has completed 3-D Secure. */
  authenticated: boolean
}

/** A subscription requires a card even if its first invoice is zero, unless configured otherwise. */
export const needsCard = ({ amount_total, mode, payment_method_collection }: Session) =>
  amount_total !== 0 || (mode === 'subscription' && payment_method_collection === 'always')

/** Pays an open session. Throws if the card is declined; the session then stays open. */
export const completeCheckout = (account: Account, session: Session, payer: Payer): 'complete' | 'authenticate' => {
  const details = detailsOf(account, session)
  const customer = customerFor(account, session, payer.email)
  details.pendingCard = null
  const isPaid =
    session.mode === 'subscription'
      ? subscribe(account, session, customer, payer)
      : pay(account, session, customer, payer)
  if (!isPaid) {
    details.pendingCard = { paymentMethod: payer.paymentMethod?.id ?? '', email: payer.email }
    return 'authenticate'
  }
  session.status = 'complete'
  session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'paid'
  session.url = null
  session.customer_details = customerDetails(payer.email)
  if (session.consent_collection?.terms_of_service === 'required') {
    session.consent = { promotions: null, terms_of_service: 'accepted' }
  }
  account.emit('checkout.session.completed', session)
  return 'complete'
}

/** The paying customer, created now if necessary; null for a guest. */
const customerFor = (account: Account, session: Session, email: string): string | null => {
  const known = idOf(session.customer)
  if (known !== null) {
    const customer = findCustomer(account, known)
    const isOurs = session.customer_creation !== null
    if (customer.email !== email && (isOurs || customer.email === null)) {
      const previous = { email: customer.email }
      customer.email = email
      account.emit('customer.updated', customer, previous)
    }
    return known
  }
  if (!makesCustomer(account, session)) return null
  const customer = newCustomer(account, { email })
  account.emit('customer.created', customer)
  session.customer = customer.id
  return customer.id
}

const makesCustomer = (account: Account, session: Session) =>
  session.customer_creation === 'always' ||
  detailsOf(account, session).paymentIntentData.setup_future_usage !== undefined

const pay = (account: Account, session: Session, customer: string | null, { paymentMethod, authenticated }: Payer) => {
  if (paymentMethod && session.amount_total !== 0) {
    const intent = intentFor(account, session, customer)
    confirmPayment(account, intent, paymentMethod, { authenticated })
    if (intent.status === 'requires_action') return false
    if (intent.setup_future_usage && customer !== null) attach(account, paymentMethod, customer)
  } else {
    dropUnpaidIntent(account, session)
    session.payment_intent = null
  }
  return true
}

/** Reuses one intent for all attempts, as long as it can still be paid. */
const intentFor = (account: Account, session: Session, customer: string | null) => {
  const amount = session.amount_total ?? 0
  const tried = account.state.paymentIntents[idOf(session.payment_intent) ?? '']
  if (tried && tried.status !== 'succeeded' && tried.status !== 'canceled') return Object.assign(tried, { amount })
  const intent = newPaymentIntent(account, {
    ...detailsOf(account, session).paymentIntentData,
    amount,
    currency: session.currency ?? '',
    customer,
  })
  session.payment_intent = intent.id
  return intent
}

const subscribe = (
  account: Account,
  session: Session,
  customer: string | null,
  { paymentMethod, authenticated }: Payer,
) => {
  const { lines, subscriptionData } = detailsOf(account, session)
  const { subscription, invoice, intent } = startSubscription(account, {
    customer: customer ?? '',
    items: lines.flatMap(({ price, quantity }) => (price ? [{ price, quantity: quantity ?? 1 }] : [])),
    paymentMethod,
    metadata: subscriptionData.metadata ?? {},
    description: subscriptionData.description ?? null,
    authenticated,
  })
  if (intent?.status === 'requires_action') return false
  session.subscription = subscription.id
  session.invoice = invoice.id
  return true
}

/** 3-D Secure failed: the session waits for another card. */
export const failAuthentication = (account: Account, session: Session) => {
  detailsOf(account, session).pendingCard = null
  const intent = account.state.paymentIntents[idOf(session.payment_intent) ?? '']
  if (!intent) return
  const paymentMethod = account.state.paymentMethods[idOf(intent.payment_method) ?? '']
  Object.assign(intent, {
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
      ...(paymentMethod && { payment_method: paymentMethod }),
    },
  })
  account.emit('payment_intent.payment_failed', intent)
}

export const successAddress = ({ id, success_url }: Session) =>
  (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id)
