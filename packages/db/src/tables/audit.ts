import { foreignKey, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { AuditSubject } from '@slipstream/contract/audit'
import { createdAt, id } from './columns.ts'
import { users } from './users.ts'

/** Changes by administrators, written in the transaction of the change. Later only an erased user's name is removed. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: createdAt(),
    /** Null for the store's own jobs. */
    actorId: integer(),
    action: text().notNull(),
    subject: text().$type<AuditSubject>().notNull(),
    subjectId: text(),
    subjectName: text().notNull().default(''),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    foreignKey({ name: 'audit_log_actor', columns: [table.actorId], foreignColumns: [users.id] }),
    index('audit_log_of_subject').on(table.subject, table.subjectId, table.id.desc().nullsFirst()),
    index('audit_log_of_kind').on(table.subject, table.id.desc().nullsFirst()),
    index('audit_log_by_time').on(table.at),
    index('audit_log_by_name').using('gin', table.subjectName.op('gin_trgm_ops')),
    index('audit_log_of_actor').on(table.actorId, table.id.desc().nullsFirst()),
  ],
)
