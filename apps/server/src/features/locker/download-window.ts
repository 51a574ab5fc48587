import { sql } from 'drizzle-orm'
import type { Settings } from '@slipstream/contract/settings'
import { entitlements } from '@slipstream/db/tables/entitlements'

export type Terms = Pick<Settings, 'downloadWindowDays' | 'renewals'>

/** Of several reasons to own a mod, the one that allows downloads longest counts. */
export const longestWindowFirst = [sql`${entitlements.windowEndsAt} desc nulls first`, entitlements.id] as const

/** Until when a mod can be downloaded without a renewal; null for ever. */
export const freeDownloadsUntil = (
  { downloadWindowDays }: Pick<Terms, 'downloadWindowDays'>,
  { windowEndsAt }: { windowEndsAt: Date | null },
): Date | null => (downloadWindowDays === 0 ? null : windowEndsAt)

export const isWindowOpen = (freeUntil: Date | null, now: Date) => freeUntil === null || freeUntil > now
