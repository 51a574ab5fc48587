import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Board, BoardRow, CompatibilityChange } from '@slipstream/contract/compatibility'
import type { Db } from '@slipstream/db/client'
import { compatibilityChanges, modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import {
  coverColumns,
  coverOf,
  isPublished,
  type PublicObjects,
  toPicture,
} from '#features/catalogue/mod-cards.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { currentReleaseOf } from './current-release.service.ts'
import { readGameVersions } from '#features/catalogue/game-versions.service.ts'

/** The compatibility of current releases with a game version, or with the newest one if this one is unknown. */
export const readBoard = async (db: Db, objects: PublicObjects, asked?: string): Promise<Board> => {
  const versions = await readGameVersions(db)
  const gameVersion = (versions.find(({ version }) => version === asked) ?? versions[0])?.version ?? null
  return {
    gameVersions: versions.map(({ version, announcedAt }) => ({ version, announcedAt: announcedAt.toISOString() })),
    gameVersion,
    rows: gameVersion === null ? [] : await readRows(db, objects, gameVersion),
  }
}

const readRows = async (db: Db, objects: PublicObjects, gameVersion: string): Promise<BoardRow[]> => {
  const cover = coverOf(db)
  const release = currentReleaseOf(db)
  const change = lastChangeOf(db, release.id, gameVersion)
  const rows = await db
    .select({
      modId: mods.id,
      title: mods.title,
      cover: coverColumns(cover),
      releaseId: release.id,
      version: release.version,
      // A release without a verdict counts as unconfirmed, which means the same to a player.
      state: sql<BoardRow['state']>`coalesce(${releaseCompatibility.state}, 'unconfirmed')`,
      fixedIn: releaseCompatibility.fixedIn,
      note: sql<string>`coalesce(${releaseCompatibility.note}, '')`,
      changedAt: change.at,
      changedBy: change.username,
    })
    .from(mods)
    .innerJoinLateral(release, sql`true`)
    .leftJoin(
      releaseCompatibility,
      and(eq(releaseCompatibility.releaseId, release.id), eq(releaseCompatibility.gameVersion, gameVersion)),
    )
    .leftJoinLateral(cover, sql`true`)
    .leftJoinLateral(change, sql`true`)
    .where(isPublished)
    .orderBy(asc(mods.title), asc(mods.id))
  return rows.map(({ cover: picture, changedAt, ...row }) => ({
    ...row,
    picture: picture && toPicture(objects, picture),
    changedAt: changedAt?.toISOString() ?? null,
  }))
}

const lastChangeOf = (db: Db, releaseId: ReturnType<typeof currentReleaseOf>['id'], gameVersion: string) =>
  db
    .select({ at: compatibilityChanges.at, username: users.username })
    .from(compatibilityChanges)
    .leftJoin(users, eq(users.id, compatibilityChanges.actorId))
    .where(and(eq(compatibilityChanges.releaseId, releaseId), eq(compatibilityChanges.gameVersion, gameVersion)))
    .orderBy(desc(compatibilityChanges.id))
    .limit(1)
    .as('change')

/** More than anyone reads. */
const LONGEST_HISTORY = 200

export const readHistory = async (db: Db, modId: number): Promise<CompatibilityChange[]> => {
  const [mod] = await db.select({ id: mods.id }).from(mods).where(eq(mods.id, modId))
  if (!mod) throw new DomainError('mod.not_found')
  const { id, at, gameVersion, fromState, toState, note } = getTableColumns(compatibilityChanges)
  const rows = await db
    .select({ id, at, gameVersion, fromState, toState, note, version: modReleases.version, by: users.username })
    .from(compatibilityChanges)
    .innerJoin(modReleases, eq(modReleases.id, compatibilityChanges.releaseId))
    .leftJoin(users, eq(users.id, compatibilityChanges.actorId))
    .where(eq(modReleases.modId, modId))
    .orderBy(desc(compatibilityChanges.id))
    .limit(LONGEST_HISTORY)
  return rows.map(({ at: date, fromState: from, toState: to, by, ...row }) => ({
    ...row,
    at: date.toISOString(),
    from,
    to,
    by: by ?? 'The store',
  }))
}
