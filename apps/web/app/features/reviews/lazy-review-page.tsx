import { lazy } from 'react'

/** Loaded only for owners who write a review. */
export const LazyReviewPage = lazy(() => import('./review-page.tsx'))
