import { and, eq, gte, ilike, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry, AuditFilters, AuditQuery } from '@slipstream/contract/audit'
import type { Db } from '@slipstream/db/client'
import { auditLog } from '@slipstream/db/tables/audit'
import { users } from '@slipstream/db/tables/users'
import type { Cell, CsvFile } from '#lib/lists/csv.ts'
import { likePattern } from '#lib/lists/like-pattern.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { readThrough } from '#lib/lists/read-through.ts'

const ORDER: PageOrder = { name: 'log', direction: 'desc', keys: [{ of: auditLog.id, type: 'integer' }] }

/** Shown as the actor of entries without an administrator. */
const THE_STORE = 'The store'

const COLUMNS = {
  id: auditLog.id,
  at: auditLog.at,
  actorId: auditLog.actorId,
  actorName: sql<string>`coalesce(${users.username}, ${THE_STORE})`,
  action: auditLog.action,
  subject: auditLog.subject,
  subjectId: auditLog.subjectId,
  subjectName: auditLog.subjectName,
  before: auditLog.before,
  after: auditLog.after,
}

export const listAudit = (db: Db, { after, limit, ...filters }: AuditQuery) =>
  readPage(ORDER, { after, size: limit }, (place, size) => readLog(db, and(conditions(filters), place), size), toEntry)

export const exportAudit = (db: Db, filters: AuditFilters): CsvFile => ({
  name: 'changes.csv',
  columns: ['Time', 'Who', 'Action', 'Of', 'Number', 'Name', 'Before', 'After'],
  rows: readThrough(ORDER, (place, size) => readLog(db, and(conditions(filters), place), size), toCells),
})

const readLog = (db: Db, where: SQL | undefined, size: number) =>
  db
    .select({ ...COLUMNS, keys: keysOf(ORDER) })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(where)
    .orderBy(orderedBy(ORDER))
    .limit(size)
type Row = Awaited<ReturnType<typeof readLog>>[number]

const conditions = ({ q, subject, subjectId, actorId, from, to }: AuditFilters) =>
  and(
    q === undefined ? undefined : ilike(auditLog.subjectName, likePattern(q)),
    subject && eq(auditLog.subject, subject),
    subjectId === undefined ? undefined : eq(auditLog.subjectId, subjectId),
    actorId === undefined ? undefined : eq(auditLog.actorId, actorId),
    from === undefined ? undefined : gte(auditLog.at, new Date(from)),
    to === undefined ? undefined : lt(auditLog.at, new Date(to)),
  )

const toEntry = (row: Row): AuditEntry => ({ ...row, at: row.at.toISOString() })

const toCells = ({ at, actorName, action, subject, subjectId, subjectName, before, after }: Row): Cell[] => [
  at.toISOString(),
  actorName,
  action,
  subject,
  subjectId,
  subjectName,
  before && JSON.stringify(before),
  after && JSON.stringify(after),
]
