import { asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type TicketClock, ticketClocks } from '@slipstream/contract/ticket-clocks'
import { responseLimitHoursOf } from '@slipstream/contract/ticket-terms'
import type { DeskEvent, DeskNote, DeskTicket } from '@slipstream/contract/tickets-admin'
import type { Db } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { ticketTrackers } from '@slipstream/db/tables/ticket-desk'
import { ticketEvents, ticketNotes, tickets } from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'
import { readClock } from '#lib/database-clock.ts'
import { DomainError } from '#lib/domain-error.ts'
import { readMessages } from '../read-thread.service.ts'
import { clockEventsOf } from '../ticket-clock.service.ts'
import { readCustomer, readOrder } from './ticket-customer.service.ts'
import { QUEUE_COLUMNS, toQueueRow } from './queue.service.ts'

/** Limits notes and merged tickets. No real ticket has more. */
const MOST_SHOWN = 300

export const readDeskTicket = async (db: Db, ticketId: number): Promise<DeskTicket> => {
  const [found] = await db
    .select({ row: tickets, queue: QUEUE_COLUMNS })
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(eq(tickets.id, ticketId))
  if (!found) throw new DomainError('tickets.not_found')
  const { row, queue } = found
  const now = await readClock(db)
  const merged = await readNamed(db, eq(tickets.mergedIntoId, ticketId))
  const ids = [ticketId, ...merged.map(({ id }) => id)]
  const messages = await readMessages(db, ticketId)
  const events = await readEvents(db, ids)
  const clocks = ticketClocks(
    clockEventsOf(events.filter((event) => event.ticketId === ticketId)),
    responseLimitHoursOf(row.category),
    now.getTime(),
  )
  return {
    ...toQueueRow(queue, now),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    guestEmail: row.guestEmail,
    requestId: row.requestId,
    clocks: { first: toClock(clocks.first), next: toClock(clocks.next), solution: toClock(clocks.solution) },
    lastMessageId: messages.length === 0 ? null : Math.max(...messages.map(({ id }) => id)),
    messages,
    notes: await readNotes(db, ids),
    events: await describe(db, events),
    customerCard: row.userId === null ? null : await readCustomer(db, row.userId, ticketId),
    order: row.orderId === null ? null : await readOrder(db, row.orderId),
    mod: row.modId === null ? null : await readMod(db, row.modId),
    rating: row.rating,
    mergedInto: row.mergedIntoId === null ? null : ((await readNamed(db, eq(tickets.id, row.mergedIntoId)))[0] ?? null),
    merged,
    tracker: row.trackerId === null ? null : await readTracker(db, row.trackerId),
  }
}

const toClock = ({ dueAt, ...clock }: TicketClock) => ({
  ...clock,
  dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
})

const readNamed = (db: Db, where: SQL) =>
  db
    .select({ id: tickets.id, subject: tickets.subject })
    .from(tickets)
    .where(where)
    .orderBy(asc(tickets.id))
    .limit(MOST_SHOWN)

const readNotes = async (db: Db, ticketIds: number[]): Promise<DeskNote[]> => {
  const rows = await db
    .select({ id: ticketNotes.id, by: users.username, body: ticketNotes.body, at: ticketNotes.createdAt })
    .from(ticketNotes)
    .innerJoin(users, eq(users.id, ticketNotes.authorId))
    .where(inArray(ticketNotes.ticketId, ticketIds))
    .orderBy(desc(ticketNotes.id))
    .limit(MOST_SHOWN)
  return rows.toReversed().map(({ at, ...note }) => ({ ...note, at: at.toISOString() }))
}

const readEvents = async (db: Db, ticketIds: number[]) =>
  db
    .select({
      id: ticketEvents.id,
      ticketId: ticketEvents.ticketId,
      kind: ticketEvents.kind,
      by: users.username,
      at: ticketEvents.at,
      data: ticketEvents.data,
    })
    .from(ticketEvents)
    .leftJoin(users, eq(users.id, ticketEvents.actorId))
    .where(inArray(ticketEvents.ticketId, ticketIds))
    .orderBy(asc(ticketEvents.id))
type EventRow = Awaited<ReturnType<typeof readEvents>>[number]

/** Replaces the ids that the history keeps with names. */
const describe = async (db: Db, events: EventRow[]): Promise<DeskEvent[]> => {
  const idsOf = (key: string) => events.flatMap(({ data }) => (typeof data[key] === 'number' ? [data[key]] : []))
  const people = await db
    .select({ id: users.id, name: users.username })
    .from(users)
    .where(inArray(users.id, idsOf('to')))
  const titles = await db
    .select({ id: mods.id, name: mods.title })
    .from(mods)
    .where(inArray(mods.id, idsOf('modId')))
  const nameIn = (rows: { id: number; name: string }[], id: unknown) => rows.find((row) => row.id === id)?.name ?? null
  const detailOf = ({ kind, data }: EventRow): string | null => {
    if (kind === 'assigned') return nameIn(people, data.to)
    if (kind === 'regranted') return nameIn(titles, data.modId)
    if (kind === 'snoozed') return String(data.until)
    if (kind === 'rated') return String(data.rating)
    const other = data.into ?? data.from ?? data.outOf
    if (typeof other === 'number') return `T-${other}`
    return typeof data.detail === 'string' ? data.detail : null
  }
  return events.map((event) => ({
    id: event.id,
    ticketId: event.ticketId,
    kind: event.kind,
    by: event.by,
    at: event.at.toISOString(),
    detail: detailOf(event),
  }))
}

const readMod = async (db: Db, modId: number) => {
  const [mod] = await db
    .select({
      id: mods.id,
      title: mods.title,
      version: sql<string | null>`(select version from mod_releases where mod_id = ${mods}.id and status = 'published'
        order by published_at desc limit 1)`,
    })
    .from(mods)
    .where(eq(mods.id, modId))
  return mod ?? null
}

const readTracker = async (db: Db, trackerId: number) => {
  const [tracker] = await db
    .select({ id: ticketTrackers.id, title: ticketTrackers.title })
    .from(ticketTrackers)
    .where(eq(ticketTrackers.id, trackerId))
  return tracker ?? null
}
