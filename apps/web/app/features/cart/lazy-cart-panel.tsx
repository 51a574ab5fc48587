import { lazy } from 'react'

/** With Radix behind it, so it comes when the cart is first opened, or a moment before. */
export const loadCartPanel = () => import('./cart-panel.tsx')
export const CartPanel = lazy(loadCartPanel)
