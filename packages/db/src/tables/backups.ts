import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

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
