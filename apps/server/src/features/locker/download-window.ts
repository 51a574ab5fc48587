import { sql } from 'drizzle-orm'
import type { Settings } from '@slipstream/contract/settings'
import { entitlements } from '@slipstream/db/tables/entitlements'

export type Terms = Pick<Settings, 'downloadWindowDays' | 'renewals'>

/** If a mod is owned for several reasons, the one with the longest download window counts. */
export const longestWindowFirst = [sql`${entitlements.windowEndsAt} desc nulls first`, entitlements.id] as const

/** Until when a mod can be downloaded without a renewal; null means forever. */
export const freeDownloadsUntil = (
  { downloadWindowDays }: Pick<Terms, 'downloadWindowDays'>,
  { windowEndsAt }: { windowEndsAt: Date | null },
): Date | null => (downloadWindowDays === 0 ? null : windowEndsAt)

export const isWindowOpen = (freeUntil: Date | null, now: Date) => freeUntil === null || freeUntil > now
