import { lazy } from 'react'

/** For signed-in users who have the mod. */
export const LazyModYouHave = lazy(() => import('./mod-you-have.tsx'))
