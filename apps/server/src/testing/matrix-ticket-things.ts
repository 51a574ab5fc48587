import { eq } from 'drizzle-orm'
import type { WritableDb } from '@slipstream/db/client'
import { cannedReplies, ticketTrackers } from '@slipstream/db/tables/ticket-desk'
import { ticketMessages } from '@slipstream/db/tables/tickets'
import { createAttachment, createTicket } from '@slipstream/db/testing/ticket-factories'

type Make = (db: WritableDb, ownerId: number) => Promise<string>

const ofOwnTicket = (act: string) => async (db: WritableDb, userId: number) =>
  `/api/tickets/${(await createTicket(db, { userId })).id}${act}`

const ofTicket = (act: string) => async (db: WritableDb, userId: number) =>
  `/api/admin/tickets/${(await createTicket(db, { userId })).id}${act}`

const newCannedReply = async (db: WritableDb) => {
  const [reply] = await db.insert(cannedReplies).values({ title: 'Refund done', body: 'It is done.' }).returning()
  return `/api/admin/canned-replies/${reply?.id}`
}

const ofTracker = (act: string) => async (db: WritableDb) => {
  const [tracker] = await db.insert(ticketTrackers).values({ title: 'Crashes since 0.37' }).returning()
  return `/api/admin/trackers/${tracker?.id}${act}`
}

/** Not sent yet, so that it can be removed. */
const ofOwnAttachment = async (db: WritableDb, uploaderId: number) =>
  `/api/tickets/attachments/${(await createAttachment(db, { uploaderId })).id}`

/** The things of matrix-things.ts that belong to tickets. */
export const TICKET_THINGS: Record<string, Make> = {
  'GET /api/admin/tickets/:id': ofTicket(''),
  'POST /api/admin/tickets/:id/reply': ofTicket('/reply'),
  'POST /api/admin/tickets/:id/notes': ofTicket('/notes'),
  'POST /api/admin/tickets/:id/assign': ofTicket('/assign'),
  'POST /api/admin/tickets/:id/category': ofTicket('/category'),
  'POST /api/admin/tickets/:id/act': ofTicket('/act'),
  'POST /api/admin/tickets/:id/snooze': ofTicket('/snooze'),
  'POST /api/admin/tickets/:id/merge': ofTicket('/merge'),
  'POST /api/admin/tickets/:id/unmerge': ofTicket('/unmerge'),
  'POST /api/admin/tickets/:id/refund': ofTicket('/refund'),
  'POST /api/admin/tickets/:id/regrant': ofTicket('/regrant'),
  'GET /api/admin/tickets/attachments/:id': async (db, uploaderId) => {
    const { id } = await createTicket(db, { userId: uploaderId })
    const [message] = await db.select().from(ticketMessages).where(eq(ticketMessages.ticketId, id))
    const file = await createAttachment(db, { uploaderId, messageId: message?.id ?? 0 })
    return `/api/admin/tickets/attachments/${file.id}`
  },
  'PATCH /api/admin/canned-replies/:id': newCannedReply,
  'DELETE /api/admin/canned-replies/:id': newCannedReply,
  'POST /api/admin/trackers/:id/tickets': ofTracker('/tickets'),
  'POST /api/admin/trackers/:id/unlink': ofTracker('/unlink'),
  'POST /api/admin/trackers/:id/fix': ofTracker('/fix'),
  'GET /api/tickets/:id': ofOwnTicket(''),
  'POST /api/tickets/:id/messages': ofOwnTicket('/messages'),
  'POST /api/tickets/:id/rating': ofOwnTicket('/rating'),
  'POST /api/tickets/:id/reopen': ofOwnTicket('/reopen'),
  'POST /api/tickets/:id/solve': ofOwnTicket('/solve'),
  'GET /api/tickets/attachments/:id': ofOwnAttachment,
  'DELETE /api/tickets/attachments/:id': ofOwnAttachment,
}
