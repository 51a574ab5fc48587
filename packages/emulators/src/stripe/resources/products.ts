import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { changesOf } from '../core/changes.ts'
import { invalidRequest } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
import { listOf } from '../core/listing.ts'
import { flag, mergeMetadata, metadata, ownId, paging, parametersOf, text, textOrNone } from '../core/parameters.ts'

/** The parameters of a product, wherever it is created: on its own, with a price or in a line of a session. */
export const productShape = {
  description: textOrNone.optional(),
  images: z.array(text).max(8).optional(),
  metadata: metadata.optional(),
  name: text.min(1),
  tax_code: text.optional(),
}

const Create = parametersOf<Stripe.ProductCreateParams>()({
  ...productShape,
  active: flag.optional(),
  id: ownId.optional(),
  url: textOrNone.optional(),
})
const Update = parametersOf<Stripe.ProductUpdateParams>()({
  ...productShape,
  active: flag.optional(),
  name: text.min(1).optional(),
  url: textOrNone.optional(),
})
const List = parametersOf<Stripe.ProductListParams>()({
  ...paging,
  active: flag.optional(),
  ids: z.array(text).optional(),
})

export const newProduct = (account: Account, given: z.infer<typeof Create>) => {
  if (given.id !== undefined && Object.hasOwn(account.state.products, given.id)) {
    throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  const product: Stripe.Product = {
    id: given.id ?? newId('prod'),
    object: 'product',
    active: given.active ?? true,
    created: account.now(),
    default_price: null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, given.metadata),
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: given.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: account.now(),
    url: given.url ?? null,
  }
  account.state.products[product.id] = product
  account.emit('product.created', product)
  return product
}

export const findProduct = (account: Account, id: string, param = 'product') =>
  find(account.state.products, 'product', id, param)

const updateProduct = (account: Account, product: Stripe.Product, given: z.infer<typeof Update>) => {
  const before = { ...product }
  const { metadata: change, ...plain } = given
  Object.assign(product, plain)
  product.metadata = mergeMetadata(product.metadata, change)
  product.updated = account.now()
  account.emit('product.updated', product, changesOf(before, product))
  return product
}

const deleteProduct = (account: Account, product: Stripe.Product): Stripe.DeletedProduct => {
  if (Object.values(account.state.prices).some((price) => price.product === product.id)) {
    throw invalidRequest('This product cannot be deleted because it has one or more user-created prices.')
  }
  delete account.state.products[product.id]
  account.emit('product.deleted', product)
  return { id: product.id, object: 'product', deleted: true }
}

export const serveProducts = (api: Api, account: Account) => {
  api.on('POST /v1/products', Create, (given) => newProduct(account, given))
  api.on('GET /v1/products', List, ({ active, ids, ...page }) =>
    listOf(
      '/v1/products',
      Object.values(account.state.products)
        .filter((product) => active === undefined || product.active === active)
        .filter(({ id }) => ids === undefined || ids.includes(id)),
      page,
    ),
  )
  api.on('GET /v1/products/:id', z.strictObject({}), (_, id) => findProduct(account, id, 'id'))
  api.on('POST /v1/products/:id', Update, (given, id) => updateProduct(account, findProduct(account, id, 'id'), given))
  api.on('DELETE /v1/products/:id', z.strictObject({}), (_, id) =>
    deleteProduct(account, findProduct(account, id, 'id')),
  )
}
