import { lazy } from 'react'

/** They stand in the page from the start; far below, their code may come after what can be used at once. */
export const ModReviews = lazy(async () => ({ default: (await import('./mod-reviews.tsx')).ModReviews }))
