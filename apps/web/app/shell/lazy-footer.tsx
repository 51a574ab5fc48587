import { lazy } from 'react'

/** Below the fold on every page: the server sends it, and its code loads after the primary code. */
export const LazyFooter = lazy(async () => ({ default: (await import('./footer.tsx')).Footer }))
