import { and, asc, eq, sql } from 'drizzle-orm'
import { auditLog } from '@slipstream/db/tables/audit'
import type { PersonalData } from '#lib/personal-data.ts'

/**
 * Changes that an administrator made stay in the log under an anonymous id. Changes to the account stay too, but
 * without its name and without the reasons, which may contain the name.
 */
export const auditPersonalData: PersonalData = {
  name: 'changes as an administrator',
  tables: ['audit_log'],
  collect: (tx, userId) =>
    tx
      .select({
        at: auditLog.at,
        action: auditLog.action,
        subject: auditLog.subject,
        subjectName: auditLog.subjectName,
        before: auditLog.before,
        after: auditLog.after,
      })
      .from(auditLog)
      .where(eq(auditLog.actorId, userId))
      .orderBy(asc(auditLog.id)),
  erase: async (tx, userId) => {
    await tx
      .update(auditLog)
      .set({
        subjectName: `deleted user ${userId}`,
        before: sql`${auditLog.before} - 'reason'`,
        after: sql`${auditLog.after} - 'reason'`,
      })
      .where(and(eq(auditLog.subject, 'user'), eq(auditLog.subjectId, String(userId))))
  },
}
