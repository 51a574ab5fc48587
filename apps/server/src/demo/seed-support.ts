import { randomUUID } from 'node:crypto'
import { desc, eq, inArray } from 'drizzle-orm'
import { HOUR_MS } from '@slipstream/contract/durations'
import type { TicketEvent } from '@slipstream/contract/ticket-terms'
import type { Tx } from '@slipstream/db/client'
import { chatMentions, chatMessages, chatRooms } from '@slipstream/db/tables/chat'
import { notifications } from '@slipstream/db/tables/notifications'
import { orders } from '@slipstream/db/tables/orders'
import { cannedReplies, ticketTrackers } from '@slipstream/db/tables/ticket-desk'
import { ticketEvents, ticketMessages, ticketNotes, tickets } from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'
import { createUser } from '@slipstream/db/testing/factories'
import { createAttachment, createTicket } from '@slipstream/db/testing/ticket-factories'
import { clockColumns } from '#features/tickets/ticket-clock.service.ts'
import { DEMO_CHAT, DEMO_PROBLEM, DEMO_REPLIES, DEMO_TICKETS, type DemoEntry, type DemoTicket } from './demo-tickets.ts'
import type { OfferedMod } from './demo-purchases.ts'
import type { StoredLog } from './store-demo-files.ts'

const hoursFrom = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR_MS)

interface Desk {
  tx: Tx
  now: Date
  mods: readonly OfferedMod[]
  log: StoredLog
  adminId: number
  supportId: number
  trackerId: number
}

/** Tickets in every state, the staff's chat, and the in-store notifications of customers and staff. */
export const seedSupport = async (tx: Tx, { mods, log, now }: Pick<Desk, 'mods' | 'log' | 'now'>) => {
  const adminId = await idOf(tx, 'demo_admin')
  // Nobody can sign in with this account: it only writes in the demo.
  const support = await createUser(tx, { username: 'sol_brandt', isAdmin: true, passwordHash: null })
  const [tracker] = await tx.insert(ticketTrackers).values({ title: DEMO_PROBLEM }).returning()
  const desk: Desk = { tx, now, mods, log, adminId, supportId: support.id, trackerId: tracker?.id ?? 0 }
  const written = []
  for (const demo of DEMO_TICKETS) written.push(await writeTicket(desk, demo))
  await tx.insert(cannedReplies).values(DEMO_REPLIES)
  await writeChat(desk, written[0]?.id ?? 0)
  await writeNotices(desk, written)
}

const idOf = async (tx: Tx, username: string) => {
  const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.username, username))
  if (!person) throw new Error(`the demo has no ${username}`)
  return person.id
}

const senderOf = async (tx: Tx, from: DemoTicket['from']) =>
  typeof from === 'string' ? { userId: await idOf(tx, from) } : { guestName: from.name, guestEmail: from.email }

const newestOrder = async (tx: Tx, userId: number) => {
  const [order] = await tx.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.id)).limit(1)
  return order
}

/** The data of a ticket except its conversation. */
const factsOf = async (desk: Desk, demo: DemoTicket) => {
  const sender = await senderOf(desk.tx, demo.from)
  const order = demo.hasOrder && sender.userId !== undefined ? await newestOrder(desk.tx, sender.userId) : undefined
  return {
    ...sender,
    subject: demo.subject,
    category: demo.category,
    body: demo.text,
    modId: desk.mods.find(({ mod }) => mod.slug === demo.slug)?.id ?? null,
    orderId: order?.id ?? null,
    assigneeId: demo.isAssigned ? desk.supportId : null,
    trackerId: demo.isTracked ? desk.trackerId : null,
    snoozedUntil: demo.snoozedHours ? hoursFrom(desk.now, demo.snoozedHours) : null,
  }
}

const writeTicket = async (desk: Desk, demo: DemoTicket) => {
  const { tx, now, supportId } = desk
  const openedAt = hoursFrom(now, -demo.hoursAgo)
  const ticket = await createTicket(tx, { ...(await factsOf(desk, demo)), createdAt: openedAt })
  if (demo.hasLog) await attachLog(desk, ticket)
  const said = (demo.entries ?? []).map((entry) => ({ entry, at: hoursFrom(openedAt, entry.hours) }))
  for (const { entry, at } of said) await writeEntry(desk, ticket, entry, at)
  const last = said.findLast(({ entry }) => entry.by !== 'note')
  const at = last?.at ?? openedAt
  const status = demo.isSpam ? 'spam' : (last?.entry.after ?? 'open')
  if (demo.isSpam) await writeEvents(tx, ticket.id, supportId, at, ['spam'])
  if (demo.isTracked) await writeEvents(tx, ticket.id, supportId, at, ['tracked'])
  await tx
    .update(tickets)
    .set({ status, lastMessageAt: at, ...ratingOf(demo), ...(await clockColumns(tx, ticket)) })
    .where(eq(tickets.id, ticket.id))
  return { id: ticket.id, userId: ticket.userId, subject: ticket.subject, status, at }
}

