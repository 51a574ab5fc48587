import { lazy } from 'react'

/** Most of the time nothing is planned, so no page pays for it. */
export const LazyPlannedMaintenance = lazy(async () => ({
  default: (await import('./planned-maintenance.tsx')).PlannedMaintenance,
}))
