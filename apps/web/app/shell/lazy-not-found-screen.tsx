import { lazy } from 'react'

/** Most pages are found. */
export const LazyNotFoundScreen = lazy(async () => ({
  default: (await import('./not-found-screen.tsx')).NotFoundScreen,
}))
