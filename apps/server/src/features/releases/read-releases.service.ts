import { eq, inArray, sql } from 'drizzle-orm'
import type { Compatibility } from '@slipstream/contract/mods'
import type { AdminRelease } from '@slipstream/contract/releases'
import type { Db } from '@slipstream/db/client'
import { modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { uploads } from '@slipstream/db/tables/uploads'
import { newestFirst } from '#features/catalogue/game-versions.service.ts'
import { newestReleaseFirst } from '#features/catalogue/offered-releases.ts'
import { readCapacities } from '#features/copies/read-capacities.service.ts'
import { DomainError } from '#lib/domain-error.ts'

/** All releases of a mod, drafts first, then newest first. */
export const listReleases = async (db: Db, modId: number): Promise<AdminRelease[]> => {
  const [mod] = await db.select({ id: mods.id }).from(mods).where(eq(mods.id, modId))
  if (!mod) throw new DomainError('mod.not_found')
  const rows = await db
    .select({
      id: modReleases.id,
      modId: modReleases.modId,
      version: modReleases.version,
      changes: modReleases.changes,
      gameVersions: modReleases.gameVersions,
      status: modReleases.status,
      publishedAt: modReleases.publishedAt,
      publishAt: modReleases.publishAt,
      announceAt: modReleases.announceAt,
      uploadId: modReleases.uploadId,
      uploadStatus: uploads.status,
      sizeBytes: modReleases.sizeBytes,
      sha256: modReleases.sha256,
    })
    .from(modReleases)
    .leftJoin(uploads, eq(uploads.id, modReleases.uploadId))
    .where(eq(modReleases.modId, modId))
    .orderBy(sql`${modReleases.status} <> 'draft'`, ...newestReleaseFirst)
  const current = rows.find(({ status }) => status === 'published')
  const compatibilityOf = await readCompatibility(db, rows)
  const copiesOf = await readCapacities(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    publishAt: row.publishAt?.toISOString() ?? null,
    announceAt: toComing(row.announceAt),
    isCurrent: row === current,
    compatibility: compatibilityOf(row.id),
    copies: copiesOf(row.id),
  }))
}

export const readRelease = async (db: Db, releaseId: number): Promise<AdminRelease> => {
  const [row] = await db.select({ modId: modReleases.modId }).from(modReleases).where(eq(modReleases.id, releaseId))
  const releases = row ? await listReleases(db, row.modId) : []
  const release = releases.find(({ id }) => id === releaseId)
  if (!release) throw new DomainError('release.not_found')
  return release
}

/** Null for a time that has passed. */
const toComing = (at: Date | null) => (at && at > new Date() ? at.toISOString() : null)

/** Newest game version first. */
const readCompatibility = async (db: Db, releases: readonly { id: number }[]) => {
  const ids = releases.map(({ id }) => id)
  const rows = await db.select().from(releaseCompatibility).where(inArray(releaseCompatibility.releaseId, ids))
  const sorted = rows.sort((one, other) => newestFirst(one.gameVersion, other.gameVersion))
  return (id: number): Compatibility[] =>
    sorted
      .filter(({ releaseId }) => releaseId === id)
      .map(({ gameVersion, state, fixedIn, note }) => ({ gameVersion, state, fixedIn, note }))
}
