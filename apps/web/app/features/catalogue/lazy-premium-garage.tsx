import { lazy } from 'react'

/** Server-rendered below the fold; its code loads after the primary code. */
export const PremiumGarage = lazy(async () => ({ default: (await import('./premium-garage.tsx')).PremiumGarage }))
