import { lazy } from 'react'

export const loadAddToCart = () => import('./add-to-cart.ts')

/** For signed-in users. */
export const AddedButton = lazy(() => import('./added-button.tsx'))
