import type Stripe from 'stripe'
import type { Account } from '../core/account.ts'
import { mergeMetadata } from '../core/parameters.ts'
import type { NewSession } from './checkout-parameters.ts'

/** The fields of an open session that follow from the call alone. */
export const openSession = (given: NewSession) => {
  const isPayment = given.mode === 'payment'
  return {
    object: 'checkout.session',
    adaptive_pricing: orNull(given.adaptive_pricing),
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: orNull(given.allowed_payment_method_types),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: orNull(given.billing_address_collection),
    cancel_url: orNull(given.cancel_url),
    client_reference_id: orNull(given.client_reference_id),
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: given.consent_collection
      ? { payment_method_reuse_agreement: null, promotions: 'none', ...given.consent_collection }
      : null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: customText(given.custom_text),
    customer_account: null,
    customer_creation: customerCreation(given),
    customer_email: orNull(given.customer_email),
    integration_identifier: null,
    invoice: null,
    invoice_creation: isPayment ? { enabled: false, invoice_data: NO_INVOICE_DATA } : null,
    livemode: false,
    locale: orNull(given.locale),
    managed_payments: orNull(given.managed_payments),
    metadata: mergeMetadata({}, given.metadata),
    mode: given.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isPayment ? 'if_required' : (given.payment_method_collection ?? 'always'),
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: orNull(given.submit_type),
    subscription: null,
    success_url: given.success_url,
    ui_mode: 'hosted_page',
    wallet_options: null,
  } satisfies Partial<Stripe.Checkout.Session>
}

/** Omitted values are null. */
const orNull = <Value>(value: Value | undefined) => value ?? null

const customText = (given: NewSession['custom_text'] = {}) => ({
  after_submit: orNull(given.after_submit),
  shipping_address: null,
  submit: orNull(given.submit),
  terms_of_service_acceptance: orNull(given.terms_of_service_acceptance),
})

/** Null means that the customer already existed. A subscription always has a customer. */
const customerCreation = ({ mode, customer, customer_creation }: NewSession) => {
  if (customer !== undefined) return null
  return mode === 'subscription' ? 'always' : (customer_creation ?? 'if_required')
}

const NO_INVOICE_DATA = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: null,
  metadata: {},
  rendering_options: null,
}

/** Null until the payer is known. */
export const customerDetails = (email: string | null | undefined): Stripe.Checkout.Session.CustomerDetails | null =>
  email
    ? {
        address: null,
        business_name: null,
        email,
        individual_name: null,
        name: null,
        phone: null,
        tax_exempt: 'none',
        tax_ids: null,
      }
    : null

/** The data stored next to the session. */
export const detailsOf = (account: Account, { id }: Stripe.Checkout.Session) => {
  const details = account.state.checkoutDetails[id]
  if (!details) throw new Error(`The session ${id} has no details.`)
  return details
}
