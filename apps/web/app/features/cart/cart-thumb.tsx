import { CartPicture } from './cart-picture.tsx'
import { useCartItem } from './cart.queries.ts'

/** The picture of a mod in the cart, for lists outside the cart. */
export const CartThumb = ({ modId }: { modId: number }) => (
  <CartPicture mod={useCartItem(modId)?.mod} sizes="72px" className="w-[72px]" />
)
