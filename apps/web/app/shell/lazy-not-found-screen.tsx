import { lazy } from 'react'

/** Lazy: most pages are found. */
export const LazyNotFoundScreen = lazy(async () => ({
  default: (await import('./not-found-screen.tsx')).NotFoundScreen,
}))
