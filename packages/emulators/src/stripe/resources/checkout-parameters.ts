import type Stripe from 'stripe'
import * as z from 'zod'
import { invalidRequest, notEmulated } from '../core/failure.ts'
import { flag, metadata, parametersOf, text, wholeNumber } from '../core/parameters.ts'
import { PriceData } from './prices.ts'

const LineItem = parametersOf<Stripe.Checkout.SessionCreateParams.LineItem>()({
  price: text.optional(),
  price_data: PriceData.optional(),
  quantity: wholeNumber.optional(),
})

const PaymentIntentData = parametersOf<Stripe.Checkout.SessionCreateParams.PaymentIntentData>()({
  description: text.optional(),
  metadata: metadata.optional(),
  receipt_email: text.optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
  statement_descriptor_suffix: text.optional(),
})

const SubscriptionData = parametersOf<Stripe.Checkout.SessionCreateParams.SubscriptionData>()({
  description: text.optional(),
  metadata: metadata.optional(),
})

/** In a form, an empty string means no message. */
const message = z.union([z.strictObject({ message: text.max(1_200) }), z.literal('').transform(() => null)]).optional()

export const CreateSession = parametersOf<Stripe.Checkout.SessionCreateParams>()({
  adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
  allowed_payment_method_types: z.array(text).optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: text.optional(),
  client_reference_id: text.max(200).optional(),
  consent_collection: z.strictObject({ terms_of_service: z.enum(['none', 'required']) }).optional(),
  custom_text: parametersOf<Stripe.Checkout.SessionCreateParams.CustomText>()({
    after_submit: message,
    submit: message,
    terms_of_service_acceptance: message,
  }).optional(),
  customer: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_email: text.optional(),
  expires_at: wholeNumber.optional(),
  invoice_creation: z.strictObject({ enabled: flag }).optional(),
  line_items: z.array(LineItem),
  locale: text.optional(),
  managed_payments: z.strictObject({ enabled: flag }).optional(),
  metadata: metadata.optional(),
  mode: z.enum(['payment', 'setup', 'subscription']),
  payment_intent_data: PaymentIntentData.optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  subscription_data: SubscriptionData.optional(),
  success_url: text,
  ui_mode: z.enum(['elements', 'embedded_page', 'form', 'hosted_page']).optional(),
})
export type NewSession = z.infer<typeof CreateSession>
export type NewLine = z.infer<typeof LineItem>

const SHORTEST_SECONDS = 30 * 60
const LONGEST_SECONDS = 24 * 60 * 60

/**
 * Refuses what Stripe would refuse, and what the emulator does not support. Lines are validated later.
 */
export const checkNewSession = (given: NewSession, now: number) => {
  refuseNotEmulated(given)
  refuseBoth(given, 'customer', 'customer_email')
  refuseBoth(given, 'customer', 'customer_creation')
  refuseForMode(given)
  refuseBadAddress(given.success_url, 'success_url')
  if (given.cancel_url !== undefined) refuseBadAddress(given.cancel_url, 'cancel_url')
  if (given.customer_email !== undefined && !isEmail(given.customer_email)) {
    throw invalidRequest(`Invalid email address: ${given.customer_email}`, {
      code: 'email_invalid',
      param: 'customer_email',
    })
  }
  const life = (given.expires_at ?? now + LONGEST_SECONDS) - now
  if (life < SHORTEST_SECONDS) {
    throw invalidRequest('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    })
  }
  if (life > LONGEST_SECONDS) {
    throw invalidRequest('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    })
  }
  return now + life
}

export const isEmail = (typed: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)

/** Stripe's error names the first of the two parameters as wrong. */
export const refuseBoth = <Given extends object>(given: Given, one: keyof Given & string, other: keyof Given) => {
  if (given[one] === undefined || given[other] === undefined) return
  throw invalidRequest(`You may only specify one of these parameters: ${one}, ${String(other)}.`, { param: one })
}

const refuseNotEmulated = (given: NewSession) => {
  const { mode, ui_mode = 'hosted_page', allowed_payment_method_types: kinds = [] } = given
  if (mode === 'setup') throw notEmulated('Checkout Sessions in setup mode')
  if (ui_mode !== 'hosted_page') throw notEmulated(`Checkout Sessions with ui_mode ${ui_mode}`)
  if (kinds.some((kind) => kind !== 'card')) throw notEmulated('payment methods other than cards')
  if (given.automatic_tax?.enabled) throw notEmulated('automatic_tax')
  if (given.invoice_creation?.enabled) throw notEmulated('invoice_creation')
  if (given.billing_address_collection === 'required') throw notEmulated('billing_address_collection required')
}

const refuseForMode = (given: NewSession) => {
  const { mode, payment_intent_data, subscription_data, customer_creation, payment_method_collection } = given
  const foreign = mode === 'payment' ? { subscription_data } : { payment_intent_data }
  for (const [param, value] of Object.entries(foreign)) {
    if (value) throw invalidRequest(`You can not pass \`${param}\` in \`${mode}\` mode.`, { param })
  }
  if (mode === 'subscription' && customer_creation) {
    throw invalidRequest('`customer_creation` can only be used in `payment` mode.', { param: 'customer_creation' })
  }
  if (mode === 'payment' && payment_method_collection) {
    throw invalidRequest('You can only set `payment_method_collection` if there are recurring prices.', {
      param: 'payment_method_collection',
    })
  }
}

/** The page links there, so only a web address is valid. */
const refuseBadAddress = (address: string, param: string) => {
  if (URL.canParse(address) && /^https?:/.test(address)) return
  throw invalidRequest('Not a valid URL', { code: 'url_invalid', param })
}
