import * as z from 'zod/mini'
import { NO_CATEGORY, UNKNOWN_MOD } from './cart-totals.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParam } from './id.ts'
import { lenient } from './lenient.ts'
import { Picture } from './picture.ts'
import { UsdPrice } from './usd-price.ts'

/** The most mods that one payment can cover. */
export const CART_LIMIT = 100

export const CartItem = z.object({
  id: Id,
  modId: Id,
  /** The member buys it although Premium includes it. */
  buyToKeep: z.boolean(),
  /** Null while it is not for sale; it reappears when it is back. */
  mod: z.nullable(
    z.object({
      title: z.string(),
      description: z.string(),
      /** The category's slug. */
      category: z.string(),
      price: UsdPrice,
      /** Null unless the mod is on sale. */
      discountPrice: z.nullable(UsdPrice),
      includedWithPremium: z.boolean(),
      previewImageUrl: z.nullable(z.string()),
      picture: z.nullable(Picture),
    }),
  ),
})
export type CartItem = z.output<typeof CartItem>

const FALLBACKS = { title: UNKNOWN_MOD, category: NO_CATEGORY }

const Done = z.object({ success: z.literal(true) })

export const cartApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/cart',
    summary: 'List your cart in the order the mods were added',
    access: 'user',
    response: z.array(CartItem),
    reads: lenient(z.array(CartItem), FALLBACKS),
    poll: true,
  }),
  owned: endpoint({
    method: 'GET',
    path: '/api/cart/owned',
    summary: 'Mods you own permanently; they cannot be added to a cart',
    access: 'user',
    response: z.array(Id),
    poll: true,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/cart',
    summary: 'Add a mod to your cart',
    access: 'user',
    body: z.strictObject({
      modId: Id,
      /** Required to buy a mod that Premium includes, even if it is already in the cart. */
      buyToKeep: z.optional(z.literal(true)),
    }),
    response: CartItem,
    reads: lenient(CartItem, FALLBACKS),
    errors: ['mod.not_found', 'cart.already_in_cart', 'cart.owned', 'cart.included', 'cart.full'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/cart/:modId',
    summary: 'Remove a mod from your cart',
    access: 'user',
    owned: true,
    params: z.strictObject({ modId: IdParam }),
    response: Done,
    reads: lenient(Done),
    errors: ['cart.not_in_cart'],
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/api/cart',
    summary: 'Empty your cart',
    access: 'user',
    response: Done,
    reads: lenient(Done),
  }),
}
