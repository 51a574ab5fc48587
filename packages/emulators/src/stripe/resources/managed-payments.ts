import { type Account, find, idOf } from '../core/account.ts'
import { invalidRequest, notEmulated } from '../core/failure.ts'
import type { NewLine, NewSession } from './checkout-parameters.ts'

const BY_DEFAULT = 'which is enabled by default on your account'

/**
 * Refuses what Stripe refuses while Managed Payments is on. Accounts opened since July 2026 have it on unless a session
 * turns it off. No session is ever sold that way here.
 */
export const refuseManaged = (account: Account, given: NewSession) => {
  if (given.adaptive_pricing?.enabled) throw notEmulated('adaptive_pricing')
  const { isManaged } = account.state
  if (!(given.managed_payments?.enabled ?? isManaged)) return
  const name = isManaged ? `Managed Payments, ${BY_DEFAULT},` : 'Managed Payments'
  if (given.mode === 'setup') {
    throw invalidRequest(`Invalid mode: setup. ${name} only supports mode: subscription or mode: payment.`, {
      param: 'mode',
    })
  }
  for (const [param, value] of foreignOf(given)) {
    if (value === undefined) continue
    throw invalidRequest(
      `${param} cannot be used with ${name.replace(/,$/, '')}. Remove ${param}, or pass managed_payments[enabled]=false ` +
        'to disable it for this request.',
      { param },
    )
  }
  given.line_items.forEach((line, position) => {
    if (taxCodeOf(account, line)) return
    const why = isManaged ? `managed payments, ${BY_DEFAULT}` : 'managed payments'
    throw invalidRequest(`Product tax code is required for ${why}.`, { param: `line_items[${position}]` })
  })
  throw notEmulated('payments managed by Stripe')
}

/** The parameters that only the seller may set, as far as the emulator knows them. */
const foreignOf = ({ adaptive_pricing, automatic_tax, invoice_creation, payment_intent_data: payment }: NewSession) =>
  Object.entries({
    adaptive_pricing,
    automatic_tax,
    invoice_creation,
    'payment_intent_data[receipt_email]': payment?.receipt_email,
    'payment_intent_data[setup_future_usage]': payment?.setup_future_usage,
    'payment_intent_data[statement_descriptor_suffix]': payment?.statement_descriptor_suffix,
  })

const taxCodeOf = ({ state }: Account, { price: id, price_data: data }: NewLine) => {
  if (data?.product_data) return data.product_data.tax_code
  const product = data?.product ?? idOf(find(state.prices, 'price', id ?? '', 'line_items').product)
  return find(state.products, 'product', product ?? '', 'line_items').tax_code
}
