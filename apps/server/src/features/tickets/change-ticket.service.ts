import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { TICKET_LIMITS, type TicketAuthor, type TicketEvent } from '@slipstream/contract/ticket-terms'
import type { Tx } from '@slipstream/db/client'
import { ticketAttachments, ticketEvents, ticketMessages, tickets } from '@slipstream/db/tables/tickets'
import { DomainError } from '#lib/domain-error.ts'
import { queueMessage } from '#lib/outbox/outbox.ts'
import type { KeptLog } from './guest-log.ts'
import { announceTicket } from './tickets.topics.ts'
import { clockColumns } from './ticket-clock.service.ts'

export type TicketRow = typeof tickets.$inferSelect

export interface NewMessage {
  authorKind: TicketAuthor
  /** Null for a guest and for the store itself. */
  authorId: number | null
  body: string
  /** Idempotency key: sending it twice writes one message. */
  clientKey: string
  /** Files that the author has uploaded and not sent yet. */
  attachmentIds?: readonly number[]
  /** Of a guest. */
  log?: KeptLog
}

/** One change of a ticket: new values of its row, a message, and events for its history. */
export interface TicketStep {
  set?: Partial<
    Pick<
      TicketRow,
      | 'status'
      | 'category'
      | 'assigneeId'
      | 'orderId'
      | 'modId'
      | 'snoozedUntil'
      | 'mergedIntoId'
      | 'trackerId'
      | 'rating'
      | 'ratingComment'
    >
  >
  message?: NewMessage
  /** Only staff can see the change. */
  isInternal?: boolean
  events: readonly { kind: TicketEvent; data?: Record<string, unknown> }[]
}

interface ChangeOptions {
  /** Null for a guest and for the store itself. */
  actorId: number | null
  /** The key of the message to be written. If it was written before, nothing changes. */
  clientKey?: string
  /** Whether a change of a merged ticket goes to the ticket it was merged into. Merging and unmerging do not. */
  followsMerge?: boolean
}

/**
 * The only way a ticket changes, for customers and staff alike: locks it, applies the step, raises its version and
 * announces it. `which` contains the ownership check, so that another person's ticket counts as not found. Returns the
 * row as it is afterward. A step of null changes nothing.
 */
export const changeTicket = async (
  tx: Tx,
  which: SQL | undefined,
  { actorId, clientKey, followsMerge = true }: ChangeOptions,
  decide: (ticket: TicketRow) => TicketStep | null | Promise<TicketStep | null>,
): Promise<TicketRow> => {
  const ticket = await lockTicket(tx, which, followsMerge)
  if (clientKey !== undefined && (await isWritten(tx, ticket.id, clientKey))) return ticket
  const step = await decide(ticket)
  return step === null ? ticket : applyStep(tx, ticket, actorId, step)
}

/** A merged ticket leads to the one that continues it. The pointer is read first, so that only one row is locked. */
const lockTicket = async (tx: Tx, which: SQL | undefined, followsMerge: boolean): Promise<TicketRow> => {
  const [found] = await tx.select().from(tickets).where(which)
  let id = found && (followsMerge ? (found.mergedIntoId ?? found.id) : found.id)
  while (id !== undefined) {
    const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, id)).for('update')
    if (ticket && (!followsMerge || ticket.mergedIntoId === null)) return ticket
    id = ticket?.mergedIntoId ?? undefined
  }
  throw new DomainError('tickets.not_found')
}

const isWritten = async (tx: Tx, ticketId: number, clientKey: string) => {
  const [message] = await tx
    .select({ id: ticketMessages.id })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticketId), eq(ticketMessages.clientKey, clientKey)))
  return message !== undefined
}

const applyStep = async (
  tx: Tx,
  ticket: TicketRow,
  actorId: number | null,
  { set, message, isInternal, events }: TicketStep,
) => {
  const { id } = ticket
  if (message) await writeMessage(tx, id, message)
  await noteEvents(tx, id, actorId, events)
  const [changed] = await tx
    .update(tickets)
    .set({
      ...set,
      ...(await clockColumns(tx, { ...ticket, ...set })),
      version: sql`${tickets.version} + 1`,
      ...(message && { lastMessageAt: sql`now()` }),
    })
    .where(eq(tickets.id, id))
    .returning()
  if (!changed) throw new Error('the locked ticket is gone')
  await announceTicket(tx, changed, isInternal)
  return changed
}

export const noteEvents = async (tx: Tx, ticketId: number, actorId: number | null, events: TicketStep['events']) => {
  if (events.length === 0) return
  await tx.insert(ticketEvents).values(events.map((event) => ({ ticketId, actorId, ...event })))
}

/** Writes a message with its files and queues the mail about an answer. */
export const writeMessage = async (
  tx: Tx,
  ticketId: number,
  { attachmentIds = [], log, ...message }: NewMessage,
): Promise<void> => {
  const [written] = await tx
    .insert(ticketMessages)
    .values({ ticketId, ...message })
    .returning({ id: ticketMessages.id })
  if (!written) throw new Error('the message was not written')
  if (attachmentIds.length > 0) {
    await refuseTooManyFiles(tx, ticketId, attachmentIds.length)
    await attach(tx, written.id, message.authorId, attachmentIds)
  }
  if (log) {
    await refuseTooManyFiles(tx, ticketId, 1)
    await tx.insert(ticketAttachments).values({ ...log, messageId: written.id, kind: 'log' })
  }
  if (message.authorKind !== 'customer')
    await queueMessage(tx, 'tickets.mail_answer', { messageId: written.id }, { kind: 'tickets' })
}

const refuseTooManyFiles = async (tx: Tx, ticketId: number, added: number) => {
  const [stored = { count: 0 }] = await tx
    .select({ count: count() })
    .from(ticketAttachments)
    .innerJoin(ticketMessages, eq(ticketMessages.id, ticketAttachments.messageId))
    .where(eq(ticketMessages.ticketId, ticketId))
  if (stored.count + added > TICKET_LIMITS.attachmentsPerTicket) throw new DomainError('tickets.too_many_attachments')
}

/** Only the author's own files, and each of them once. */
const attach = async (tx: Tx, messageId: number, authorId: number | null, ids: readonly number[]) => {
  const attached = await tx
    .update(ticketAttachments)
    .set({ messageId })
    .where(
      and(
        inArray(ticketAttachments.id, [...ids]),
        eq(ticketAttachments.uploaderId, authorId ?? 0),
        isNull(ticketAttachments.messageId),
      ),
    )
    .returning({ id: ticketAttachments.id })
  if (attached.length !== new Set(ids).size) throw new DomainError('tickets.attachment_not_found')
}
