import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import {
  ticketAttachments,
  ticketEvents,
  ticketLinks,
  ticketMessages,
  ticketNotes,
  tickets,
} from '@slipstream/db/tables/tickets'
import type { PersonalData } from '#lib/personal-data.ts'

/**
 * Deleting an account removes everything that was said in its tickets. The number, the category, the rating and the
 * times stay for the support figures. Answers that an administrator gave to other customers stay too.
 */
export const ticketsPersonalData: PersonalData = {
  name: 'tickets',
  tables: ['tickets', 'ticket_messages', 'ticket_notes', 'ticket_events', 'ticket_attachments'],
  collect: async (tx, userId) => ({
    tickets: await collectTickets(tx, userId),
    files: await tx
      .select({
        name: ticketAttachments.name,
        kind: ticketAttachments.kind,
        sizeBytes: ticketAttachments.sizeBytes,
        createdAt: ticketAttachments.createdAt,
      })
      .from(ticketAttachments)
      .where(eq(ticketAttachments.uploaderId, userId))
      .orderBy(asc(ticketAttachments.id)),
    asStaff: {
      answers: await tx
        .select({ ticketId: ticketMessages.ticketId, body: ticketMessages.body, at: ticketMessages.createdAt })
        .from(ticketMessages)
        .where(and(eq(ticketMessages.authorId, userId), eq(ticketMessages.authorKind, 'staff')))
        .orderBy(asc(ticketMessages.id)),
      notes: await tx
        .select({ ticketId: ticketNotes.ticketId, body: ticketNotes.body, at: ticketNotes.createdAt })
        .from(ticketNotes)
        .where(eq(ticketNotes.authorId, userId))
        .orderBy(asc(ticketNotes.id)),
    },
  }),
  erase: async (tx, userId) => {
    const theirs = tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.userId, userId))
    await tx.delete(ticketMessages).where(inArray(ticketMessages.ticketId, theirs))
    await tx.delete(ticketNotes).where(inArray(ticketNotes.ticketId, theirs))
    await tx.delete(ticketLinks).where(inArray(ticketLinks.ticketId, theirs))
    await tx
      .delete(ticketAttachments)
      .where(and(eq(ticketAttachments.uploaderId, userId), sql`${ticketAttachments.messageId} is null`))
    await tx
      .update(tickets)
      .set({
        subject: '',
        requestId: null,
        ratingComment: '',
        snoozedUntil: null,
        dueAt: null,
        status: sql`case when ${tickets.status} = 'spam' then 'spam' else 'solved' end`,
        version: sql`${tickets.version} + 1`,
      })
      .where(eq(tickets.userId, userId))
    await tx.update(tickets).set({ assigneeId: null }).where(eq(tickets.assigneeId, userId))
  },
}

const collectTickets = async (tx: Tx, userId: number) => {
  const own = await tx.select().from(tickets).where(eq(tickets.userId, userId)).orderBy(asc(tickets.id))
  const ids = own.map(({ id }) => id)
  const messages = await tx
    .select()
    .from(ticketMessages)
    .where(inArray(ticketMessages.ticketId, ids))
    .orderBy(asc(ticketMessages.id))
  const events = await tx
    .select()
    .from(ticketEvents)
    .where(inArray(ticketEvents.ticketId, ids))
    .orderBy(asc(ticketEvents.id))
  return own.map(({ id, subject, category, status, rating, ratingComment, createdAt }) => ({
    id,
    subject,
    category,
    status,
    rating,
    ratingComment,
    createdAt,
    messages: messages
      .filter(({ ticketId }) => ticketId === id)
      .map(({ authorKind, body, createdAt: at }) => ({ author: authorKind, body, at })),
    events: events.filter(({ ticketId }) => ticketId === id).map(({ kind, at }) => ({ kind, at })),
  }))
}
