import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { integer, pageSize } from './number.ts'
import { pageOf } from './page.ts'
import { cursor } from './text.ts'

/** An account with rights beyond those of a customer. */
export const StaffAccount = z.object({
  id: Id,
  username: z.string(),
  isAdmin: z.boolean(),
  isDeveloper: z.boolean(),
  secondFactors: z.array(z.enum(['app', 'passkey'])),
  openSessions: integer(0),
  /** When any of the open sessions was last used. */
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type StaffAccount = z.output<typeof StaffAccount>

/** The sign-in limits that the page explains. */
export const LIMIT_NAMES = [
  'sign-in-address',
  'password-burst',
  'password-daily',
  'password-everywhere',
  'code-burst',
  'code-everywhere',
  'register',
  'auth-mailbox',
] as const
export type LimitName = (typeof LIMIT_NAMES)[number]

export const SecurityOverview = z.object({
  secondFactor: z.object({
    /** Administrators without a second factor have no admin rights. */
    isRequired: z.boolean(),
    /** Fixed by the configuration, or always off in a demo store: the page cannot change it. */
    fixedBy: z.nullable(z.enum(['configuration', 'demo'])),
    change: z.nullable(z.object({ at: z.iso.datetime(), by: z.string() })),
    /** Administrators without a second factor. */
    lacking: integer(0),
  }),
  sessions: z.object({ idleDays: integer(1), longestDays: integer(1), proofMinutes: integer(1) }),
  limits: z.array(z.object({ name: z.enum(LIMIT_NAMES), max: integer(1), windowMinutes: integer(1) })),
  /** Attempts in the last 24 hours. */
  attempts: z.object({ failed: integer(0), limited: integer(0) }),
})
export type SecurityOverview = z.output<typeof SecurityOverview>

export const securityApi = {
  overview: endpoint({
    method: 'GET',
    path: '/api/admin/security',
    summary: 'Read the rules for sign-in and sessions, and the attempts of the last day',
    access: 'admin',
    response: SecurityOverview,
  }),
  staff: endpoint({
    method: 'GET',
    path: '/api/admin/security/staff',
    summary: 'List the administrators and the developer with their second factors and sessions',
    access: 'admin',
    query: z.strictObject({ limit: pageSize(50, 100), after: cursor() }),
    response: pageOf(StaffAccount),
  }),
  requireSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/security/second-factor',
    summary: 'Require a second factor of administrators, or stop requiring it',
    access: 'admin',
    needsProof: true,
    body: z.strictObject({ isRequired: z.boolean() }),
    response: SecurityOverview,
    errors: ['security.own_second_factor', 'security.fixed'],
  }),
}
