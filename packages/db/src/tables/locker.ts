import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { entitlements } from './entitlements.ts'
import { modReleases } from './mod-releases.ts'
import { mods } from './mods.ts'
import { users } from './users.ts'

/** Every download URL that was issued. Shown to the owner, and to the bank in a dispute. */
export const downloads = pgTable(
  'downloads',
  {
    id: id(),
    userId: integer().notNull(),
    modId: integer().notNull(),
    releaseId: integer().notNull(),
    /** Null for a mod that was downloaded with Premium only. */
    entitlementId: integer(),
    /** The release's version at the time of the download. A draft's version may still change. */
    version: text().notNull(),
    /** The client's address; empty after the account was deleted. */
    ip: text(),
    at: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'downloads_user', columns: [table.userId], foreignColumns: [users.id] }),
    foreignKey({ name: 'downloads_mod', columns: [table.modId], foreignColumns: [mods.id] }),
    foreignKey({ name: 'downloads_release', columns: [table.releaseId], foreignColumns: [modReleases.id] }),
    foreignKey({ name: 'downloads_entitlement', columns: [table.entitlementId], foreignColumns: [entitlements.id] }),
    index('downloads_of_user').on(table.userId, table.id.desc().nullsFirst()),
    index('downloads_of_user_by_time').on(table.userId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('downloads_at').on(table.at),
    index('downloads_of_user_and_mod').on(table.userId, table.modId, table.id.desc().nullsFirst()),
    index('downloads_of_mod').on(table.modId),
    index('downloads_of_release').on(table.releaseId),
    index('downloads_of_entitlement').on(table.entitlementId, table.id),
  ],
)

/** Owners' reports on whether a release works with a game version. One per owner; the last one counts. */
export const releaseReports = pgTable(
  'release_reports',
  {
    releaseId: integer().notNull(),
    gameVersion: text().notNull(),
    userId: integer().notNull(),
    report: text({ enum: ['works', 'broken'] }).notNull(),
    note: text().notNull().default(''),
    at: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'release_reports_once', columns: [table.releaseId, table.gameVersion, table.userId] }),
    foreignKey({ name: 'release_reports_release', columns: [table.releaseId], foreignColumns: [modReleases.id] }),
    foreignKey({ name: 'release_reports_user', columns: [table.userId], foreignColumns: [users.id] }),
    index('release_reports_of_user').on(table.userId),
  ],
)
