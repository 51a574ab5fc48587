import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find, idOf } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { book } from '../core/balance.ts'
import { cardOf } from '../core/cards.ts'
import { invalidRequest } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
import { isLike, listOf } from '../core/listing.ts'
import { mergeMetadata, metadata, paging, parametersOf, text, wholeNumber } from '../core/parameters.ts'
import { findCharge } from './charges.ts'
import { findIntent } from './payment-intents.ts'

const Create = parametersOf<Stripe.RefundCreateParams>()({
  amount: wholeNumber.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})
const Update = parametersOf<Stripe.RefundUpdateParams>()({ metadata: metadata.optional() })
const List = parametersOf<Stripe.RefundListParams>()({
  ...paging,
  charge: text.optional(),
  payment_intent: text.optional(),
})

type RefundOrder = Pick<z.infer<typeof Create>, 'amount' | 'metadata' | 'reason'>

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** The successful charge of a payment. */
export const paidChargeOf = (
  account: Account,
  given: { charge?: string | undefined; payment_intent?: string | undefined },
) => {
  if (given.charge !== undefined) return findCharge(account, given.charge)
  if (given.payment_intent === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  }
  const charge = idOf(findIntent(account, given.payment_intent, 'payment_intent').latest_charge)
  if (charge === null) {
    throw invalidRequest(`This PaymentIntent (${given.payment_intent}) does not have a successful charge to refund.`)
  }
  return findCharge(account, charge)
}

/** Refunds money, never more than is left of the charge. */
export const refundCharge = (
  account: Account,
  charge: Stripe.Charge,
  { amount, metadata: about, reason }: RefundOrder,
) => {
  const left = charge.amount_captured - charge.amount_refunded
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid, so there is nothing to refund.`)
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (lostToDispute(account, charge)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  const back = amount ?? left
  if (back < 1) throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  if (back > left) {
    throw invalidRequest(
      `Refund amount (${usd.format(back / 100)}) is greater than unrefunded amount on charge (${usd.format(left / 100)})`,
      { param: 'amount' },
    )
  }
  const id = newId('re')
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount: back,
    balance_transaction: book(account, { type: 'refund', amount: -back, currency: charge.currency, source: id }).id,
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: mergeMetadata({}, about),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: cardBehind(account, charge)?.refunds === 'late' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  account.state.refunds[id] = refund
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  charge.amount_refunded += back
  charge.refunded = charge.amount_refunded === charge.amount_captured
  account.emit('refund.created', refund)
  account.emit('charge.refunded', charge, before)
  return refund
}

const cardBehind = ({ state }: Account, { payment_method }: Stripe.Charge | Stripe.Refund) => {
  const name = state.cards[idOf(payment_method) ?? '']
  return name && cardOf(name)
}

const CARDS_TAKE_SECONDS = 60 * 60

/** When a refund changes its status by itself. That happens once, and only with certain test cards. */
export const refundDue = (account: Account, refund: Stripe.Refund): number | null => {
  const known = cardBehind(account, refund)?.refunds
  const waits =
    (known === 'late' && refund.status === 'pending') || (known === 'failing' && refund.status === 'succeeded')
  return waits ? refund.created + CARDS_TAKE_SECONDS : null
}

export const refundHappens = (account: Account, refund: Stripe.Refund) =>
  settleRefund(account, refund, refund.status === 'pending' ? 'succeeded' : 'failed')

export const REFUND_OUTCOMES = ['succeeded', 'failed', 'canceled'] as const

/** Settles a refund. The money of a failed refund returns to the account. */
export const settleRefund = (account: Account, refund: Stripe.Refund, outcome: (typeof REFUND_OUTCOMES)[number]) => {
  const before = { status: refund.status }
  const canChange = before.status === 'pending' || (before.status === 'succeeded' && outcome === 'failed')
  if (!canChange) throw invalidRequest(`Refund ${refund.id} has ${String(before.status)} already.`, { param: 'refund' })
  refund.status = outcome
  if (outcome !== 'succeeded') takeBack(account, refund)
  if (outcome === 'failed') refund.failure_reason = 'expired_or_canceled_card'
  account.emit('refund.updated', refund, before)
  if (outcome === 'failed') account.emit('refund.failed', refund)
  return refund
}

const takeBack = (account: Account, refund: Stripe.Refund) => {
  const { id, amount, currency } = refund
  refund.failure_balance_transaction = book(account, { type: 'refund_failure', amount, currency, source: id }).id
  const charge = findCharge(account, idOf(refund.charge) ?? '')
  charge.amount_refunded -= amount
  charge.refunded = false
}

const lostToDispute = (account: Account, { id, disputed }: Stripe.Charge) =>
  disputed && Object.values(account.state.disputes).some((dispute) => dispute.charge === id && dispute.status !== 'won')

export const serveRefunds = (api: Api, account: Account) => {
  api.on('POST /v1/refunds', Create, (given) => refundCharge(account, paidChargeOf(account, given), given))
  api.on('GET /v1/refunds', List, (given) =>
    listOf(
      '/v1/refunds',
      Object.values(account.state.refunds).filter((row) =>
        isLike(row, { charge: given.charge, payment_intent: given.payment_intent }),
      ),
      given,
    ),
  )
  api.on('GET /v1/refunds/:id', z.strictObject({}), (_, id) => find(account.state.refunds, 'refund', id, 'refund'))
  api.on('POST /v1/refunds/:id', Update, (given, id) => {
    const refund = find(account.state.refunds, 'refund', id, 'refund')
    refund.metadata = mergeMetadata(refund.metadata ?? {}, given.metadata)
    account.emit('refund.updated', refund)
    return refund
  })
}
