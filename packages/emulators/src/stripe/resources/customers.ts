import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { changesOf } from '../core/changes.ts'
import { invalidRequest, noSuch } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
import { listOf } from '../core/listing.ts'
import { mergeMetadata, metadata, paging, parametersOf, text, textOrNone } from '../core/parameters.ts'
import { endSubscriptionsOf } from '../billing/subscription-end.ts'
import { attach, findPaymentMethod, usePaymentMethod } from './payment-methods.ts'

const invoiceSettings = z.strictObject({ default_payment_method: textOrNone.optional() })

const about = {
  description: textOrNone.optional(),
  email: textOrNone.optional(),
  invoice_settings: invoiceSettings.optional(),
  metadata: metadata.optional(),
  name: textOrNone.optional(),
  phone: textOrNone.optional(),
}

const Create = parametersOf<Stripe.CustomerCreateParams>()({
  ...about,
  payment_method: text.optional(),
  test_clock: text.optional(),
})
const Update = parametersOf<Stripe.CustomerUpdateParams>()(about)
const List = parametersOf<Stripe.CustomerListParams>()({
  ...paging,
  email: text.optional(),
  test_clock: text.optional(),
})

export const newCustomer = (account: Account, given: Omit<z.infer<typeof Create>, 'payment_method'>) => {
  refuseWrongEmail(given.email)
  if (given.test_clock) find(account.state.testClocks, 'test_clock', given.test_clock, 'test_clock')
  const customer: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: account.now(given.test_clock),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    name: given.name ?? null,
    phone: given.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: given.test_clock ?? null,
  }
  account.state.customers[customer.id] = customer
  return customer
}

const refuseWrongEmail = (email: string | null | undefined) => {
  if (!email || z.email().safeParse(email).success) return
  throw invalidRequest(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' })
}

/** A deleted customer can be read but not used. */
export const findCustomer = (account: Account, id: string, param = 'customer'): Stripe.Customer => {
  const customer = find(account.state.customers, 'customer', id, param)
  if (customer.deleted) throw noSuch('customer', id, param)
  return customer
}

const createCustomer = (account: Account, { payment_method, ...given }: z.infer<typeof Create>) => {
  const customer = newCustomer(account, given)
  account.emit('customer.created', customer)
  const attached = payment_method === undefined ? null : usePaymentMethod(account, payment_method)
  if (attached) attach(account, attached, customer.id)
  const wanted = given.invoice_settings?.default_payment_method
  // The name of a test card stands for a payment method just created from it.
  if (wanted) setDefault(account, customer, wanted === payment_method && attached ? attached.id : wanted)
  return customer
}

const updateCustomer = (account: Account, customer: Stripe.Customer, given: z.infer<typeof Update>) => {
  refuseWrongEmail(given.email)
  const before = { ...customer, invoice_settings: { ...customer.invoice_settings } }
  const { invoice_settings, metadata: change, ...plain } = given
  Object.assign(customer, plain)
  customer.metadata = mergeMetadata(customer.metadata, change)
  if (invoice_settings?.default_payment_method !== undefined) {
    setDefault(account, customer, invoice_settings.default_payment_method)
  }
  account.emit('customer.updated', customer, changesOf(before, customer))
  return customer
}

/** The payment method must be the customer's own; renewals use it. */
export const setDefault = (account: Account, customer: Stripe.Customer, paymentMethod: string | null) => {
  const param = 'invoice_settings[default_payment_method]'
  if (paymentMethod !== null && findPaymentMethod(account, paymentMethod, param).customer !== customer.id) {
    throw noSuch('payment_method', paymentMethod, param)
  }
  customer.invoice_settings = { ...customer.invoice_settings, default_payment_method: paymentMethod }
}

export const deleteCustomer = (account: Account, customer: Stripe.Customer): Stripe.DeletedCustomer => {
  endSubscriptionsOf(account, customer.id)
  const deleted: Stripe.DeletedCustomer = { id: customer.id, object: 'customer', deleted: true }
  account.state.customers[customer.id] = deleted
  account.emit('customer.deleted', customer)
  return deleted
}

export const serveCustomers = (api: Api, account: Account) => {
  api.on('POST /v1/customers', Create, (given) => createCustomer(account, given))
  api.on('GET /v1/customers', List, (given) =>
    listOf(
      '/v1/customers',
      Object.values(account.state.customers)
        .filter((customer) => !customer.deleted)
        .filter(({ email }) => given.email === undefined || email === given.email)
        .filter(({ test_clock }) => (test_clock ?? undefined) === given.test_clock),
      given,
    ),
  )
  api.on('GET /v1/customers/:id', z.strictObject({}), (_, id) => find(account.state.customers, 'customer', id))
  api.on('POST /v1/customers/:id', Update, (given, id) =>
    updateCustomer(account, findCustomer(account, id, 'id'), given),
  )
  api.on('DELETE /v1/customers/:id', z.strictObject({}), (_, id) =>
    deleteCustomer(account, findCustomer(account, id, 'id')),
  )
}
