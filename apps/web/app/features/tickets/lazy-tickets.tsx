import { lazy } from 'react'

/** For guests who follow a mailed link. */
export const LazyLinkedThread = lazy(() => import('./linked-thread.tsx'))

/** Beside the form, or below it on a phone. */
export const LazyResponseTimes = lazy(async () => ({ default: (await import('./response-times.tsx')).ResponseTimes }))
