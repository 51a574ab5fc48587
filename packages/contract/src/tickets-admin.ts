import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { pageSize } from './number.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { pageOf } from './page.ts'
import { cursor, filledText, instant, text } from './text.ts'
import { QUEUE_GROUPS } from './ticket-queue.ts'
import { TICKET_AUTHORS, TICKET_CATEGORIES, TICKET_EVENTS, TICKET_LIMITS, TICKET_STATUSES } from './ticket-terms.ts'
import { AttachmentContent, AttachmentIds, TicketMessage } from './tickets.ts'

/** `queue` is everything that is neither solved nor spam nor snoozed. */
export const DESK_VIEWS = ['queue', 'waiting', 'snoozed', 'solved', 'spam'] as const
export type DeskView = (typeof DESK_VIEWS)[number]

const FILTERS = {
  view: z.optional(z.enum(DESK_VIEWS)),
  category: z.optional(z.enum(TICKET_CATEGORIES)),
  /** `me`, `none`, or a staff member’s username. */
  assignee: z.optional(filledText(80)),
  premium: z.optional(z.literal('true')),
  late: z.optional(z.literal('true')),
  /** A ticket number, an e-mail address, a username, or words of the subject and the messages. */
  q: z.optional(filledText(120)),
}
export const TicketFilters = z.strictObject(FILTERS)
export type TicketFilters = z.output<typeof TicketFilters>

const Person = z.object({ id: Id, username: z.string() })

export const QueueRow = z.object({
  id: Id,
  subject: z.string(),
  category: z.enum(TICKET_CATEGORIES),
  status: z.enum(TICKET_STATUSES),
  group: z.enum(QUEUE_GROUPS),
  /** The username, or the name a guest gave. */
  customer: z.string(),
  isGuest: z.boolean(),
  isPremium: z.boolean(),
  dueAt: z.nullable(z.iso.datetime()),
  snoozedUntil: z.nullable(z.iso.datetime()),
  assignee: z.nullable(Person),
  lastMessageAt: z.iso.datetime(),
  lastAuthor: z.enum(TICKET_AUTHORS),
})
export type QueueRow = z.output<typeof QueueRow>

const Clock = z.object({
  state: z.enum(['running', 'paused', 'ended']),
  dueAt: z.nullable(z.iso.datetime()),
  isMissed: z.boolean(),
})

export const DeskNote = z.object({ id: Id, by: z.string(), body: z.string(), at: z.iso.datetime() })
export type DeskNote = z.output<typeof DeskNote>

export const DeskEvent = z.object({
  id: Id,
  ticketId: Id,
  kind: z.enum(TICKET_EVENTS),
  /** Null for a guest and for the store itself. */
  by: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** A name, a date or an amount, for the kinds that have one. */
  detail: z.nullable(z.string()),
})
export type DeskEvent = z.output<typeof DeskEvent>

const DeskOrder = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  titles: z.array(z.string()),
  /** What is left to refund, mod by mod. */
  refundable: z.array(z.object({ itemId: Id, title: z.string(), cents: CentsAmount })),
  totalCents: CentsAmount,
  refundableCents: CentsAmount,
  createdAt: z.iso.datetime(),
  hasOpenRequest: z.boolean(),
})
export type DeskOrder = z.output<typeof DeskOrder>

/** The account behind a ticket. Guests have none, because nothing proves who they are. */
export const DeskCustomer = z.object({
  id: Id,
  username: z.string(),
  email: z.nullable(z.string()),
  isPremium: z.boolean(),
  since: z.iso.datetime(),
  orderCount: z.int(),
  spentCents: CentsAmount,
  refundCount: z.int(),
  downloads: z.object({ count: z.int(), lastAt: z.nullable(z.iso.datetime()) }),
  orders: z.array(DeskOrder),
  mods: z.array(z.object({ modId: Id, title: z.string(), revokedAt: z.nullable(z.iso.datetime()) })),
  tickets: z.array(z.object({ id: Id, subject: z.string(), status: z.enum(TICKET_STATUSES), at: z.iso.datetime() })),
})
export type DeskCustomer = z.output<typeof DeskCustomer>

