import { and, desc, eq, ne } from 'drizzle-orm'
import type { PublishReview, ReleaseContents } from '@slipstream/contract/releases'
import type { Db } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { uploads } from '@slipstream/db/tables/uploads'
import { readGameVersions } from '#features/catalogue/game-versions.service.ts'
import { countOwners } from '#features/locker/announce-release.service.ts'
import { DomainError } from '#lib/domain-error.ts'

/** The last few are enough to tick. */
const GAME_VERSIONS = 3

type Release = Pick<typeof modReleases.$inferSelect, 'id' | 'modId' | 'confirmedVehicles'>

export const reviewRelease = async (db: Db, releaseId: number): Promise<PublishReview> => {
  const [release] = await db.select().from(modReleases).where(eq(modReleases.id, releaseId))
  if (!release) throw new DomainError('release.not_found')
  const [{ contents, before, foreignFolders }, known, counts] = await Promise.all([
    compareRelease(db, release),
    readGameVersions(db),
    countOwners(db, release.modId),
  ])
  const gameVersions = [...known.slice(0, GAME_VERSIONS).map(({ version }) => version), ...release.gameVersions]
  return {
    ...{ contents, before, foreignFolders, gameVersions: [...new Set(gameVersions)] },
    isNews: release.announceAt === null,
    ...counts,
  }
}

/** Compares the archive of a release with that of the release that players have, by the reports about both. */
export const compareRelease = async (db: Db, { id, modId, confirmedVehicles }: Release) => {
  const [[own], [current]] = await Promise.all([
    selectContents(db).where(eq(modReleases.id, id)),
    selectContents(db)
      .where(and(eq(modReleases.modId, modId), eq(modReleases.status, 'published'), ne(modReleases.id, id)))
      .orderBy(desc(modReleases.publishedAt), desc(modReleases.id))
      .limit(1),
  ])
  const [contents, before] = [toContents(own), toContents(current)]
  const known = new Set([...(before?.vehicles ?? []).map(({ folder }) => folder), ...confirmedVehicles])
  const foreignFolders =
    // An archive without vehicles, or without a report, has nothing to compare with.
    before && before.vehicles.length > 0
      ? (contents?.vehicles ?? []).map(({ folder }) => folder).filter((folder) => !known.has(folder))
      : []
  return { contents, before, foreignFolders }
}

const selectContents = (db: Db) =>
  db
    .select({ version: modReleases.version, report: uploads.report })
    .from(modReleases)
    .leftJoin(uploads, eq(uploads.id, modReleases.uploadId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectContents>>[number]

const toContents = (row: Row | undefined): ReleaseContents | null => {
  if (!row?.report) return null
  const { fileCount, unpackedBytes, vehicles } = row.report
  return {
    version: row.version,
    fileCount,
    unpackedBytes,
    vehicles: vehicles.map(({ folder, name }) => ({ folder, name })),
  }
}
