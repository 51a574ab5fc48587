import { lazy } from 'react'

/** For signed-in users, whose cart is polled. */
export const CartButton = lazy(() => import('./cart-button.tsx'))

export const loadAddToCart = () => import('./add-to-cart.ts')
