import * as z from 'zod/mini'
import { done } from './done.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParam, idParams } from './id.ts'
import { Count } from './mods.ts'
import { pageSize } from './number.ts'
import { pageOf } from './page.ts'
import { cursor, filledText, instant, text } from './text.ts'
import { USER_SORTS } from './user-terms.ts'
import { UserDetail, UserEvent, UserNote } from './users-detail.ts'
import { UserRow } from './users-row.ts'
import { EmailAddress, Username } from './users.ts'

/** Written by staff. The person can read it in their data export. */
const reason = text(500, { min: 3, tooShort: 'Enter a reason.', multiline: true })

const FILTERS = {
  /**
   * The beginning of a username, of a Discord name or of an e-mail address; the number of an order; or `#` and the
   * account’s id.
   */
  q: z.optional(filledText(255)),
  role: z.optional(z.enum(['admin', 'customer'])),
  banned: z.optional(z.enum(['true', 'false'])),
  premium: z.optional(z.literal('true')),
  /** Whether the person has ever paid for an order. */
  bought: z.optional(z.enum(['true', 'false'])),
  sort: z.optional(z.enum(USER_SORTS)),
}

export const UserFilters = z.strictObject(FILTERS)
export type UserFilters = z.output<typeof UserFilters>

export const UserFigures = z.object({
  all: Count,
  newThisWeek: Count,
  admins: Count,
  premium: Count,
  banned: Count,
})
export type UserFigures = z.output<typeof UserFigures>

const STAFF_ACT = ['users.not_found', 'users.yourself', 'users.developer'] as const

export const usersAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    summary: 'List accounts with search, filters and order',
    access: 'admin',
    query: z.strictObject({ ...FILTERS, limit: pageSize(50, 50), after: cursor() }),
    response: pageOf(UserRow),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/admin/users/figures',
    summary: 'Count accounts by kind; a count stops at a limit',
    access: 'admin',
    response: UserFigures,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/admin/users/export',
    summary: 'Export the same list as CSV',
    access: 'admin',
    needsProof: true,
    query: UserFilters,
    response: z.string(),
  }),
  user: endpoint({
    method: 'GET',
    path: '/api/admin/users/:id',
    summary: 'Get an account with its orders, mods, sessions and notes',
    access: 'admin',
    params: idParams,
    response: UserDetail,
    errors: ['users.not_found'],
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/api/admin/users/:id/timeline',
    summary: 'List everything that happened to an account, newest first',
    access: 'admin',
    params: idParams,
    query: z.strictObject({ after: cursor() }),
    response: pageOf(UserEvent),
    errors: ['users.not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/users',
    summary: 'Create an account and mail its owner a link to choose a password',
    access: 'admin',
    needsProof: true,
    body: z.strictObject({ username: Username, email: EmailAddress, isAdmin: z.boolean() }),
    response: z.object({ id: Id }),
    errors: ['auth.username_taken', 'account.email_taken'],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/invite',
    summary: 'Mail the invitation again; the link in the earlier mail stops working',
    access: 'admin',
    needsProof: 'no: mails only the invited person',
    params: idParams,
    response: done(),
    errors: ['users.not_found', 'users.not_invited'],
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/notes',
    summary: 'Add a note that only staff see',
    access: 'admin',
    needsProof: 'no: a note among the staff',
    params: idParams,
    body: z.strictObject({ body: text(2_000, { min: 1, tooShort: 'Write the note first.', multiline: true }) }),
    response: UserNote,
    errors: ['users.not_found', 'users.too_many_notes'],
  }),
  removeNote: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/notes/:noteId',
    summary: 'Remove a note',
    access: 'admin',
    needsProof: 'no: a note among the staff',
    params: z.strictObject({ id: IdParam, noteId: IdParam }),
    response: done(),
  }),
  ban: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/ban',
    summary: 'Ban an account for good or until a time; it is signed out everywhere',
    access: 'admin',
    needsProof: true,
    params: idParams,
    body: z.strictObject({ reason, endsAt: z.nullable(instant()) }),
    response: done(),
    errors: [...STAFF_ACT, 'users.last_admin', 'users.ban_is_over'],
  }),
  unban: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/unban',
    summary: 'Lift a ban',
    access: 'admin',
    needsProof: true,
    params: idParams,
    response: done(),
    errors: ['users.not_found', 'users.not_banned'],
  }),
  role: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/role',
    summary: 'Grant or revoke the admin role; the person has to sign in again',
    access: 'admin',
    needsProof: true,
    params: idParams,
    body: z.strictObject({ isAdmin: z.boolean() }),
    response: done(),
    errors: [...STAFF_ACT, 'users.last_admin'],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/sign-out',
    summary: 'Sign an account out on one device or everywhere',
    access: 'admin',
    needsProof: 'no: locks nobody out',
    params: idParams,
    body: z.strictObject({ sessionId: z.nullable(Id) }),
    response: done(),
    errors: ['users.not_found', 'users.no_session'],
  }),
  movePurchases: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/move-purchases',
    summary: 'Move all paid orders, mods and the subscription to another account of the same person',
    access: 'admin',
    needsProof: true,
    params: idParams,
    body: z.strictObject({ username: filledText(80), reason }),
    response: z.object({ orders: z.int(), mods: z.int(), subscriptions: z.int() }),
    errors: [
      'users.not_found',
      'users.no_target',
      'users.same_account',
      'users.nothing_to_move',
      'users.owned_twice',
      'users.subscribed_twice',
      'users.payment_is_open',
    ],
  }),
  personalData: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/personal-data',
    summary: 'Export everything the store knows about a person as one JSON document, at their request',
    access: 'admin',
    needsProof: true,
    params: idParams,
    response: z.record(z.string(), z.unknown()),
    errors: ['users.not_found'],
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/erase',
    summary: 'Erase an account at its owner’s request; records required by law are kept without personal data',
    access: 'admin',
    needsProof: true,
    params: idParams,
    body: z.strictObject({ username: text(254, { verbatim: true }), reason }),
    response: done(),
    errors: [...STAFF_ACT, 'users.last_admin', 'users.name_differs'],
  }),
}
