import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find, idOf } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { cardOf } from '../core/cards.ts'
import { testClockOf } from '../billing/customer-clock.ts'
import { invalidRequest, StripeFailure } from '../core/failure.ts'
import { newId, randomLetters } from '../core/ids.ts'
import { isLike, listOf } from '../core/listing.ts'
import {
  currency,
  flag,
  mergeMetadata,
  metadata,
  paging,
  parametersOf,
  text,
  textOrNone,
  wholeNumber,
} from '../core/parameters.ts'
import { newCharge } from './charges.ts'
import { findCustomer } from './customers.ts'
import { openDispute } from './disputes.ts'
import { cardNameOf, usePaymentMethod } from './payment-methods.ts'

/** Stripe refuses less, because the fee would exceed the payment. */
const LOWEST_AMOUNT = 50
/** Stripe accepts eight digits. */
const HIGHEST_AMOUNT = 99_999_999

const automatic = z.strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).default('always') })
const about = {
  description: textOrNone.optional(),
  metadata: metadata.optional(),
  receipt_email: textOrNone.optional(),
}
const Create = parametersOf<Stripe.PaymentIntentCreateParams>()({
  ...about,
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  amount: wholeNumber,
  automatic_payment_methods: automatic.optional(),
  confirm: flag.optional(),
  currency,
  customer: text.optional(),
  off_session: flag.optional(),
  payment_method: text.optional(),
  return_url: text.optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
})
const Update = parametersOf<Stripe.PaymentIntentUpdateParams>()({ ...about, amount: wholeNumber.optional() })
const Confirm = parametersOf<Stripe.PaymentIntentConfirmParams>()({
  off_session: flag.optional(),
  payment_method: text.optional(),
  return_url: text.optional(),
})
const Cancel = parametersOf<Stripe.PaymentIntentCancelParams>()({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})
const List = parametersOf<Stripe.PaymentIntentListParams>()({ ...paging, customer: text.optional() })

type NewIntent = Pick<
  z.infer<typeof Create>,
  'amount' | 'currency' | 'description' | 'metadata' | 'receipt_email' | 'setup_future_usage'
> & { customer?: string | null | undefined; statement_descriptor_suffix?: string | undefined }

export const findIntent = (account: Account, id: string, param = 'intent') =>
  find(account.state.paymentIntents, 'payment_intent', id, param)

const refuseWrongAmount = (amount: number) => {
  if (amount < LOWEST_AMOUNT) {
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > HIGHEST_AMOUNT) {
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  }
}

