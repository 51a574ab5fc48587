import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Compatibility } from '@slipstream/contract/mods'
import type { Db } from '@slipstream/db/client'
import { modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { isPublished } from './mod-cards.service.ts'
import { isOffered } from './offered-releases.ts'

/** Joins a mod with the release that players get. */
export const ofNewestRelease = and(eq(modReleases.modId, mods.id), eq(modReleases.version, mods.version), isOffered)

/** Mods whose newest release is confirmed to work with this game version, or was fixed for it. */
export const worksWith = (gameVersion: string): SQL => sql`exists (
  select from ${modReleases} join ${releaseCompatibility} on ${releaseCompatibility.releaseId} = ${modReleases.id}
  where ${ofNewestRelease} and ${releaseCompatibility.gameVersion} = ${gameVersion}
    and ${releaseCompatibility.state} in ('confirmed', 'fixed'))`

/** The verdicts of these mods for a game version. Unpublished mods are left out. */
export const readWorks = async (
  db: Db,
  gameVersion: string,
  ids: readonly number[],
): Promise<{ id: number; state: Compatibility['state'] | null }[]> =>
  db
    .select({ id: mods.id, state: releaseCompatibility.state })
    .from(mods)
    .leftJoin(modReleases, ofNewestRelease)
    .leftJoin(
      releaseCompatibility,
      and(eq(releaseCompatibility.releaseId, modReleases.id), eq(releaseCompatibility.gameVersion, gameVersion)),
    )
    .where(and(inArray(mods.id, [...ids]), isPublished))
    .orderBy(mods.id)
