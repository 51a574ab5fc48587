import { lazy } from 'react'

/** Loaded only for owners who write. */
export const LazyReviewPage = lazy(() => import('./review-page.tsx'))
