import { and, eq, isNull, sql } from 'drizzle-orm'
import type { TicketAuthor } from '@slipstream/contract/ticket-terms'
import type { Db } from '@slipstream/db/client'
import { ticketMessages, tickets } from '@slipstream/db/tables/tickets'
import { shownStatus } from './read-thread.service.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'

const TICKETS_PER_PAGE = 20

const ORDER: PageOrder = {
  name: 'own',
  direction: 'desc',
  keys: [
    { of: tickets.lastMessageAt, type: 'instant' },
    { of: tickets.id, type: 'integer' },
  ],
}

/** Leaves out merged tickets, because they are part of another one. */
export const listOwnTickets = (db: Db, userId: number, after: string | undefined) =>
  readPage(
    ORDER,
    { after, size: TICKETS_PER_PAGE },
    (place, size) =>
      db
        .select({
          id: tickets.id,
          subject: tickets.subject,
          category: tickets.category,
          status: tickets.status,
          version: tickets.version,
          createdAt: tickets.createdAt,
          lastMessageAt: tickets.lastMessageAt,
          lastAuthor: sql<TicketAuthor | null>`(
            select author_kind from ${ticketMessages} m where m.ticket_id = ${tickets}.id order by m.id desc limit 1)`,
          keys: keysOf(ORDER),
        })
        .from(tickets)
        .where(and(eq(tickets.userId, userId), isNull(tickets.mergedIntoId), place))
        .orderBy(orderedBy(ORDER))
        .limit(size),
    ({ createdAt, lastMessageAt, lastAuthor, ...ticket }) => ({
      ...ticket,
      status: shownStatus(ticket.status),
      createdAt: createdAt.toISOString(),
      lastMessageAt: lastMessageAt.toISOString(),
      lastAuthor: lastAuthor ?? 'customer',
    }),
  )
