import { and, eq } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { isOffered, newestReleaseFirst } from '#features/catalogue/offered-releases.ts'

/** The release that players get, for a lateral join with a row of mods. */
export const currentReleaseOf = (db: Db) =>
  db
    .select({ id: modReleases.id, version: modReleases.version })
    .from(modReleases)
    .where(and(eq(modReleases.modId, mods.id), isOffered))
    .orderBy(...newestReleaseFirst)
    .limit(1)
    .as('current_release')
