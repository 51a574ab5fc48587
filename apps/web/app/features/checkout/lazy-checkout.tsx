import { lazy } from 'react'

/** Only for who is about to buy. */
export const LazyCheckoutPage = lazy(() => import('./checkout-page.tsx'))