const Named = z.object({ id: Id, subject: z.string() })

export const DeskTicket = z.extend(QueueRow, {
  version: z.int(),
  createdAt: z.iso.datetime(),
  guestEmail: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  clocks: z.object({ first: Clock, next: Clock, solution: Clock }),
  /** Null before the first message. */
  lastMessageId: z.nullable(Id),
  messages: z.array(TicketMessage),
  notes: z.array(DeskNote),
  events: z.array(DeskEvent),
  customerCard: z.nullable(DeskCustomer),
  order: z.nullable(DeskOrder),
  mod: z.nullable(z.object({ id: Id, title: z.string(), version: z.nullable(z.string()) })),
  rating: z.nullable(z.int()),
  mergedInto: z.nullable(Named),
  merged: z.array(Named),
  tracker: z.nullable(z.object({ id: Id, title: z.string() })),
})
export type DeskTicket = z.output<typeof DeskTicket>

export const DeskFigures = z.object({
  /** Counted up to 1,000. */
  counts: z.object({ queue: z.int(), mine: z.int(), unassigned: z.int(), late: z.int(), snoozed: z.int() }),
  /** The median of the last seven days and of the seven before; null without an answer. */
  firstAnswer: z.object({ medianMinutes: z.nullable(z.int()), beforeMinutes: z.nullable(z.int()) }),
  staff: z.array(Person),
})
export type DeskFigures = z.output<typeof DeskFigures>

/** The ticket's status after a reply. */
export const AFTER_REPLY = ['waiting', 'solved', 'open'] as const
export type AfterReply = (typeof AFTER_REPLY)[number]

export const TICKET_ACTS = ['solve', 'reopen', 'wait', 'no_answer_needed', 'spam', 'not_spam'] as const
export type TicketAct = (typeof TICKET_ACTS)[number]

const body = text(TICKET_LIMITS.body, { min: 1, multiline: true })
const reason = text(500, { min: 3, tooShort: 'Enter a reason.', multiline: true })
const many = z.array(Id).check(z.minLength(1), z.maxLength(100))
const ticketEndpoint = { access: 'admin', params: idParams, response: DeskTicket } as const
const ticketWrite = { ...ticketEndpoint, needsProof: 'no: tickets' } as const
const ofCustomer = ['tickets.not_found', 'tickets.unverified'] as const
const provenWrite = { ...ticketEndpoint, needsProof: true } as const

