import { DAY_MS } from './durations.ts'

/** When the store is closed for maintenance. Without schemas, so that pages can use it without loading them. */

export interface MaintenanceWindow {
  /** Instants, not wall clock times, so a daylight saving change cannot move them. */
  from: string
  to: string
  message: string
}

/** A window is announced to visitors this long before it begins. */
export const ANNOUNCED_MS = DAY_MS

/** How long a client that was turned away should wait before it retries. */
export const MAINTENANCE_RETRY_SECONDS = 120

type Phase = 'none' | 'before' | 'during' | 'over'

/** Computed when it is read, so a window begins and ends by itself. */
export const phaseOf = (window: MaintenanceWindow | null, now: number): Phase => {
  if (window === null) return 'none'
  if (now >= Date.parse(window.to)) return 'over'
  return now < Date.parse(window.from) ? 'before' : 'during'
}
