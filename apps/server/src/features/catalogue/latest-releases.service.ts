import { and, eq, sql } from 'drizzle-orm'
import type { LatestRelease } from '@slipstream/contract/mods'
import type { Db } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { coverColumns, coverOf, isPublished, type PublicObjects, toPicture } from './mod-cards.service.ts'
import { isOffered, newestReleaseFirst, offeredSince } from './offered-releases.ts'

export const listLatestReleases = async (db: Db, objects: PublicObjects, limit: number): Promise<LatestRelease[]> => {
  const cover = coverOf(db)
  const rows = await db
    .select({
      id: modReleases.id,
      modId: mods.id,
      title: mods.title,
      version: modReleases.version,
      publishedAt: offeredSince,
      changes: modReleases.changes,
      cover: coverColumns(cover),
    })
    .from(modReleases)
    .innerJoin(mods, eq(mods.id, modReleases.modId))
    .leftJoinLateral(cover, sql`true`)
    .where(and(isPublished, isOffered))
    .orderBy(...newestReleaseFirst)
    .limit(limit)
  return rows.map(({ cover: picture, publishedAt, ...release }) => ({
    ...release,
    publishedAt: publishedAt.toISOString(),
    picture: picture && toPicture(objects, picture),
  }))
}
