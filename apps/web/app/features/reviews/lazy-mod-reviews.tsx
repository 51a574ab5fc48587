import { lazy } from 'react'

/** Server-rendered far below the fold; the code loads after the primary code. */
export const ModReviews = lazy(async () => ({ default: (await import('./mod-reviews.tsx')).ModReviews }))
