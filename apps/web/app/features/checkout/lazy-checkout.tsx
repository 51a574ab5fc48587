import { lazy } from 'react'

/** Loaded only for buyers. */
export const LazyCheckoutPage = lazy(() => import('./checkout-page.tsx'))
