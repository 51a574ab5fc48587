import { desc } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { auditLog } from '@slipstream/db/tables/audit'

/** Audit entries, newest first. */
export const lastChanges = (db: Db) => db.select().from(auditLog).orderBy(desc(auditLog.id))
