import Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { changesOf } from '../core/changes.ts'
import { invalidRequest } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
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
import { findProduct, newProduct, productShape } from './products.ts'

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: wholeNumber.refine((count) => count > 0, 'Invalid positive integer').optional(),
  usage_type: z.literal('licensed').optional(),
})

const priced = {
  currency,
  product: text.optional(),
  recurring: recurring.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  unit_amount: wholeNumber,
}

/** A price defined inline instead of being created before. */
export const PriceData = parametersOf<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>()({
  ...priced,
  product_data: z.strictObject(productShape).optional(),
})

const Create = parametersOf<Stripe.PriceCreateParams>()({
  ...priced,
  active: flag.optional(),
  lookup_key: text.max(200).optional(),
  metadata: metadata.optional(),
  nickname: textOrNone.optional(),
  product_data: z
    .strictObject({ metadata: metadata.optional(), name: text.min(1), tax_code: text.optional() })
    .optional(),
  transfer_lookup_key: flag.optional(),
})
const Update = parametersOf<Stripe.PriceUpdateParams>()({
  active: flag.optional(),
  lookup_key: text.max(200).optional(),
  metadata: metadata.optional(),
  nickname: textOrNone.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  transfer_lookup_key: flag.optional(),
})
const List = parametersOf<Stripe.PriceListParams>()({
  ...paging,
  active: flag.optional(),
  currency: currency.optional(),
  lookup_keys: z.array(text).max(10).optional(),
  product: text.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
})

type NewPrice = z.infer<typeof Create> | z.infer<typeof PriceData>

/** `param` is the position of the price in the call, for errors: empty, or for example `line_items[0][price_data]`. */
export const newPrice = (account: Account, given: NewPrice, param = '') => {
  const within = (name: string) => (param === '' ? name : `${param}[${name}]`)
  if (given.unit_amount < 0) {
    throw invalidRequest('Invalid non-negative integer', {
      code: 'parameter_invalid_integer',
      param: within('unit_amount'),
    })
  }
  const product = productOf(account, given, within)
  const price: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    active: 'active' in given ? (given.active ?? true) : true,
    billing_scheme: 'per_unit',
    created: account.now(),
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: mergeMetadata({}, 'metadata' in given ? given.metadata : undefined),
    nickname: 'nickname' in given ? (given.nickname ?? null) : null,
    product,
    recurring: given.recurring
      ? {
          interval: given.recurring.interval,
          interval_count: given.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(given.unit_amount),
  }
  account.state.prices[price.id] = price
  return price
}

const productOf = (account: Account, { product, product_data }: NewPrice, within: (name: string) => string) => {
  if (product !== undefined && product_data) {
    throw invalidRequest('You may only specify one of these parameters: product, product_data.', {
      param: within('product_data'),
    })
  }
  if (product_data) return newProduct(account, product_data).id
  if (product === undefined) {
    throw invalidRequest(`Missing required param: ${within('product')}.`, {
      code: 'parameter_missing',
      param: within('product'),
    })
  }
  return findProduct(account, product, within('product')).id
}

export const findPrice = (account: Account, id: string, param = 'price') =>
  find(account.state.prices, 'price', id, param)

/** A lookup key belongs to one price at a time; it moves only if requested. */
const setLookupKey = (account: Account, price: Stripe.Price, key: string | undefined, transfer = false) => {
  if (key === undefined) return
  const holder = Object.values(account.state.prices).find((other) => other.lookup_key === key && other.id !== price.id)
  if (holder && !transfer) {
    throw invalidRequest(
      `A price (\`${holder.id}\`) already uses that lookup key. A lookup key may only be used by one price at a time. To transfer a lookup key, pass \`transfer_lookup_key=true\`.`,
      { param: 'lookup_key' },
    )
  }
  if (holder) holder.lookup_key = null
  price.lookup_key = key
}

const createPrice = (account: Account, given: z.infer<typeof Create>) => {
  const price = newPrice(account, given)
  try {
    setLookupKey(account, price, given.lookup_key, given.transfer_lookup_key)
  } catch (error) {
    delete account.state.prices[price.id]
    throw error
  }
  account.emit('price.created', price)
  return price
}

const updatePrice = (account: Account, price: Stripe.Price, given: z.infer<typeof Update>) => {
  const before = { ...price }
  const { metadata: change, lookup_key, transfer_lookup_key, ...plain } = given
  setLookupKey(account, price, lookup_key, transfer_lookup_key)
  Object.assign(price, plain)
  price.metadata = mergeMetadata(price.metadata, change)
  account.emit('price.updated', price, changesOf(before, price))
  return price
}

export const servePrices = (api: Api, account: Account) => {
  api.on('POST /v1/prices', Create, (given) => createPrice(account, given))
  api.on('GET /v1/prices', List, (given) =>
    listOf(
      '/v1/prices',
      Object.values(account.state.prices).filter((price) => isWanted(price, given)),
      given,
    ),
  )
  api.on('GET /v1/prices/:id', z.strictObject({}), (_, id) => findPrice(account, id, 'price'))
  api.on('POST /v1/prices/:id', Update, (given, id) => updatePrice(account, findPrice(account, id, 'price'), given))
}

const isWanted = (price: Stripe.Price, given: z.infer<typeof List>) =>
  isLike(price, { active: given.active, currency: given.currency, product: given.product, type: given.type }) &&
  (given.lookup_keys === undefined || given.lookup_keys.includes(price.lookup_key ?? ''))
