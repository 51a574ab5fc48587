import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { NUMBER_SERIES } from '@slipstream/contract/number-series'
import { createdAt, id, instant, listed } from './columns.ts'

/**
 * Written by the restore command into the restored database. Until a person releases it, the copy sends no mail, calls
 * neither Stripe nor Discord and runs no job.
 */
export const restoredCopies = pgTable('restored_copies', {
  id: id(),
  backupId: text().notNull(),
  restoredAt: createdAt(),
  releasedAt: instant(),
})

/**
 * Numbers that were left out when a restored copy was opened, because the lost store may have issued them. Kept as long
 * as the invoices: a gap in their numbers needs a reason.
 */
export const numberGaps = pgTable(
  'number_gaps',
  {
    id: id(),
    copyId: integer().notNull(),
    series: text({ enum: NUMBER_SERIES }).notNull(),
    /** Zero for a series that does not restart every year. */
    year: integer().notNull(),
    firstPlace: bigint({ mode: 'number' }).notNull(),
    lastPlace: bigint({ mode: 'number' }).notNull(),
    reason: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'number_gaps_copy', columns: [table.copyId], foreignColumns: [restoredCopies.id] }),
    uniqueIndex('number_gaps_once').on(table.copyId, table.series),
    check('number_gaps_series_known', sql`${table.series} in (${listed(NUMBER_SERIES)})`),
    check('number_gaps_direction', sql`${table.lastPlace} >= ${table.firstPlace}`),
  ],
)

/** The base backups that belong to the WAL archive, as pgBackRest lists them. Written by deploy/backup/backup. */
export const baseBackups = pgTable(
  'base_backups',
  {
    id: id(),
    /** pgBackRest's name: `20261118-022000F`. */
    label: text().notNull(),
    kind: text().$type<'full' | 'diff' | 'incr'>().notNull(),
    startedAt: instant().notNull(),
    finishedAt: instant().notNull(),
    /** The size of the database. */
    bytes: bigint({ mode: 'number' }).notNull(),
    /** What this backup added to the object storage. */
    storedBytes: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    uniqueIndex('base_backups_label').on(table.label),
    index('base_backups_newest').on(table.finishedAt),
    check('base_backups_kind', sql`${table.kind} in ('full', 'diff', 'incr')`),
  ],
)

/** Restores into a spare cluster. Written by deploy/backup/drill, which then looks for its row in the restored copy. */
export const restoreDrills = pgTable('restore_drills', {
  id: id(),
  startedAt: createdAt(),
  /** Null while it runs, and if it was killed. */
  finishedAt: instant(),
  /** How long a change took to reach the object storage. */
  gapSeconds: integer(),
  restoreSeconds: integer(),
  bytes: bigint({ mode: 'number' }),
  /** Why it failed; null if it passed. */
  failure: text(),
})
