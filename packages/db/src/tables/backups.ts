import { pgTable, text } from 'drizzle-orm/pg-core'
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
