import { lazy } from 'react'

/** Contains Radix, so it loads when the cart is first opened or about to be. */
export const loadCartPanel = () => import('./cart-panel.tsx')
export const CartPanel = lazy(loadCartPanel)