export const ticketsAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/tickets',
    summary: 'List tickets: late ones first, then those due within two hours, then the rest; Premium first in each',
    access: 'admin',
    query: z.strictObject({ ...FILTERS, limit: pageSize(50, 50), after: cursor() }),
    response: pageOf(QueueRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/admin/tickets/export',
    summary: 'Export tickets of a view as CSV, newest first',
    access: 'admin',
    needsProof: true,
    query: TicketFilters,
    response: z.string(),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/admin/tickets/figures',
    summary: 'Count the tickets of each view and list the staff members a ticket can be assigned to',
    access: 'admin',
    poll: true,
    response: DeskFigures,
  }),
  ticket: endpoint({
    ...ticketEndpoint,
    method: 'GET',
    path: '/api/admin/tickets/:id',
    summary: 'Get a ticket with its thread, notes, clocks and customer',
    errors: ['tickets.not_found'],
  }),
  attachment: endpoint({
    method: 'GET',
    path: '/api/admin/tickets/attachments/:id',
    summary: 'Read a file of any ticket',
    access: 'admin',
    params: idParams,
    response: AttachmentContent,
    errors: ['tickets.attachment_not_found', 'tickets.attachment_gone', 'storage.away'],
  }),
  reply: endpoint({
    ...ticketWrite,
    method: 'POST',
    path: '/api/admin/tickets/:id/reply',
    summary: 'Answer the customer; refused if a message was added after the last one seen',
    body: z.strictObject({
      body,
      clientKey: filledText(80),
      /** The newest message on the writer’s screen. */
      lastMessageId: z.nullable(Id),
      after: z.enum(AFTER_REPLY),
      attachmentIds: AttachmentIds,
    }),
    errors: [
      'tickets.not_found',
      'tickets.newer_message',
      'tickets.is_spam',
      'tickets.attachment_not_found',
      'tickets.too_many_attachments',
    ],
  }),
  note: endpoint({
    ...ticketWrite,
    method: 'POST',
    path: '/api/admin/tickets/:id/notes',
    summary: 'Add an internal note that no customer sees',
    body: z.strictObject({ body }),
    errors: ['tickets.not_found'],
  }),
  assign: endpoint({
    ...ticketWrite,
    method: 'POST',
    path: '/api/admin/tickets/:id/assign',
    summary: 'Assign a ticket to a staff member, or to nobody',
    body: z.strictObject({ assigneeId: z.nullable(Id) }),
    errors: ['tickets.not_found', 'tickets.no_staff'],
  }),
  categorize: endpoint({
    ...ticketWrite,
    method: 'POST',
    path: '/api/admin/tickets/:id/category',
    summary: 'Change what a ticket is about, and with it the promised response time',
    body: z.strictObject({ category: z.enum(TICKET_CATEGORIES) }),
    errors: ['tickets.not_found'],
  }),
  act: endpoint({
    ...ticketWrite,
    method: 'POST',
    path: '/api/admin/tickets/:id/act',
    summary: 'Solve or reopen a ticket, wait for the customer, or mark it as spam',
    body: z.strictObject({ act: z.enum(TICKET_ACTS) }),
    errors: ['tickets.not_found'],
  }),
  actOnMany: endpoint({
    method: 'POST',
    path: '/api/admin/tickets/act',
    needsProof: 'no: tickets',
    summary: 'Do the same to many tickets; returns those that changed',
    access: 'admin',
    body: z.strictObject({ ids: many, act: z.enum(['solve', 'reopen', 'spam', 'not_spam']) }),
    response: z.object({ changed: z.array(Id) }),
  }),
  snooze: endpoint({
    ...ticketWrite,
    method: 'POST',
    path: '/api/admin/tickets/:id/snooze',
    summary: 'Hide a ticket from the queue until a time, a message of the customer or its due time; null wakes it',
    body: z.strictObject({ until: z.nullable(instant()) }),
    errors: ['tickets.not_found', 'tickets.snooze_over'],
  }),
  merge: endpoint({
    ...ticketWrite,
    method: 'POST',
    path: '/api/admin/tickets/:id/merge',
    summary: 'Continue a ticket in another one of the same customer',
    body: z.strictObject({ intoId: Id }),
    errors: ['tickets.not_found', 'tickets.other_customer', 'tickets.merged_already'],
  }),
  unmerge: endpoint({
    ...ticketWrite,
    method: 'POST',
    path: '/api/admin/tickets/:id/unmerge',
    summary: 'Undo a merge',
    errors: ['tickets.not_found'],
  }),
  refund: endpoint({
    ...provenWrite,
    method: 'POST',
    path: '/api/admin/tickets/:id/refund',
    summary: 'Refund an order of the ticket’s customer or some of its mods',
    body: z.strictObject({
      orderId: Id,
      itemIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(200))),
      reason,
    }),
    errors: [...ofCustomer, 'orders.not_found', 'orders.not_paid', 'orders.nothing_to_refund', 'orders.not_refundable'],
  }),
  regrant: endpoint({
    ...provenWrite,
    method: 'POST',
    path: '/api/admin/tickets/:id/regrant',
    summary: 'Put a mod back into the locker of the ticket’s customer for free',
    body: z.strictObject({ modId: Id, reason }),
    errors: [...ofCustomer, 'mod.not_found', 'entitlement.owned'],
  }),
}
