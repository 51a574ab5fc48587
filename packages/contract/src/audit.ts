import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'

/** What kinds of things administrators change. */
export const AUDIT_SUBJECTS = [
  'mod',
  'release',
  'upload',
  'category',
  'featured',
  'compatibility',
  'order',
  'coupon',
  'entitlement',
  'passkey',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

/** Only what changed: the fields as they were, and as they are now. */
const Fields = z.nullable(z.record(z.string(), z.unknown()))

export const AuditEntry = z.object({
  id: Id,
  at: z.iso.datetime(),
  /** Null where a job of the store did it. */
  actorId: z.nullable(Id),
  actorName: z.string(),
  /** A verb: `publish`, `edit`, `bulk discount`. */
  action: z.string(),
  subject: z.enum(AUDIT_SUBJECTS),
  subjectId: z.nullable(z.string()),
  /** Its name at that time. */
  subjectName: z.string(),
  before: Fields,
  after: Fields,
})
export type AuditEntry = z.output<typeof AuditEntry>

const FILTERS = {
  q: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(80))),
  subject: z.optional(z.enum(AUDIT_SUBJECTS)),
  subjectId: z.optional(z.string().check(z.maxLength(40))),
  actorId: z.optional(z.coerce.number().check(z.int(), z.positive())),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
}
export const AuditFilters = z.strictObject(FILTERS)
export type AuditFilters = z.output<typeof AuditFilters>

export const AuditQuery = z.strictObject({
  ...FILTERS,
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  after: z.optional(z.string().check(z.maxLength(200))),
})
export type AuditQuery = z.output<typeof AuditQuery>

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'Changes made by administrators, newest first',
    access: 'admin',
    query: AuditQuery,
    response: z.object({ items: z.array(AuditEntry), next: z.nullable(z.string()) }),
    errors: ['request.invalid'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/admin/audit/export',
    summary: 'The same as a CSV file',
    access: 'admin',
    query: AuditFilters,
    response: z.string(),
    errors: ['request.invalid'],
  }),
}
