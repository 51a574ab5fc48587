import { lazy } from 'react'

/** For members only. */
export const LazyKeepButton = lazy(() => import('./keep-button.tsx'))
