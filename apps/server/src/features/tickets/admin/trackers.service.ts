import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tracker } from '@slipstream/contract/tickets-trackers'
import { type Db, readRows, type Tx } from '@slipstream/db/client'
import { ticketTrackers } from '@slipstream/db/tables/ticket-desk'
import { tickets } from '@slipstream/db/tables/tickets'
import { recordChange } from '#features/audit/audit.service.ts'
import { startOperation } from '#features/operations/operations.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { changeTicket } from '../change-ticket.service.ts'
import { ANSWER_TRACKER, beginAnswers } from './trackers.operation.ts'

const MOST_LISTED = 100

interface TrackerRow extends Omit<Tracker, 'createdAt' | 'fixedAt'> {
  createdAt: Date
  fixedAt: Date | null
}

const readTrackers = async (db: Db, id: number | null): Promise<Tracker[]> => {
  const rows = await readRows<TrackerRow>(
    db,
    sql`select id, title, created_at as "createdAt", fixed_at as "fixedAt", waiting, linked as tickets
      from ${ticketTrackers} tracker, lateral (
        select count(*)::int as linked, count(*) filter (where status in ('open', 'waiting'))::int as waiting
        from ${tickets} where tracker_id = tracker.id) counted
      where ${id}::int is null or id = ${id}
      order by fixed_at is not null, id desc limit ${MOST_LISTED}`,
  )
  return rows.map(({ createdAt, fixedAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    fixedAt: fixedAt && new Date(fixedAt).toISOString(),
  }))
}

export const listTrackers = (db: Db) => readTrackers(db, null)

const readTracker = async (db: Db, id: number): Promise<Tracker> => {
  const [tracker] = await readTrackers(db, id)
  if (!tracker) throw new DomainError('tracker.not_found')
  return tracker
}

export const createTracker = async (tx: Tx, by: number, title: string): Promise<Tracker> => {
  const [created] = await tx.insert(ticketTrackers).values({ title }).returning({ id: ticketTrackers.id })
  if (!created) throw new Error('the tracker was not written')
  await audit(tx, by, { id: created.id, title }, 'create', { title })
  return readTracker(tx, created.id)
}

const lockTracker = async (tx: Tx, id: number) => {
  const [tracker] = await tx.select().from(ticketTrackers).where(eq(ticketTrackers.id, id)).for('update')
  if (!tracker) throw new DomainError('tracker.not_found')
  return tracker
}

/** Refused for a fixed problem: its answer has been sent, and these tickets would get none. */
export const linkTickets = async (tx: Tx, by: number, trackerId: number, ids: readonly number[]): Promise<Tracker> => {
  const tracker = await lockTracker(tx, trackerId)
  if (tracker.fixedAt) throw new DomainError('tracker.fixed')
  for (const id of [...ids].sort((one, other) => one - other)) {
    await changeTicket(tx, eq(tickets.id, id), { actorId: by }, (ticket) =>
      ticket.trackerId === trackerId
        ? null
        : { set: { trackerId }, events: [{ kind: 'tracked', data: { detail: tracker.title } }] },
    )
  }
  await audit(tx, by, tracker, 'link tickets', { tickets: ids.map((id) => `T-${id}`) })
  return readTracker(tx, trackerId)
}

export const unlinkTicket = async (tx: Tx, by: number, trackerId: number, ticketId: number): Promise<Tracker> => {
  const tracker = await lockTracker(tx, trackerId)
  await changeTicket(tx, eq(tickets.id, ticketId), { actorId: by }, (ticket) =>
    ticket.trackerId === trackerId
      ? { set: { trackerId: null }, events: [{ kind: 'untracked', data: { detail: tracker.title } }] }
      : null,
  )
  await audit(tx, by, tracker, 'unlink ticket', { ticket: `T-${ticketId}` })
  return readTracker(tx, trackerId)
}

/** Closes the problem and starts the answers. No ticket can be linked afterwards. */
export const fixTracker = async (tx: Tx, by: number, trackerId: number, body: string) => {
  const tracker = await lockTracker(tx, trackerId)
  if (tracker.fixedAt) throw new DomainError('tracker.fixed')
  await tx.update(ticketTrackers).set({ fixedAt: sql`now()`, answer: body }).where(eq(ticketTrackers.id, trackerId))
  const waiting = await tx.$count(
    tickets,
    and(eq(tickets.trackerId, trackerId), inArray(tickets.status, ['open', 'waiting']), isNull(tickets.mergedIntoId)),
  )
  await audit(tx, by, tracker, 'fix', { tickets: waiting })
  return startOperation(tx, ANSWER_TRACKER, { actorId: by, cursor: beginAnswers(trackerId, by, waiting) })
}

const audit = (tx: Tx, by: number, { id, title }: { id: number; title: string }, action: string, after: object) =>
  recordChange(tx, { actorId: by, action, subject: 'tracker', subjectId: id, subjectName: title, after })
