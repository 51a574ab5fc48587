import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import {
  ticketAttachments,
  ticketEvents,
  ticketLinks,
  ticketMessages,
  ticketNotes,
  tickets,
} from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'
import type { PersonalData } from '#lib/personal-data.ts'

/**
 * Deleting an account removes everything that was said in its tickets. The number, the category, the rating and the
 * times stay for the support figures. Tickets that a guest wrote with the account's confirmed address are the person's too.
 * Answers that an administrator gave to other customers stay too.
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
      .leftJoin(ticketMessages, eq(ticketMessages.id, ticketAttachments.messageId))
      .leftJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
      .where(
        or(
          eq(ticketAttachments.uploaderId, userId),
          and(isNull(ticketAttachments.uploaderId), await isTheirs(tx, userId)),
        ),
      )
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
    const owned = await isTheirs(tx, userId)
    const theirs = tx.select({ id: tickets.id }).from(tickets).where(owned)
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
        guestEmail: null,
        guestName: null,
        requestId: null,
        ratingComment: '',
        snoozedUntil: null,
        dueAt: null,
        status: sql`case when ${tickets.status} = 'spam' then 'spam' else 'solved' end`,
        version: sql`${tickets.version} + 1`,
      })
      .where(owned)
    await tx.update(tickets).set({ assigneeId: null }).where(eq(tickets.assigneeId, userId))
  },
}

/** An unconfirmed address may be somebody else's. */
const confirmedAddress = async (tx: Tx, userId: number) => {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
  return user?.email ?? null
}

const isTheirs = async (tx: Tx, userId: number) => {
  const email = await confirmedAddress(tx, userId)
  const isOfGuest = email === null ? undefined : and(isNull(tickets.userId), eq(tickets.guestEmail, email))
  return or(eq(tickets.userId, userId), isOfGuest)
}

const collectTickets = async (tx: Tx, userId: number) => {
  const own = await tx
    .select()
    .from(tickets)
    .where(await isTheirs(tx, userId))
    .orderBy(asc(tickets.id))
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
