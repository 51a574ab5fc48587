import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { WritableDb } from '@slipstream/db/client'
import { cannedReplies, ticketTrackers } from '@slipstream/db/tables/ticket-desk'
import { createTicket } from '@slipstream/db/testing/ticket-factories'
import type { Person } from './people.ts'

type Call = Parameters<Person['call']>

interface About {
  db: WritableDb
  adminId: number
  userId: number
}

const ticketOf = async ({ db, userId }: About) => (await createTicket(db, { userId })).id
const trackerOf = async ({ db }: About) => {
  const [tracker] = await db.insert(ticketTrackers).values({ title: 'Crashes since 0.37' }).returning()
  return tracker?.id ?? 0
}
const replyOf = async ({ db }: About) => {
  const [reply] = await db.insert(cannedReplies).values({ title: 'Refund done', body: 'It is done.' }).returning()
  return `/api/admin/canned-replies/${reply?.id}`
}
const REPLY = { title: 'Refund sent', body: 'It is on its way.' }
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

const onTicket =
  (act: string, bodyOf: (about: About) => object = () => ({})) =>
  async (about: About): Promise<Call> => ['POST', `/api/admin/tickets/${await ticketOf(about)}${act}`, bodyOf(about)]

/** Staff writes on tickets, by endpoint, each on a separate ticket or object. */
export const WRITES_ON_TICKETS: Record<string, (about: About) => Call | Promise<Call>> = {
  'POST /api/admin/tickets/:id/reply': async (about) => {
    const id = await ticketOf(about)
    const { rows } = await about.db.execute<{ id: number }>(sql`select max(id) as id from ticket_messages`)
    const body = { body: 'Try again.', clientKey: randomUUID(), lastMessageId: rows[0]?.id, after: 'waiting' }
    return ['POST', `/api/admin/tickets/${id}/reply`, body]
  },
  'POST /api/admin/tickets/:id/notes': onTicket('/notes', () => ({ body: 'It is ours.' })),
  'POST /api/admin/tickets/:id/assign': onTicket('/assign', ({ adminId }) => ({ assigneeId: adminId })),
  'POST /api/admin/tickets/:id/category': onTicket('/category', () => ({ category: 'privacy' })),
  'POST /api/admin/tickets/:id/act': onTicket('/act', () => ({ act: 'solve' })),
  'POST /api/admin/tickets/act': async (about) => [
    'POST',
    '/api/admin/tickets/act',
    { ids: [await ticketOf(about)], act: 'solve' },
  ],
  'POST /api/admin/tickets/:id/snooze': onTicket('/snooze', () => ({ until: TOMORROW })),
  'POST /api/admin/tickets/:id/merge': async (about) => {
    const [one, intoId] = [await ticketOf(about), await ticketOf(about)]
    return ['POST', `/api/admin/tickets/${one}/merge`, { intoId }]
  },
  'POST /api/admin/tickets/:id/unmerge': async (about) => {
    const mergedIntoId = await ticketOf(about)
    const { id } = await createTicket(about.db, { userId: about.userId, mergedIntoId })
    return ['POST', `/api/admin/tickets/${id}/unmerge`]
  },
  'POST /api/admin/tickets/:id/refund': async (about) => {
    const { rows } = await about.db.execute<{ id: number }>(sql`select id from orders where user_id = ${about.userId}`)
    const body = { orderId: rows[0]?.id, reason: 'Bought by mistake' }
    return ['POST', `/api/admin/tickets/${await ticketOf(about)}/refund`, body]
  },
  'POST /api/admin/tickets/:id/regrant': async (about) => {
    const { rows } = await about.db.execute<{ id: number }>(sql`
      update entitlements set revoked_at = now(), revoke_reason = 'Shared' where user_id = ${about.userId} returning mod_id as id`)
    const body = { modId: rows[0]?.id, reason: 'A mistake of ours' }
    return ['POST', `/api/admin/tickets/${await ticketOf(about)}/regrant`, body]
  },
  'POST /api/admin/canned-replies': () => ['POST', '/api/admin/canned-replies', REPLY],
  'PATCH /api/admin/canned-replies/:id': async (about) => ['PATCH', await replyOf(about), REPLY],
  'DELETE /api/admin/canned-replies/:id': async (about) => ['DELETE', await replyOf(about)],
  'POST /api/admin/trackers': () => ['POST', '/api/admin/trackers', { title: 'Crashes since 0.37' }],
  'POST /api/admin/trackers/:id/tickets': async (about) => [
    'POST',
    `/api/admin/trackers/${await trackerOf(about)}/tickets`,
    { ticketIds: [await ticketOf(about)] },
  ],
  'POST /api/admin/trackers/:id/unlink': async (about) => {
    const trackerId = await trackerOf(about)
    const { id: ticketId } = await createTicket(about.db, { userId: about.userId, trackerId })
    return ['POST', `/api/admin/trackers/${trackerId}/unlink`, { ticketId }]
  },
  'POST /api/admin/trackers/:id/fix': async (about) => [
    'POST',
    `/api/admin/trackers/${await trackerOf(about)}/fix`,
    { body: 'Fixed in 2.3.1.' },
  ],
}
