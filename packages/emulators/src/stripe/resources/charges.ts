import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find, idOf } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { book } from '../core/balance.ts'
import { cardOf } from '../core/cards.ts'
import { testClockOf } from '../billing/customer-clock.ts'
import { newId } from '../core/ids.ts'
import { isLike, listOf } from '../core/listing.ts'
import { mergeMetadata, metadata, paging, parametersOf, text, textOrNone } from '../core/parameters.ts'
import { cardNameOf } from './payment-methods.ts'

const Update = parametersOf<Stripe.ChargeUpdateParams>()({
  description: textOrNone.optional(),
  metadata: metadata.optional(),
})
const List = parametersOf<Stripe.ChargeListParams>()({
  ...paging,
  customer: text.optional(),
  payment_intent: text.optional(),
})

export const findCharge = (account: Account, id: string, param = 'charge') =>
  find(account.state.charges, 'charge', id, param)

/** One attempt to charge a card, successful unless the card declines. */
export const newCharge = (account: Account, intent: Stripe.PaymentIntent, paymentMethod: Stripe.PaymentMethod) => {
  const { decline, threeDSecure } = cardOf(cardNameOf(account, paymentMethod))
  const paid = decline === undefined
  const card = cardDetails(paymentMethod, intent.amount, threeDSecure === true)
  const charge: Stripe.Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: paymentMethod.billing_details,
    calculated_statement_descriptor: 'SLIPSTREAM',
    captured: paid,
    created: account.now(testClockOf(account, idOf(intent.customer) ?? '')),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: paymentMethod.id,
    payment_method_details: { type: 'card', ...(card && { card }) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
  account.state.charges[charge.id] = charge
  if (paid) {
    const { amount, currency, id } = charge
    charge.balance_transaction = book(account, { type: 'charge', amount, currency, source: id }).id
  }
  return charge
}

const outcomeOf = (decline: { decline_code: string; message: string } | undefined): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline?.decline_code ?? null,
  risk_level: 'normal',
  seller_message: decline?.message ?? 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
})

/** Every payment method of the emulator is a card. */
const cardDetails = (
  { card }: Stripe.PaymentMethod,
  amount: number,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card | undefined =>
  card && {
    amount_authorized: amount,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: authenticated ? AUTHENTICATED : null,
    transaction_link_id: null,
    wallet: null,
  }

const AUTHENTICATED: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}

export const serveCharges = (api: Api, account: Account) => {
  api.on('GET /v1/charges', List, (given) =>
    listOf(
      '/v1/charges',
      Object.values(account.state.charges).filter((row) =>
        isLike(row, { customer: given.customer, payment_intent: given.payment_intent }),
      ),
      given,
    ),
  )
  api.on('GET /v1/charges/:id', z.strictObject({}), (_, id) => findCharge(account, id))
  api.on('POST /v1/charges/:id', Update, ({ description, metadata: change }, id) => {
    const charge = findCharge(account, id)
    charge.metadata = mergeMetadata(charge.metadata, change)
    if (description !== undefined) charge.description = description
    account.emit('charge.updated', charge)
    return charge
  })
}
