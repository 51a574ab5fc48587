import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParam } from './id.ts'
import { Picture } from './picture.ts'
import { UsdPrice } from './usd-price.ts'

/** As many as one payment takes. */
export const CART_LIMIT = 100

export const CartItem = z.object({
  id: Id,
  modId: Id,
  /** Null when it is not for sale any more; it is there again when it is back. */
  mod: z.nullable(
    z.object({
      title: z.string(),
      description: z.string(),
      /** The category's word in addresses. */
      category: z.string(),
      price: UsdPrice,
      /** While a sale runs. */
      discountPrice: z.nullable(UsdPrice),
      previewImageUrl: z.nullable(z.string()),
      picture: z.nullable(Picture),
    }),
  ),
})
export type CartItem = z.output<typeof CartItem>

const Done = z.object({ success: z.literal(true) })

export const cartApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/cart',
    summary: 'What is in one’s own cart, in the order it was put there',
    access: 'user',
    response: z.array(CartItem),
    poll: true,
  }),
  owned: endpoint({
    method: 'GET',
    path: '/api/cart/owned',
    summary: 'Mods that one has for good, which no cart takes',
    access: 'user',
    response: z.array(Id),
    poll: true,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/cart',
    summary: 'Puts a mod into one’s own cart',
    access: 'user',
    body: z.strictObject({ modId: Id }),
    response: CartItem,
    errors: ['mod.not_found', 'cart.already_in_cart', 'cart.owned', 'cart.full'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/cart/:modId',
    summary: 'Takes a mod out of one’s own cart',
    access: 'user',
    params: z.strictObject({ modId: IdParam }),
    response: Done,
    errors: ['cart.not_in_cart'],
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/api/cart',
    summary: 'Empties one’s own cart',
    access: 'user',
    response: Done,
  }),
}
