import * as z from 'zod/mini'
import { done } from './done.ts'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { integer } from './number.ts'
import { OrderNumber } from './orders.ts'
import { pageOf } from './page.ts'
import { cursor, emailAddress, filledText, text } from './text.ts'
import {
  TICKET_ATTACHMENT_KINDS,
  TICKET_AUTHORS,
  TICKET_CATEGORIES,
  TICKET_LIMITS,
  TICKET_STATUSES,
} from './ticket-terms.ts'

export const TicketAttachment = z.object({
  id: Id,
  kind: z.enum(TICKET_ATTACHMENT_KINDS),
  name: z.string(),
  sizeBytes: z.int(),
})
export type TicketAttachment = z.output<typeof TicketAttachment>

export const TicketMessage = z.object({
  id: Id,
  authorKind: z.enum(TICKET_AUTHORS),
  /** The name of the customer, the staff member or the store. */
  author: z.string(),
  body: z.string(),
  at: z.iso.datetime(),
  attachments: z.array(TicketAttachment),
})
export type TicketMessage = z.output<typeof TicketMessage>

export const TicketSummary = z.object({
  id: Id,
  subject: z.string(),
  category: z.enum(TICKET_CATEGORIES),
  status: z.enum(TICKET_STATUSES),
  version: z.int(),
  createdAt: z.iso.datetime(),
  lastMessageAt: z.iso.datetime(),
  /** The author of the last message. */
  lastAuthor: z.enum(TICKET_AUTHORS),
})
export type TicketSummary = z.output<typeof TicketSummary>

/** A customer's own ticket. For a merged ticket this is the one that continues it. */
export const TicketThread = z.object({
  id: Id,
  subject: z.string(),
  category: z.enum(TICKET_CATEGORIES),
  status: z.enum(TICKET_STATUSES),
  version: z.int(),
  createdAt: z.iso.datetime(),
  /** By when the store has promised to answer; null while no answer is due. */
  answerDueAt: z.nullable(z.iso.datetime()),
  messages: z.array(TicketMessage),
  /** What support refunded because of this ticket. */
  refunds: z.array(z.object({ id: Id, at: z.iso.datetime(), what: z.string() })),
  /** From 1 to 5. */
  rating: z.nullable(z.int()),
  ratingComment: z.string(),
  mod: z.nullable(z.object({ id: Id, title: z.string() })),
  orderNumber: z.nullable(z.string()),
})
export type TicketThread = z.output<typeof TicketThread>

/** A thread opened through a mailed link, without anything from the customer's account. */
export const GuestThread = z.extend(z.omit(TicketThread, { orderNumber: true, refunds: true }), {
  /** The address the link was mailed to, masked: `k…@g….com`. */
  recipient: z.string(),
})
export type GuestThread = z.output<typeof GuestThread>

/** The contents of a stored file. Pictures are re-encoded, and Windows usernames are removed from logs. */
export const AttachmentContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('picture'), name: z.string(), dataUrl: z.string() }),
  z.object({ kind: z.literal('log'), name: z.string(), text: z.string() }),
])
export type AttachmentContent = z.output<typeof AttachmentContent>

const ClientKey = text(60, { min: 16, verbatim: true })
const LinkToken = text(100, { min: 20, verbatim: true })
const Body = text(TICKET_LIMITS.body, { min: 1, tooShort: 'Write a message first.', multiline: true })
export const AttachmentIds = z.optional(z.array(Id).check(z.maxLength(TICKET_LIMITS.attachmentsPerMessage)))

const ABOUT = {
  subject: text(TICKET_LIMITS.subject, { min: 3, tooShort: 'Say in a few words what it is about.' }),
  body: Body,
  category: z.enum(TICKET_CATEGORIES),
  clientKey: ClientKey,
  modId: z.optional(Id),
  requestId: z.optional(text(60)),
}

/** A guest gets no address to upload to: the text of a log is part of the request. */
const GuestLog = z.strictObject({
  name: filledText(200),
  text: text(TICKET_LIMITS.guestLogBytes, { min: 1, multiline: true, verbatim: true }),
})
export type GuestLog = z.output<typeof GuestLog>

/** A log of the full length with each character escaped; no proxy in front of the store takes more. */
const WITH_LOG_BYTES = 2 * TICKET_LIMITS.guestLogBytes

export const NewTicket = z.strictObject({
  ...ABOUT,
  orderNumber: z.optional(OrderNumber),
  attachmentIds: AttachmentIds,
})

export const ContactMessage = z.strictObject({
  ...ABOUT,
  name: filledText(TICKET_LIMITS.guestName),
  email: emailAddress(),
  log: z.optional(GuestLog),
  'cf-turnstile-response': text(2_048, { min: 1, verbatim: true }),
})

export const TicketReply = z.strictObject({ body: Body, clientKey: ClientKey, attachmentIds: AttachmentIds })

export const TicketRating = z.strictObject({
  rating: integer(1, 5),
  comment: text(TICKET_LIMITS.ratingComment, { multiline: true }),
})

const owned = { access: 'user', owned: true, params: idParams } as const
const linked = z.strictObject({ token: LinkToken })
const LOG_ERRORS = ['tickets.attachment_unusable', 'tickets.too_many_attachments', 'storage.away'] as const

