import { eq, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { announceChange } from '#lib/cache/change-bus.ts'
import { refreshModFacts } from './mod-facts.service.ts'

declare module '#lib/cache/change-bus.ts' {
  interface Topics {
    /** The id of one mod, or nothing for all mods. */
    mods: unknown
  }
}

/** Call after every change to a mod's public data: refreshes lists, pages and the sitemap. */
export const modChanged = async (tx: Tx, modId: number) => {
  await tx.update(mods).set({ updatedAt: sql`clock_timestamp()` }).where(eq(mods.id, modId))
  await refreshModFacts(tx, [modId])
  await announceChange(tx, 'mods', modId)
}
