import { hash } from 'node:crypto'
import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { type CardName, cardOf, isCardName } from '../core/cards.ts'
import { invalidRequest, StripeFailure } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
import { listOf } from '../core/listing.ts'
import { cursors, parametersOf, text } from '../core/parameters.ts'

const List = parametersOf<Stripe.PaymentMethodListParams>()({
  ...cursors,
  customer: text.optional(),
  type: z.literal('card').optional(),
})
const Attach = parametersOf<Stripe.PaymentMethodAttachParams>()({ customer: text })

export const findPaymentMethod = (account: Account, id: string, param = 'payment_method') =>
  find(account.state.paymentMethods, 'PaymentMethod', id, param)

export const newPaymentMethod = (account: Account, name: CardName, email: string | null = null) => {
  const { number, brand } = cardOf(name)
  const paymentMethod: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email, name: null, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: fingerprintOf(number, email),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  account.state.paymentMethods[paymentMethod.id] = paymentMethod
  account.state.cards[paymentMethod.id] = name
  return paymentMethod
}

/**
 * Equal for every use of a card. At Stripe it follows from the number alone; here everybody pays with the same few test
 * numbers, so a number is a different card in the hands of each payer.
 */
const fingerprintOf = (number: string, email: string | null) =>
  hash('sha256', `${number} ${email ?? ''}`, 'base64url')
    .replaceAll(/\W|_/g, '')
    .slice(0, 16)

/** An existing payment method, or a new one from the name of a test card. */
export const usePaymentMethod = (account: Account, idOrCard: string, param = 'payment_method') =>
  isCardName(idOrCard) ? newPaymentMethod(account, idOrCard) : findPaymentMethod(account, idOrCard, param)

export const cardNameOf = (account: Account, { id }: Stripe.PaymentMethod): CardName =>
  account.state.cards[id] ?? 'pm_card_visa'

/** Saves the card for a customer. This involves the bank, so a card that is always declined cannot be saved. */
export const attach = (account: Account, paymentMethod: Stripe.PaymentMethod, customer: string) => {
  if (paymentMethod.customer !== null && paymentMethod.customer !== customer) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.')
  }
  const { decline, savesFirst } = cardOf(cardNameOf(account, paymentMethod))
  if (decline && !savesFirst) throw new StripeFailure(402, { type: 'card_error', ...decline })
  paymentMethod.customer = customer
  account.emit('payment_method.attached', paymentMethod)
  return paymentMethod
}

const detach = (account: Account, paymentMethod: Stripe.PaymentMethod) => {
  const { customer } = paymentMethod
  if (typeof customer !== 'string') {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  }
  paymentMethod.customer = null
  const owner = account.state.customers[customer]
  if (owner && !owner.deleted && owner.invoice_settings.default_payment_method === paymentMethod.id) {
    owner.invoice_settings = { ...owner.invoice_settings, default_payment_method: null }
  }
  account.emit('payment_method.detached', paymentMethod, { customer })
  return paymentMethod
}

export const servePaymentMethods = (api: Api, account: Account) => {
  const list = ({ customer, ...page }: z.infer<typeof List>) =>
    listOf(
      '/v1/payment_methods',
      Object.values(account.state.paymentMethods).filter((one) => one.customer !== null && one.customer === customer),
      page,
    )
  api.on('GET /v1/payment_methods', List, list)
  api.on('GET /v1/customers/:id/payment_methods', List, (given, customer) => list({ ...given, customer }))
  api.on('GET /v1/payment_methods/:id', z.strictObject({}), (_, id) => findPaymentMethod(account, id))
  api.on('POST /v1/payment_methods/:id/attach', Attach, ({ customer }, id) => {
    find(account.state.customers, 'customer', customer, 'customer')
    return attach(account, usePaymentMethod(account, id), customer)
  })
  api.on('POST /v1/payment_methods/:id/detach', z.strictObject({}), (_, id) =>
    detach(account, findPaymentMethod(account, id)),
  )
}
