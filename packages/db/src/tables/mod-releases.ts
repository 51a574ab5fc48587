import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'
import { mods } from './mods.ts'

const noWords = sql`'{}'::text[]`

export const modReleases = pgTable(
  'mod_releases',
  {
    id: id(),
    modId: integer().notNull(),
    version: text().notNull(),
    /** One sentence per change. */
    changes: text().array().notNull().default(noWords),
    /** What it was tested with. */
    gameVersions: text().array().notNull().default(noWords),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    publishedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'mod_releases_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('cascade'),
    uniqueIndex('mod_releases_version').on(table.modId, table.version),
    index('mod_releases_of_mod').on(table.modId, table.publishedAt.desc().nullsFirst()),
    index('mod_releases_newest').on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
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
