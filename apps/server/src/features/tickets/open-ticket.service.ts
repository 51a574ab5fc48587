import { and, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { TICKET_CATEGORY_LABELS, TICKET_LIMITS, type TicketCategory } from '@slipstream/contract/ticket-terms'
import type { Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { mods } from '@slipstream/db/tables/mods'
import { orders } from '@slipstream/db/tables/orders'
import { tickets } from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'
import { notifyAdmins } from '#features/notifications/notify.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { queueMessage } from '#lib/outbox/outbox.ts'
import type { KeptLog } from './guest-log.ts'
import { announceTicket } from './tickets.topics.ts'
import { queueStaffMail } from './mail-staff.service.ts'
import { clockColumns } from './ticket-clock.service.ts'
import { noteEvents, type TicketRow, writeMessage } from './change-ticket.service.ts'

interface Wanted {
  subject: string
  body: string
  category: TicketCategory
  clientKey: string
  modId?: number | undefined
  orderNumber?: string | undefined
  requestId?: string | undefined
  attachmentIds?: readonly number[] | undefined
  /** Of a guest. */
  log?: KeptLog | undefined
}

/** The sender's row is locked, so that two requests at once cannot both pass the limits. */
export const openTicket = async (tx: Tx, userId: number, wanted: Wanted): Promise<TicketRow> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const [known] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.userId, userId), eq(tickets.clientKey, wanted.clientKey)))
  if (known) return known
  await refuseTooMany(tx, userId)
  const { orderId, modId } = await contextOf(tx, userId, wanted)
  const ticket = await insertTicket(tx, { userId, orderId, modId }, wanted)
  if (!ticket) throw new Error('the ticket was not written')
  await notifyOfTicket(tx, ticket)
  return ticket
}

interface Guest {
  email: string
  name: string
}

/** A guest cannot name an order, because nothing proves that it is theirs. */
export const openGuestTicket = async (tx: Tx, guest: Guest, wanted: Omit<Wanted, 'attachmentIds' | 'orderNumber'>) => {
  const modId = wanted.modId === undefined ? null : await publishedMod(tx, wanted.modId)
  const ticket = await insertTicket(tx, { guestEmail: guest.email, guestName: guest.name, modId }, wanted)
  if (!ticket) return
  await queueMessage(tx, 'tickets.mail_received', { ticketId: ticket.id }, { kind: 'tickets' })
  await notifyOfTicket(tx, ticket)
}

/** Not called for the ticket of a refund request, about which administrators are notified already. */
const notifyOfTicket = async (tx: Tx, { id, category }: TicketRow) => {
  await queueStaffMail(tx)
  await notifyAdmins(tx, {
    kind: 'ticket',
    key: `ticket:${id}`,
    title: `New ticket ${id}`,
    text: `${TICKET_CATEGORY_LABELS[category]}. It is waiting for a first answer.`,
    link: `/admin/tickets?ticket=${id}`,
  })
}

/** Returns null if the same key has opened one before. */
export const insertTicket = async (
  tx: Tx,
  about: Partial<Pick<TicketRow, 'userId' | 'guestEmail' | 'guestName' | 'orderId' | 'modId'>>,
  { subject, category, clientKey, requestId, body, attachmentIds, log }: Wanted,
): Promise<TicketRow | null> => {
  const [ticket] = await tx
    .insert(tickets)
    .values({ ...about, subject, category, clientKey, requestId: requestId ?? null })
    .onConflictDoNothing()
    .returning()
  if (!ticket) return null
  const authorId = about.userId ?? null
  await writeMessage(tx, ticket.id, {
    authorKind: 'customer',
    authorId,
    body,
    clientKey,
    ...(attachmentIds && { attachmentIds }),
    ...(log && { log }),
  })
  await noteEvents(tx, ticket.id, authorId, [{ kind: 'opened' }])
  const [dated] = await tx
    .update(tickets)
    .set(await clockColumns(tx, ticket))
    .where(eq(tickets.id, ticket.id))
    .returning()
  await announceTicket(tx, ticket)
  return dated ?? ticket
}

const refuseTooMany = async (tx: Tx, userId: number) => {
  const [{ unsolved, today } = { unsolved: 0, today: 0 }] = await tx
    .select({
      unsolved: sql<number>`count(*) filter (where ${inArray(tickets.status, ['open', 'waiting'])})::int`,
      today: sql<number>`count(*) filter (where ${gt(tickets.createdAt, sql`now() - interval '1 day'`)})::int`,
    })
    .from(tickets)
    .where(eq(tickets.userId, userId))
  if (unsolved >= TICKET_LIMITS.openPerAccount || today >= TICKET_LIMITS.ticketsPerDay) {
    throw new DomainError('tickets.too_many')
  }
}

/** The order and the mod a customer writes about, if they are theirs to ask about. */
const contextOf = async (tx: Tx, userId: number, { modId, orderNumber }: Wanted) => ({
  orderId: orderNumber === undefined ? null : await ownOrder(tx, userId, orderNumber),
  modId: modId === undefined ? null : await knownMod(tx, userId, modId),
})

const ownOrder = async (tx: Tx, userId: number, number: string) => {
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.number, number), eq(orders.userId, userId)))
  if (!order) throw new DomainError('orders.not_found')
  return order.id
}

/** A mod that is for sale, or one that its owner keeps after it was removed from the store. */
const knownMod = async (tx: Tx, userId: number, modId: number) => {
  const [owned] = await tx
    .select({ count: count() })
    .from(entitlements)
    .where(and(eq(entitlements.userId, userId), eq(entitlements.modId, modId), isNull(entitlements.revokedAt)))
  return owned && owned.count > 0 ? modId : publishedMod(tx, modId)
}

const publishedMod = async (tx: Tx, modId: number) => {
  const [mod] = await tx
    .select({ id: mods.id })
    .from(mods)
    .where(and(eq(mods.id, modId), eq(mods.status, 'published')))
  if (!mod) throw new DomainError('mod.not_found')
  return mod.id
}
