import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import { invalidRequest, notEmulated } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
import { type NewLine, type NewSession, refuseBoth } from './checkout-parameters.ts'
import { findPrice, newPrice } from './prices.ts'
import { findProduct } from './products.ts'

interface CheckedLine {
  currency: string
  isRecurring: boolean
  quantity: number
  amount: number
  /** An existing price, or a new one from the call's data. */
  price: () => Stripe.Price
}

/** Validates all lines before creating any price, so that a refused call leaves none behind. */
export const checkLines = (account: Account, { mode, line_items: given }: NewSession): CheckedLine[] => {
  const most = mode === 'payment' ? 100 : 20
  if (given.length > most) {
    throw invalidRequest(`A Checkout Session in \`${mode}\` mode can have at most ${most} line items.`, {
      param: 'line_items',
    })
  }
  const lines = given.map((line, position) => checkLine(account, line, `line_items[${position}]`))
  refuseOtherCurrencies(lines)
  const recurring = lines.filter(({ isRecurring }) => isRecurring).length
  if (mode === 'payment' && recurring > 0) {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
    )
  }
  if (mode === 'subscription' && recurring === 0) {
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode when using prices.')
  }
  if (mode === 'subscription' && recurring < lines.length) {
    throw notEmulated('one-time prices beside recurring ones in a Checkout Session')
  }
  return lines
}

const checkLine = (account: Account, given: NewLine, param: string): CheckedLine => {
  const { quantity } = given
  const { said, price } = priceOf(account, given, param)
  if (quantity === undefined) throw invalidRequest(`Quantity is required. Add \`quantity\` to \`${param}\``)
  if (quantity < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: `${param}[quantity]`,
    })
  }
  return {
    currency: said.currency,
    isRecurring: Boolean(said.recurring),
    quantity,
    amount: (said.unit_amount ?? 0) * quantity,
    price,
  }
}

const priceOf = (account: Account, given: NewLine, param: string) => {
  refuseBoth(given, 'price', 'price_data')
  const { price: id, price_data: data } = given
  if (data) {
    if (data.product !== undefined) findProduct(account, data.product, `${param}[price_data][product]`)
    return { said: data, price: () => newPrice(account, data, `${param}[price_data]`) }
  }
  if (id === undefined) {
    throw invalidRequest(`Missing required param: ${param}[price].`, {
      code: 'parameter_missing',
      param: `${param}[price]`,
    })
  }
  const price = findPrice(account, id, `${param}[price]`)
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: `${param}[price]`,
    })
  }
  return { said: price, price: () => price }
}

const refuseOtherCurrencies = (lines: readonly CheckedLine[]) => {
  const expected = lines[0]?.currency ?? ''
  lines.forEach(({ currency }, position) => {
    if (currency === expected) return
    throw invalidRequest(
      `The price specified only supports \`${currency}\`. This doesn't match the expected currency: \`${expected}\`.`,
      { param: `line_items[${position}]` },
    )
  })
}

export const makeLine = (account: Account, { price: priceOfLine, quantity, amount }: CheckedLine): Stripe.LineItem => {
  const price = priceOfLine()
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: findProduct(account, idOf(price.product) ?? '').name,
    metadata: {},
    price,
    quantity,
  }
}
