import { lazy } from 'react'

/** For who is signed in, whose cart is asked for again and again. */
export const CartButton = lazy(() => import('./cart-button.tsx'))

export const loadAddToCart = () => import('./add-to-cart.ts')
