import { lazy } from 'react'

/** Usually nothing is planned, so pages load this code only when needed. */
export const LazyPlannedMaintenance = lazy(async () => ({
  default: (await import('./planned-maintenance.tsx')).PlannedMaintenance,
}))
