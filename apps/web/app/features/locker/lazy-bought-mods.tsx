import { lazy } from 'react'

/** Only for who has just paid. */
export const LazyBoughtMods = lazy(() => import('./bought-mods.tsx'))
