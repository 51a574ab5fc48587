import { eq } from 'drizzle-orm'
import type { WritableDb } from '@slipstream/db/client'
import { cannedReplies, ticketTrackers } from '@slipstream/db/tables/ticket-desk'
import { ticketMessages } from '@slipstream/db/tables/tickets'
import { first } from '@slipstream/db/testing/first'
import { createAttachment, createTicket } from '@slipstream/db/testing/ticket-factories'
import type { Make } from './matrix-maker.ts'

const newTicket = async (db: WritableDb, userId: number) => (await createTicket(db, { userId })).id

const newCannedReply = async (db: WritableDb) =>
  first(await db.insert(cannedReplies).values({ title: 'Refund done', body: 'It is done.' }).returning()).id

const newTracker = async (db: WritableDb) =>
  first(await db.insert(ticketTrackers).values({ title: 'Crashes since 0.37' }).returning()).id

/** The makers of matrix-things.ts that belong to tickets. */
export const TICKET_MAKERS: Record<string, Make> = {
  '/api/admin/canned-replies/:id': newCannedReply,
  '/api/admin/tickets/:id': newTicket,
  '/api/admin/tickets/attachments/:id': async (db, uploaderId) => {
    const ticketId = await newTicket(db, uploaderId)
    const [message] = await db.select().from(ticketMessages).where(eq(ticketMessages.ticketId, ticketId))
    return (await createAttachment(db, { uploaderId, messageId: message?.id ?? 0 })).id
  },
  '/api/admin/trackers/:id': newTracker,
  '/api/tickets/:id': newTicket,
  // Not sent yet, so that it can be removed.
  '/api/tickets/attachments/:id': async (db, uploaderId) => (await createAttachment(db, { uploaderId })).id,
}
