import { lazy } from 'react'

// Lazy: the store is mostly open.
export const LazyClosedStore = lazy(async () => ({ default: (await import('./closed-store.tsx')).ClosedStore }))
export const LazyMaintenanceReminder = lazy(async () => ({
  default: (await import('./maintenance-reminder.tsx')).MaintenanceReminder,
}))