const ratingOf = ({ rating }: DemoTicket) => (rating ? { rating: rating.stars, ratingComment: rating.comment } : {})

const attachLog = async ({ tx, log }: Desk, { id, userId }: { id: number; userId: number | null }) => {
  const [message] = await tx.select().from(ticketMessages).where(eq(ticketMessages.ticketId, id))
  if (message && userId !== null) await createAttachment(tx, { ...log, messageId: message.id, uploaderId: userId })
}

const writeEntry = async (
  { tx, supportId }: Desk,
  { id, userId }: { id: number; userId: number | null },
  { by, text, after = 'open' }: DemoEntry,
  at: Date,
) => {
  if (by === 'note') {
    await tx.insert(ticketNotes).values({ ticketId: id, authorId: supportId, body: text, createdAt: at })
    return
  }
  const authorId = by === 'staff' ? supportId : userId
  const message = { ticketId: id, authorKind: by, authorId, body: text, clientKey: randomUUID(), createdAt: at }
  await tx.insert(ticketMessages).values(message)
  const kinds: TicketEvent[] =
    by === 'customer' ? ['customer_wrote'] : ['staff_answered', ...(after === 'open' ? [] : [after])]
  await writeEvents(tx, id, authorId, at, kinds)
}

const writeEvents = async (
  tx: Tx,
  ticketId: number,
  actorId: number | null,
  at: Date,
  kinds: readonly TicketEvent[],
) => {
  for (const kind of kinds) {
    const data = kind === 'tracked' ? { detail: DEMO_PROBLEM } : {}
    await tx.insert(ticketEvents).values({ ticketId, kind, actorId, at, data })
  }
}

const writeChat = async (desk: Desk, ticketId: number) => {
  const { tx, now, adminId, supportId, mods } = desk
  const order = await newestOrder(tx, await idOf(tx, 'demo_customer'))
  const drift = mods.find(({ mod }) => mod.slug === 'drift')
  const linked = (text: string) =>
    text
      .replace('{ticket}', `T-${ticketId}`)
      .replace('{order}', order?.number ?? '')
      .replace('{mod}', `/mods/${drift?.id}`)
  for (const [place, { room, messages }] of DEMO_CHAT.entries()) {
    const [created] = await tx
      .insert(chatRooms)
      .values({ name: room, createdAt: hoursFrom(now, -200) })
      .returning()
    for (const [number, { by, text }] of messages.entries()) {
      const [message] = await tx
        .insert(chatMessages)
        .values({
          roomId: created?.id ?? 0,
          authorId: by === 'admin' ? adminId : supportId,
          body: linked(text),
          key: randomUUID(),
          createdAt: hoursFrom(now, number * 0.2 - 3 - place),
        })
        .returning()
      if (message && text.includes('@demo_admin')) {
        await tx.insert(chatMentions).values({ messageId: message.id, userId: adminId })
      }
    }
  }
}

type Written = Awaited<ReturnType<typeof writeTicket>>

const writeNotices = async ({ tx, now, adminId, supportId }: Desk, written: readonly Written[]) => {
  const customers = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.username, ['demo_customer', 'demo_premium']))
  const rows: (typeof notifications.$inferInsert)[] = []
  for (const { id, userId, subject, status, at } of written) {
    if (userId !== null && (status === 'waiting' || status === 'solved')) {
      rows.push({
        ...{ userId, area: 'own', kind: 'answer', key: `answer:demo-${id}`, createdAt: at },
        title: 'Support answered your ticket',
        text: subject,
        link: `/tickets?ticket=${id}`,
        readAt: status === 'solved' ? hoursFrom(at, 1) : null,
      })
    }
    if (status !== 'open') continue
    for (const admin of [adminId, supportId]) {
      rows.push({
        ...{ userId: admin, area: 'staff', kind: 'ticket', key: `ticket:${id}`, createdAt: at },
        title: `New ticket ${id}`,
        text: 'It is waiting for a first answer.',
        link: `/admin/tickets?ticket=${id}`,
      })
    }
  }
  for (const { id: userId } of customers) {
    rows.push({
      ...{ userId, area: 'own', kind: 'release', key: 'release:demo', createdAt: hoursFrom(now, -90) },
      title: 'A mod you own has a new version',
      text: 'It is in your locker, with what changed.',
      link: '/mod-locker',
      readAt: hoursFrom(now, -80),
    })
  }
  // Lists are ordered by id, so insert in chronological order.
  rows.sort((one, other) => Number(one.createdAt) - Number(other.createdAt))
  await tx.insert(notifications).values(rows)
}
