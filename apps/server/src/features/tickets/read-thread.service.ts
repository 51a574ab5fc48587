import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { HOUR_MS } from '@slipstream/contract/durations'
import { responseLimitHoursOf, type TicketStatus } from '@slipstream/contract/ticket-terms'
import type { TicketMessage } from '@slipstream/contract/tickets'
import type { Db } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { orders } from '@slipstream/db/tables/orders'
import { ticketAttachments, ticketEvents, ticketMessages, tickets } from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'
import { DomainError } from '#lib/domain-error.ts'
import type { TicketRow } from './change-ticket.service.ts'

/** Only the newest messages of a thread are read. No real conversation is longer. */
const MOST_MESSAGES = 500

/** A ticket as its customer sees it. For a merged ticket, that is the one it was merged into. */
export const readThread = async (db: Db, which: SQL | undefined) => {
  const found = await readTicket(db, which)
  const { ticket, modTitle, orderNumber } =
    found.ticket.mergedIntoId === null ? found : await readTicket(db, eq(tickets.id, found.ticket.mergedIntoId))
  const messages = await readMessages(db, ticket.id)
  return {
    id: ticket.id,
    subject: ticket.subject,
    category: ticket.category,
    status: shownStatus(ticket.status),
    version: ticket.version,
    createdAt: ticket.createdAt.toISOString(),
    answerDueAt: answerDueAt(ticket, messages),
    messages,
    refunds: await readRefunds(db, ticket.id),
    rating: ticket.rating,
    ratingComment: ticket.ratingComment,
    mod: ticket.modId === null ? null : { id: ticket.modId, title: modTitle ?? '' },
    orderNumber,
  }
}

/** A customer is not told that a ticket was marked as spam: the sender may be innocent, or learn from it. */
export const shownStatus = (status: TicketStatus) => (status === 'spam' ? 'open' : status)

/** The id of the ticket that this one was merged into, or its own. */
export const threadIdOf = async (db: Db, ticketId: number) => {
  const { ticket } = await readTicket(db, eq(tickets.id, ticketId))
  return ticket.mergedIntoId ?? ticket.id
}

const readTicket = async (db: Db, which: SQL | undefined) => {
  const [found] = await db
    .select({ ticket: tickets, modTitle: mods.title, orderNumber: orders.number })
    .from(tickets)
    .leftJoin(mods, eq(mods.id, tickets.modId))
    .leftJoin(orders, eq(orders.id, tickets.orderId))
    .where(which)
  if (!found) throw new DomainError('tickets.not_found')
  return found
}

/** The messages of a ticket and of those merged into it, in the order in which they were written. */
export const readMessages = async (db: Db, ticketId: number): Promise<TicketMessage[]> => {
  const rows = await db
    .select({
      id: ticketMessages.id,
      authorKind: ticketMessages.authorKind,
      author: sql<string>`coalesce(${users.username}, ${tickets.guestName}, '')`,
      body: ticketMessages.body,
      at: ticketMessages.createdAt,
    })
    .from(ticketMessages)
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .leftJoin(users, eq(users.id, ticketMessages.authorId))
    .where(or(eq(tickets.id, ticketId), eq(tickets.mergedIntoId, ticketId)))
    .orderBy(desc(ticketMessages.createdAt), desc(ticketMessages.id))
    .limit(MOST_MESSAGES)
  const files = await readFiles(
    db,
    rows.map(({ id }) => id),
  )
  return rows.reverse().map(({ at, ...message }) => ({
    ...message,
    author: message.authorKind === 'store' ? '' : message.author,
    at: at.toISOString(),
    attachments: (files.get(message.id) ?? []).map(({ id, kind, name, sizeBytes }) => ({ id, kind, name, sizeBytes })),
  }))
}

/** The refunds of the ticket and of those merged into it. */
const readRefunds = async (db: Db, ticketId: number) => {
  const rows = await db
    .select({ id: ticketEvents.id, at: ticketEvents.at, data: ticketEvents.data })
    .from(ticketEvents)
    .innerJoin(tickets, eq(tickets.id, ticketEvents.ticketId))
    .where(
      and(or(eq(tickets.id, ticketId), eq(tickets.mergedIntoId, ticketId)), sql`${ticketEvents.kind} = 'refunded'`),
    )
    .orderBy(asc(ticketEvents.id))
    .limit(MOST_MESSAGES)
  return rows.map(({ id, at, data }) => ({ id, at: at.toISOString(), what: String(data.detail) }))
}

const readFiles = async (db: Db, messageIds: number[]) => {
  const files = await db
    .select()
    .from(ticketAttachments)
    .where(inArray(ticketAttachments.messageId, messageIds))
    .orderBy(asc(ticketAttachments.id))
  return Map.groupBy(files, ({ messageId }) => messageId)
}

/** When an answer is due by the policies, counted from the first message that waits for one. */
const answerDueAt = ({ status, category }: TicketRow, messages: readonly TicketMessage[]) => {
  if (status !== 'open') return null
  const waiting = messages.slice(messages.findLastIndex(({ authorKind }) => authorKind !== 'customer') + 1)
  const [first] = waiting
  return first ? new Date(Date.parse(first.at) + responseLimitHoursOf(category) * HOUR_MS).toISOString() : null
}
