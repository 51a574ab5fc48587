import { invalidRequest } from './failure.ts'
import type { StripeState } from './state.ts'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** Properties that hold an id, and the table of the object. */
const EXPANDABLE: Record<string, keyof StripeState> = {
  balance_transaction: 'balanceTransactions',
  charge: 'charges',
  configuration: 'portalConfigurations',
  customer: 'customers',
  default_payment_method: 'paymentMethods',
  default_price: 'prices',
  invoice: 'invoices',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'paymentIntents',
  payment_method: 'paymentMethods',
  price: 'prices',
  product: 'products',
  schedule: 'subscriptionSchedules',
  subscription: 'subscriptions',
  test_clock: 'testClocks',
}
const DEEPEST = 4

/** A copy of the answer with the ids at the given paths replaced by their objects. */
export const expanded = (state: StripeState, answer: object, paths: readonly string[]): object => {
  const copy = toJson(answer)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.filter((step) => step !== 'data').length > DEEPEST) {
      throw invalidRequest(`You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}.`)
    }
    expandSteps(state, copy, steps, path)
  }
  return copy as object
}

const expandSteps = (state: StripeState, value: Json, [step, ...rest]: string[], path: string): void => {
  if (step === undefined || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) expandSteps(state, one, [step, ...rest], path)
    return
  }
  if (typeof value !== 'object') throw cannotExpand(path)
  const next = value[step] === undefined ? included(state, value, step) : resolved(state, value[step], step, rest)
  if (next === undefined) throw cannotExpand(path)
  value[step] = next
  expandSteps(state, next, rest, path)
}

const resolved = (state: StripeState, value: Json, step: string, rest: readonly string[]): Json | undefined => {
  const table = EXPANDABLE[step]
  if (Array.isArray(value)) return value.map((one) => resolved(state, one, step, rest) ?? one)
  if (typeof value !== 'string') return table || rest.length > 0 || isList(value) ? value : undefined
  const row = table && (state[table] as Record<string, object>)[value]
  return row && toJson(row)
}

/** Lists that are omitted unless expanded. */
const included = (state: StripeState, { object, id }: { [name: string]: Json }, step: string): Json | undefined => {
  const list = (url: string, rows: readonly object[]) => toJson({ object: 'list', data: rows, has_more: false, url })
  if (typeof id !== 'string') return undefined
  if (object === 'checkout.session' && step === 'line_items') {
    return list(`/v1/checkout/sessions/${id}/line_items`, state.checkoutDetails[id]?.lines ?? [])
  }
  if (object === 'charge' && step === 'refunds') {
    return list(
      `/v1/charges/${id}/refunds`,
      Object.values(state.refunds)
        .filter(({ charge }) => charge === id)
        .reverse(),
    )
  }
  if (object === 'invoice' && step === 'payments') {
    return list(
      '/v1/invoice_payments',
      Object.values(state.invoicePayments).filter(({ invoice }) => invoice === id),
    )
  }
  return undefined
}

const isList = (value: Json) => typeof value === 'object' && !Array.isArray(value) && value?.object === 'list'

const toJson = (value: object) => JSON.parse(JSON.stringify(value)) as Json

const cannotExpand = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
