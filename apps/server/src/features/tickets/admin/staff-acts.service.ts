import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { TICKET_CATEGORY_LABELS, type TicketCategory, type TicketEvent } from '@slipstream/contract/ticket-terms'
import type { AfterReply, TicketAct } from '@slipstream/contract/tickets-admin'
import type { Db, Tx } from '@slipstream/db/client'
import { ticketMessages, ticketNotes, tickets } from '@slipstream/db/tables/tickets'
import { recordChange } from '#features/audit/audit.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { answerTicket } from '../answer-ticket.service.ts'
import { changeTicket, type TicketRow, type TicketStep } from '../change-ticket.service.ts'
import { requireStaff } from './desk-figures.service.ts'

const isTicket = (id: number): SQL => eq(tickets.id, id)

/** The entry names the ticket by its number: the subject is a customer's text, and the log outlives it. */
const audit = (tx: Tx, by: number, { id }: { id: number }, action: string, after: object) =>
  recordChange(tx, { actorId: by, action, subject: 'ticket', subjectId: id, subjectName: `T-${id}`, after })

interface Reply {
  by: number
  body: string
  clientKey: string
  /** The newest message on the writer's screen. */
  lastMessageId: number | null
  after: AfterReply
  attachmentIds?: readonly number[] | undefined
}

/** Answers the customer, unless somebody wrote after the last message that the writer has seen. */
export const replyAsStaff = async (tx: Tx, ticketId: number, { by, lastMessageId, attachmentIds, ...reply }: Reply) => {
  const ticket = await answerTicket(tx, ticketId, {
    ...reply,
    ...(attachmentIds && { attachmentIds }),
    authorId: by,
    check: async (locked) => {
      if (locked.status === 'spam') throw new DomainError('tickets.is_spam')
      const newest = await newestMessageId(tx, locked.id)
      if (newest !== null && newest > (lastMessageId ?? 0)) throw new DomainError('tickets.newer_message')
    },
  })
  await audit(tx, by, ticket, 'reply', { status: ticket.status })
}

/** The newest message of the ticket and of those merged into it. */
const newestMessageId = async (db: Db, ticketId: number) => {
  const merged = db.select({ id: tickets.id }).from(tickets).where(eq(tickets.mergedIntoId, ticketId))
  const newest = (where: SQL) =>
    db.select({ id: ticketMessages.id }).from(ticketMessages).where(where).orderBy(desc(ticketMessages.id)).limit(1)
  const [[own], [other]] = [
    await newest(eq(ticketMessages.ticketId, ticketId)),
    await newest(inArray(ticketMessages.ticketId, merged)),
  ]
  return own || other ? Math.max(own?.id ?? 0, other?.id ?? 0) : null
}

export const noteOnTicket = async (tx: Tx, ticketId: number, { by, body }: { by: number; body: string }) => {
  const ticket = await changeTicket(tx, isTicket(ticketId), { actorId: by }, async ({ id }) => {
    await tx.insert(ticketNotes).values({ ticketId: id, authorId: by, body })
    return { isInternal: true, events: [] }
  })
  await audit(tx, by, ticket, 'note', { length: body.length })
}

export const assignTicket = async (tx: Tx, ticketId: number, by: number, assigneeId: number | null) => {
  const name = assigneeId === null ? null : (await requireStaff(tx, assigneeId)).username
  let isNew = false
  const ticket = await changeTicket(tx, isTicket(ticketId), { actorId: by }, (locked) => {
    isNew = locked.assigneeId !== assigneeId
    return isNew ? { set: { assigneeId }, events: [{ kind: 'assigned', data: { to: assigneeId } }] } : null
  })
  if (isNew) await audit(tx, by, ticket, 'assign', { to: name })
}

/** The promised times depend on the category, so the due time is computed again. */
export const categorizeTicket = async (tx: Tx, ticketId: number, by: number, category: TicketCategory) => {
  let isNew = false
  const ticket = await changeTicket(tx, isTicket(ticketId), { actorId: by }, (locked) => {
    isNew = locked.category !== category
    const detail = TICKET_CATEGORY_LABELS[category]
    return isNew ? { set: { category }, events: [{ kind: 'categorized', data: { detail } }] } : null
  })
  if (isNew) await audit(tx, by, ticket, 'categorize', { category })
}

/** What each act does to a ticket that it applies to. */
const ACTS: Record<
  TicketAct,
  { from: readonly TicketRow['status'][]; to: TicketRow['status']; events: TicketEvent[] }
> = {
  solve: { from: ['open', 'waiting'], to: 'solved', events: ['solved'] },
  reopen: { from: ['solved', 'waiting'], to: 'open', events: ['reopened'] },
  wait: { from: ['open'], to: 'waiting', events: ['waiting'] },
  no_answer_needed: { from: ['open'], to: 'solved', events: ['no_answer_needed', 'solved'] },
  spam: { from: ['open', 'waiting', 'solved'], to: 'spam', events: ['spam'] },
  not_spam: { from: ['spam'], to: 'open', events: ['not_spam', 'reopened'] },
}

const stepOf = ({ status }: TicketRow, act: TicketAct): TicketStep | null => {
  const { from, to, events } = ACTS[act]
  if (!from.includes(status)) return null
  return { set: { status: to, snoozedUntil: null }, events: events.map((kind) => ({ kind })) }
}

/** Idempotent. Returns whether anything changed. */
export const actOnTicket = async (tx: Tx, ticketId: number, by: number, act: TicketAct): Promise<boolean> => {
  let step: TicketStep | null = null
  const ticket = await changeTicket(tx, isTicket(ticketId), { actorId: by }, (locked) => {
    step = stepOf(locked, act)
    return step
  })
  if (step === null) return false
  await audit(tx, by, ticket, act.replaceAll('_', ' '), { status: ticket.status })
  return true
}

/** In the order of their ids, so that two people cannot deadlock. A ticket that no longer exists is skipped. */
export const actOnTickets = async (tx: Tx, ids: readonly number[], by: number, act: TicketAct): Promise<number[]> => {
  const known = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(inArray(tickets.id, [...ids]), isNull(tickets.mergedIntoId)))
    .orderBy(tickets.id)
  const changed: number[] = []
  for (const { id } of known) if (await actOnTicket(tx, id, by, act)) changed.push(id)
  return changed
}

export const snoozeTicket = async (tx: Tx, ticketId: number, by: number, until: Date | null) => {
  if (until !== null && until <= new Date()) throw new DomainError('tickets.snooze_over')
  const ticket = await changeTicket(tx, isTicket(ticketId), { actorId: by }, () => ({
    set: { snoozedUntil: until },
    events: until === null ? [] : [{ kind: 'snoozed', data: { until: until.toISOString() } }],
  }))
  await audit(tx, by, ticket, until === null ? 'wake' : 'snooze', { until })
}