export const ticketsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/tickets',
    summary: 'List your tickets, the latest message first',
    access: 'user',
    query: z.strictObject({ after: cursor() }),
    response: pageOf(TicketSummary),
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/tickets',
    summary: 'Open a ticket',
    access: 'user',
    body: NewTicket,
    response: TicketThread,
    errors: ['tickets.too_many', 'tickets.attachment_not_found', 'orders.not_found', 'mod.not_found'],
  }),
  ticket: endpoint({
    method: 'GET',
    path: '/api/tickets/:id',
    summary: 'Get a ticket with its messages',
    ...owned,
    response: TicketThread,
    errors: ['tickets.not_found'],
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/tickets/:id/messages',
    summary: 'Write a message; a solved ticket is reopened by it',
    ...owned,
    body: TicketReply,
    response: TicketThread,
    errors: ['tickets.not_found', 'tickets.too_many', 'tickets.attachment_not_found', 'tickets.too_many_attachments'],
  }),
  solve: endpoint({
    method: 'POST',
    path: '/api/tickets/:id/solve',
    summary: 'Mark a ticket as solved',
    ...owned,
    response: TicketThread,
    errors: ['tickets.not_found'],
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api/tickets/:id/reopen',
    summary: 'Reopen a solved ticket',
    ...owned,
    response: TicketThread,
    errors: ['tickets.not_found'],
  }),
  rate: endpoint({
    method: 'POST',
    path: '/api/tickets/:id/rating',
    summary: 'Rate a solved ticket',
    ...owned,
    body: TicketRating,
    response: TicketThread,
    errors: ['tickets.not_found', 'tickets.not_solved'],
  }),
  offerAttachment: endpoint({
    method: 'POST',
    path: '/api/tickets/attachments/upload',
    summary: 'Get a presigned URL to upload a file',
    access: 'user',
    offersUpload: true,
    body: z.strictObject({
      kind: z.enum(TICKET_ATTACHMENT_KINDS),
      contentType: filledText(100),
      sizeBytes: integer(1),
    }),
    response: z.object({ key: z.string(), url: z.string() }),
    errors: ['tickets.attachment_unusable', 'tickets.too_many_attachments'],
  }),
  addAttachment: endpoint({
    method: 'POST',
    path: '/api/tickets/attachments',
    summary: 'Check an uploaded file and keep it for the next message',
    access: 'user',
    body: z.strictObject({ key: filledText(200), kind: z.enum(TICKET_ATTACHMENT_KINDS), name: filledText(200) }),
    response: TicketAttachment,
    errors: ['tickets.attachment_not_found', ...LOG_ERRORS],
  }),
  attachment: endpoint({
    method: 'GET',
    path: '/api/tickets/attachments/:id',
    summary: 'Read a file of one of your tickets',
    ...owned,
    response: AttachmentContent,
    errors: ['tickets.attachment_not_found', 'tickets.attachment_gone', 'storage.away'],
  }),
  removeAttachment: endpoint({
    method: 'DELETE',
    path: '/api/tickets/attachments/:id',
    summary: 'Remove a file that was not sent yet',
    ...owned,
    response: done(),
    errors: ['tickets.attachment_not_found'],
  }),
  contact: endpoint({
    method: 'POST',
    path: '/api/contact',
    summary: 'Write to the store without an account',
    access: 'public',
    body: ContactMessage,
    bodyBytes: WITH_LOG_BYTES,
    response: done(),
    errors: ['tickets.too_many', 'mod.not_found', 'auth.bot_check_failed', 'auth.bot_check_away', ...LOG_ERRORS],
  }),
  linkedTicket: endpoint({
    method: 'POST',
    path: '/api/contact/ticket',
    summary: 'Read the ticket of a mailed link; the secret is in the body, where no log sees it',
    access: 'public',
    body: linked,
    response: GuestThread,
    errors: ['tickets.link_over'],
  }),
  linkedReply: endpoint({
    method: 'POST',
    path: '/api/contact/ticket/messages',
    summary: 'Write to the ticket of a mailed link',
    access: 'public',
    body: z.strictObject({ token: LinkToken, body: Body, clientKey: ClientKey, log: z.optional(GuestLog) }),
    bodyBytes: WITH_LOG_BYTES,
    response: GuestThread,
    errors: ['tickets.link_over', 'tickets.too_many', ...LOG_ERRORS],
  }),
  linkedSolve: endpoint({
    method: 'POST',
    path: '/api/contact/ticket/solve',
    summary: 'Mark the ticket of a mailed link as solved',
    access: 'public',
    body: linked,
    response: GuestThread,
    errors: ['tickets.link_over'],
  }),
  linkedRating: endpoint({
    method: 'POST',
    path: '/api/contact/ticket/rating',
    summary: 'Rate the solved ticket of a mailed link',
    access: 'public',
    body: z.strictObject({ token: LinkToken, ...TicketRating.shape }),
    response: GuestThread,
    errors: ['tickets.link_over', 'tickets.not_solved'],
  }),
  linkedAttachment: endpoint({
    method: 'POST',
    path: '/api/contact/ticket/attachment',
    summary: 'Read a file of the ticket of a mailed link',
    access: 'public',
    body: z.strictObject({ token: LinkToken, attachmentId: Id }),
    response: AttachmentContent,
    errors: ['tickets.link_over', 'tickets.attachment_not_found', 'tickets.attachment_gone', 'storage.away'],
  }),
}
