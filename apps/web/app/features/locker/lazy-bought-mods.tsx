import { lazy } from 'react'

/** Loaded only after a payment. */
export const LazyBoughtMods = lazy(() => import('./bought-mods.tsx'))
