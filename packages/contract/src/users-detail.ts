import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { Id } from './id.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { TIMELINE_KINDS } from './user-terms.ts'
import { UserRow } from './users-row.ts'

export const UserNote = z.object({
  id: Id,
  /** The administrator’s username. */
  by: z.string(),
  body: z.string(),
  at: z.iso.datetime(),
})
export type UserNote = z.output<typeof UserNote>

const UserSession = z.object({
  id: Id,
  method: z.enum(['password', 'discord', 'passkey']),
  device: z.string(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
})
export type UserSession = z.output<typeof UserSession>

export const UserDetail = z.extend(z.omit(UserRow, { orderCount: true, spentCents: true }), {
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Invited, and has not chosen a password yet. */
  isInvited: z.boolean(),
  /** The account of the administrator who asks. */
  isYou: z.boolean(),
  sums: z.object({
    orders: z.int(),
    spentCents: CentsAmount,
    refundedCents: CentsAmount,
    refundedOrders: z.int(),
    downloads: z.int(),
    downloadedMods: z.int(),
    reviews: z.int(),
    tickets: z.int(),
    openTickets: z.int(),
  }),
  orders: z.array(
    z.object({
      id: Id,
      number: z.string(),
      status: z.enum(ORDER_STATUSES),
      titles: z.array(z.string()),
      totalCents: CentsAmount,
      hasOpenRequest: z.boolean(),
      createdAt: z.iso.datetime(),
    }),
  ),
  mods: z.array(
    z.object({
      id: Id,
      modId: Id,
      title: z.string(),
      source: z.enum(['purchase', 'grant']),
      grantedAt: z.iso.datetime(),
      windowEndsAt: z.nullable(z.iso.datetime()),
      downloads: z.int(),
    }),
  ),
  modCount: z.int(),
  sessions: z.array(UserSession),
  notes: z.array(UserNote),
})
export type UserDetail = z.output<typeof UserDetail>

export const UserEvent = z.object({
  /** Unique within a timeline. */
  key: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at: z.iso.datetime(),
  /** What happened: an order’s status, the result of a sign-in, an administrator’s act. */
  what: z.string(),
  /** What it is about: an order’s number, a mod’s title, the subject of a ticket. */
  about: z.string(),
  /** The id to link to, if the subject has its own page. */
  link: z.nullable(z.string()),
  /** The administrator’s username, for acts of staff. */
  by: z.nullable(z.string()),
  /** A reason, a note, an address. */
  detail: z.string(),
  amountCents: z.nullable(CentsAmount),
})
export type UserEvent = z.output<typeof UserEvent>
