import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParam } from './id.ts'
import { pageSize } from './number.ts'
import { pageOf } from './page.ts'
import { cursor, filledText, instant, text } from './text.ts'

/** The kinds of things administrators change. */
const AUDIT_SUBJECTS = [
  'mod',
  'release',
  'upload',
  'category',
  'featured',
  'compatibility',
  'order',
  'coupon',
  'plan',
  'subscription',
  'user',
  'entitlement',
  'ticket',
  'canned reply',
  'tracker',
  'review',
  'passkey',
  'settings',
  'task',
  'operation',
  'outbox',
  'backup',
  'trace',
  'job',
  'webhook',
  'room',
  'team category',
  'team member',
  'newsletter',
  'mail suppression',
  'mail template',
  'announcement',
  'legal text',
  'export',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

export const AuditEntry = z.object({
  id: Id,
  at: z.iso.datetime(),
  /** Null for the store's own jobs. */
  actorId: z.nullable(Id),
  actorName: z.string(),
  /** A verb: `publish`, `edit`, `bulk discount`. */
  action: z.string(),
  subject: z.enum(AUDIT_SUBJECTS),
  subjectId: z.nullable(z.string()),
  /** The subject's name at the time of the change. */
  subjectName: z.string(),
  /** Only the fields that changed, before and after. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})
export type AuditEntry = z.output<typeof AuditEntry>

const FILTERS = {
  q: z.optional(filledText(80)),
  subject: z.optional(z.enum(AUDIT_SUBJECTS)),
  subjectId: z.optional(text(40)),
  actorId: z.optional(IdParam),
  from: z.optional(instant()),
  to: z.optional(instant()),
}
export const AuditFilters = z.strictObject(FILTERS)
export type AuditFilters = z.output<typeof AuditFilters>

export const AuditQuery = z.strictObject({
  ...FILTERS,
  limit: pageSize(50, 100),
  after: cursor(),
})
export type AuditQuery = z.output<typeof AuditQuery>

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'List the changes made by administrators, newest first',
    access: 'admin',
    query: AuditQuery,
    response: pageOf(AuditEntry),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/admin/audit/export',
    summary: 'Export the same list as CSV',
    access: 'admin',
    needsProof: true,
    query: AuditFilters,
    response: z.string(),
  }),
}