export const newPaymentIntent = (account: Account, given: NewIntent) => {
  const id = newId('pi')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomLetters(25)}`,
    confirmation_method: 'automatic',
    created: account.now(testClockOf(account, given.customer ?? '')),
    currency: given.currency,
    customer: given.customer ?? null,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, given.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: given.receipt_email ?? null,
    review: null,
    setup_future_usage: given.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
  account.state.paymentIntents[id] = intent
  account.emit('payment_intent.created', intent)
  return intent
}

/** Charges the card. A decline is recorded and thrown. A 3-D Secure card waits for its holder first. */
export const confirmPayment = (
  account: Account,
  intent: Stripe.PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
  { authenticated = false }: { authenticated?: boolean } = {},
) => {
  const { decline, threeDSecure, disputes } = cardOf(cardNameOf(account, paymentMethod))
  intent.payment_method = paymentMethod.id
  if (threeDSecure && !authenticated) {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
    account.emit('payment_intent.requires_action', intent)
    return intent
  }
  const charge = newCharge(account, intent, paymentMethod)
  Object.assign(intent, { latest_charge: charge.id, next_action: null })
  if (decline) throw declined(account, intent, paymentMethod, charge, decline)
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null })
  account.emit('charge.succeeded', charge)
  account.emit('payment_intent.succeeded', intent)
  if (disputes) openDispute(account, charge, 'fraudulent')
  return intent
}

const declined = (
  account: Account,
  intent: Stripe.PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
  charge: Stripe.Charge,
  decline: { code: string; decline_code: string; message: string },
) => {
  const error = { type: 'card_error' as const, ...decline, charge: charge.id, payment_method: paymentMethod }
  Object.assign(intent, { status: 'requires_payment_method', payment_method: null, last_payment_error: error })
  account.emit('charge.failed', charge)
  account.emit('payment_intent.payment_failed', intent)
  return new StripeFailure(402, { ...error, payment_intent: intent })
}

const confirm = (account: Account, intent: Stripe.PaymentIntent, paymentMethod: string | null) => {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(intent, 'confirm')
  }
  if (paymentMethod === null) {
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it’s missing a payment method. Update the PaymentIntent with a payment method and then confirm it again.',
      { code: 'payment_intent_unexpected_state' },
    )
  }
  return confirmPayment(account, intent, usableFor(account, paymentMethod, idOf(intent.customer)))
}

const usableFor = (account: Account, idOrCard: string, customer: string | null) => {
  const paymentMethod = usePaymentMethod(account, idOrCard)
  if (paymentMethod.customer === null || paymentMethod.customer === customer) return paymentMethod
  throw invalidRequest(
    `The provided PaymentMethod (${paymentMethod.id}) belongs to a customer. It may only be used in a payment of that customer.`,
    { code: 'payment_method_unexpected_state', param: 'payment_method' },
  )
}

const unexpectedState = (intent: Stripe.PaymentIntent, verb: string) =>
  invalidRequest(`You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
  })

const createIntent = (account: Account, given: z.infer<typeof Create>) => {
  refuseWrongAmount(given.amount)
  if (given.customer !== undefined) findCustomer(account, given.customer)
  const chosen =
    given.payment_method === undefined ? null : usableFor(account, given.payment_method, given.customer ?? null)
  const intent = newPaymentIntent(account, given)
  if (given.automatic_payment_methods) intent.automatic_payment_methods = given.automatic_payment_methods
  if (chosen) Object.assign(intent, { payment_method: chosen.id, status: 'requires_confirmation' })
  return given.confirm ? confirm(account, intent, chosen?.id ?? null) : intent
}

export const cancelIntent = (
  account: Account,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
) => {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'cancel')
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: account.now(),
    cancellation_reason: reason,
    next_action: null,
  })
  account.emit('payment_intent.canceled', intent)
  return intent
}

/** `onPaid` is called for payments that were confirmed here but started elsewhere, such as by an invoice. */
export const servePaymentIntents = (api: Api, account: Account, onPaid: (intent: Stripe.PaymentIntent) => void) => {
  api.on('POST /v1/payment_intents', Create, (given) => createIntent(account, given))
  api.on('GET /v1/payment_intents', List, (given) =>
    listOf(
      '/v1/payment_intents',
      Object.values(account.state.paymentIntents).filter((row) => isLike(row, { customer: given.customer })),
      given,
    ),
  )
  api.on('GET /v1/payment_intents/:id', z.strictObject({}), (_, id) => findIntent(account, id))
  api.on('POST /v1/payment_intents/:id', Update, ({ metadata: change, amount, ...plain }, id) => {
    const intent = findIntent(account, id)
    if (amount !== undefined) refuseWrongAmount(amount)
    if (amount !== undefined && intent.status === 'succeeded') throw unexpectedState(intent, 'change the amount of')
    Object.assign(intent, plain, amount === undefined ? {} : { amount })
    intent.metadata = mergeMetadata(intent.metadata, change)
    return intent
  })
  api.on('POST /v1/payment_intents/:id/confirm', Confirm, (given, id) => {
    const intent = findIntent(account, id)
    confirm(account, intent, given.payment_method ?? idOf(intent.payment_method))
    if (intent.status === 'succeeded') onPaid(intent)
    return intent
  })
  api.on('POST /v1/payment_intents/:id/cancel', Cancel, (given, id) =>
    cancelIntent(account, findIntent(account, id), given.cancellation_reason ?? null),
  )
}
