import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { mods } from './mods.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'

const noWords = sql`'{}'::text[]`

export const modReleases = pgTable(
  'mod_releases',
  {
    id: id(),
    modId: integer().notNull(),
    version: text().notNull(),
    /** One sentence per change. */
    changes: text().array().notNull().default(noWords),
    /** The game versions it was tested with. */
    gameVersions: text().array().notNull().default(noWords),
    status: text().$type<'draft' | 'published' | 'withdrawn'>().notNull().default('draft'),
    /** Null if its file did not come from an upload. */
    uploadId: integer(),
    /** The archive in the private bucket. */
    objectKey: text(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    publishedAt: instant(),
    /** When a draft is scheduled to be published. */
    publishAt: instant(),
    /** Its owners are not told. */
    isQuiet: boolean().notNull().default(false),
    /** When its owners were or will be told. Null if nobody was: taken back in time, or quiet. */
    announceAt: instant(),
    /** Vehicle folders that an administrator confirmed although the release before it does not have them. */
    confirmedVehicles: text().array().notNull().default(noWords),
  },
  (table) => [
    foreignKey({ name: 'mod_releases_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('cascade'),
    uniqueIndex('mod_releases_version').on(table.modId, table.version),
    foreignKey({ name: 'mod_releases_upload', columns: [table.uploadId], foreignColumns: [uploads.id] }),
    uniqueIndex('mod_releases_once_per_upload').on(table.uploadId),
    index('mod_releases_of_mod')
      .on(table.modId, table.publishedAt.desc().nullsFirst())
      .where(sql`status = 'published'`),
    index('mod_releases_newest')
      .on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    index('mod_releases_to_publish').on(table.publishAt).where(sql`publish_at is not null`),
    check('mod_releases_status', sql`${table.status} in ('draft', 'published', 'withdrawn')`),
    check('mod_releases_published_at_some_time', sql`${table.status} = 'draft' or ${table.publishedAt} is not null`),
    check('mod_releases_size', sql`${table.sizeBytes} >= 0`),
  ],
)

/** Whether a release works with a version of the game. */
export const releaseCompatibility = pgTable(
  'release_compatibility',
  {
    releaseId: integer().notNull(),
    gameVersion: text().notNull(),
    state: text().$type<'confirmed' | 'unconfirmed' | 'broken' | 'fixed'>().notNull(),
    fixedIn: text(),
    note: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ name: 'release_compatibility_once', columns: [table.releaseId, table.gameVersion] }),
    foreignKey({
      name: 'release_compatibility_release',
      columns: [table.releaseId],
      foreignColumns: [modReleases.id],
    }).onDelete('cascade'),
    check('release_compatibility_state', sql`${table.state} in ('confirmed', 'unconfirmed', 'broken', 'fixed')`),
    check('release_compatibility_fixed_in', sql`(${table.state} = 'fixed') = (${table.fixedIn} is not null)`),
  ],
)

/** The game versions the store knows. Players have the newest. */
export const gameVersions = pgTable('game_versions', {
  version: text().primaryKey(),
  announcedAt: createdAt(),
})

export const compatibilityChanges = pgTable(
  'compatibility_changes',
  {
    id: id(),
    releaseId: integer().notNull(),
    gameVersion: text().notNull(),
    /** Null for the first state. */
    fromState: text().$type<'confirmed' | 'unconfirmed' | 'broken' | 'fixed'>(),
    toState: text().$type<'confirmed' | 'unconfirmed' | 'broken' | 'fixed'>().notNull(),
    note: text().notNull().default(''),
    actorId: integer(),
    at: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'compatibility_changes_release',
      columns: [table.releaseId],
      foreignColumns: [modReleases.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'compatibility_changes_actor', columns: [table.actorId], foreignColumns: [users.id] }),
    index('compatibility_changes_of_release').on(table.releaseId, table.gameVersion, table.id.desc().nullsFirst()),
    index('compatibility_changes_by_actor').on(table.actorId),
  ],
)
