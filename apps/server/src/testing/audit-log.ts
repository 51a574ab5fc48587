import { desc } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { auditLog } from '@slipstream/db/tables/audit'

/** What was written down about changes, the last one first. */
export const lastChanges = (db: Db) => db.select().from(auditLog).orderBy(desc(auditLog.id))
