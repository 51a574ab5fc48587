import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { DUE_SOON_MS, type QueueGroup, queueGroup } from '@slipstream/contract/ticket-queue'
import type { TicketAuthor } from '@slipstream/contract/ticket-terms'
import type { DeskView, QueueRow, TicketFilters } from '@slipstream/contract/tickets-admin'
import type { Db } from '@slipstream/db/client'
import { ticketMessages, tickets } from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'
import { readClock } from '#lib/database-clock.ts'
import type { Cell, CsvFile } from '#lib/lists/csv.ts'
import { behind, keysOf, orderedBy, type PageOrder, readCursor, toPage } from '#lib/lists/page-order.ts'
import { readThrough } from '#lib/lists/read-through.ts'
import { staffIdOf } from './desk-figures.service.ts'
import { foundBy, type Search, searchTickets } from './search-tickets.service.ts'

const PER_PAGE = 50

/** A part of a list with its own sort order. The parts of a view follow each other. */
interface Segment {
  order: PageOrder
  where: (now: Date) => SQL | undefined
  /** Null for lists that are not sorted by due time. */
  group: QueueGroup | null
  isPremium: boolean | null
}

const byDue = (name: string): PageOrder => ({
  name,
  direction: 'asc',
  keys: [
    { of: tickets.dueAt, type: 'instant' },
    { of: tickets.id, type: 'integer' },
  ],
})

const newest = (name: string): PageOrder => ({
  name,
  direction: 'desc',
  keys: [
    { of: tickets.lastMessageAt, type: 'instant' },
    { of: tickets.id, type: 'integer' },
  ],
})

// Literals, because the planner uses a partial index only if it sees the values.
const isQueued = sql`${tickets.status} = 'open' and ${tickets.mergedIntoId} is null`
const isAwake = (now: Date) => or(isNull(tickets.snoozedUntil), lte(tickets.snoozedUntil, now))
const soonFrom = (now: Date) => new Date(now.getTime() + DUE_SOON_MS)

const GROUPS = {
  // A snooze never hides a ticket that is late.
  late: (now: Date) => sql`${tickets.dueAt} < ${now.toISOString()}::timestamptz`,
  soon: (now: Date) =>
    and(
      sql`${tickets.dueAt} >= ${now.toISOString()}::timestamptz and ${tickets.dueAt} <= ${soonFrom(now).toISOString()}::timestamptz`,
      isAwake(now),
    ),
  later: (now: Date) => and(sql`${tickets.dueAt} > ${soonFrom(now).toISOString()}::timestamptz`, isAwake(now)),
}

/** Six ranges of one index. The groups are separated by due time, so no row has to be sorted. */
const QUEUE: readonly Segment[] = (['late', 'soon', 'later'] as const).flatMap((group) =>
  [true, false].map((isPremium) => ({
    order: byDue(`${group}-${isPremium ? 'premium' : 'other'}`),
    where: (now: Date) =>
      and(isQueued, isPremium ? sql`${tickets.isPremium}` : sql`not ${tickets.isPremium}`, GROUPS[group](now)),
    group,
    isPremium,
  })),
)

const listed = (name: string, where: (now: Date) => SQL | undefined): Segment => ({
  order: newest(name),
  where: (now) => and(isNull(tickets.mergedIntoId), where(now)),
  group: null,
  isPremium: null,
})

const WAITING = listed('waiting', () => sql`${tickets.status} = 'waiting'`)
const VIEWS: Record<DeskView | 'any', readonly Segment[]> = {
  queue: [...QUEUE, { ...WAITING, group: 'waiting' }],
  waiting: [WAITING],
  snoozed: [listed('snoozed', (now) => and(isQueued, isNotNull(tickets.snoozedUntil), gt(tickets.snoozedUntil, now)))],
  solved: [listed('solved', () => sql`${tickets.status} = 'solved'`)],
  spam: [listed('spam', () => sql`${tickets.status} = 'spam'`)],
  any: [listed('any', () => undefined)],
}

/** A search without a view looks everywhere; otherwise the queue is shown. */
const segmentsOf = ({ view, q, premium, late }: TicketFilters): readonly Segment[] =>
  VIEWS[view ?? (q === undefined ? 'queue' : 'any')].filter(
    ({ group, isPremium }) => (!premium || isPremium !== false) && (!late || group === null || group === 'late'),
  )

interface Asked {
  filters: TicketFilters
  /** The staff member who asks, for “mine”. */
  userId: number
}

interface QueuePage {
  after?: string | undefined
  limit?: number
}

export const listQueue = async (db: Db, { filters, userId }: Asked, { after, limit = PER_PAGE }: QueuePage) => {
  const now = await readClock(db)
  const where = await conditionsOf(db, { filters, userId }, now)
  const segments = segmentsOf(filters)
  const begin =
    after === undefined
      ? null
      : readCursor(
          segments.map(({ order }) => order),
          after,
        )
  const rows: (Row & { order: PageOrder })[] = []
  for (const segment of begin ? segments.slice(segments.findIndex(({ order }) => order === begin.order)) : segments) {
    const { order } = segment
    const place = begin && begin.order === order ? behind(order, begin.place) : undefined
    const part = await readRows(db, order, and(where, segment.where(now), place), limit + 1 - rows.length)
    rows.push(...part.map((row) => ({ ...row, order })))
    if (rows.length > limit) break
  }
  const last = rows[limit - 1] ?? rows.at(-1)
  const page = last ? toPage(last.order, rows, limit) : { items: [], next: null }
  return { items: page.items.map((row) => toQueueRow(row, now)), next: page.next }
}

/** The filters other than the view. */
const conditionsOf = async (db: Db, { filters, userId }: Asked, now: Date) => {
  const { category, assignee, premium, late, q } = filters
  const search: Search | null = q === undefined ? null : await searchTickets(db, q)
  return and(
    category && eq(tickets.category, category),
    assignee === undefined ? undefined : await isAssignedTo(db, assignee, userId),
    premium && eq(tickets.isPremium, true),
    late && sql`${tickets.dueAt} < ${now.toISOString()}::timestamptz`,
    search ? foundBy(search) : undefined,
  )
}

const isAssignedTo = async (db: Db, assignee: string, userId: number) => {
  if (assignee === 'none') return isNull(tickets.assigneeId)
  return eq(tickets.assigneeId, assignee === 'me' ? userId : await staffIdOf(db, assignee))
}

const lastAuthor = sql<TicketAuthor>`coalesce((
  select author_kind from ${ticketMessages} where ticket_id = ${tickets}.id order by id desc limit 1), 'customer')`
const assigneeName = sql<string | null>`(select username from ${users} where id = ${tickets}.assignee_id)`

/** The columns of a row in the queue. */
export const QUEUE_COLUMNS = {
  id: tickets.id,
  subject: tickets.subject,
  category: tickets.category,
  status: tickets.status,
  username: users.username,
  guestName: tickets.guestName,
  userId: tickets.userId,
  isPremium: tickets.isPremium,
  dueAt: tickets.dueAt,
  snoozedUntil: tickets.snoozedUntil,
  assigneeId: tickets.assigneeId,
  assigneeName,
  lastMessageAt: tickets.lastMessageAt,
  lastAuthor,
}

const readRows = (db: Db, order: PageOrder, where: SQL | undefined, size: number) =>
  db
    .select({ ...QUEUE_COLUMNS, createdAt: tickets.createdAt, keys: keysOf(order) })
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(where)
    .orderBy(orderedBy(order))
    .limit(size)
type Row = Awaited<ReturnType<typeof readRows>>[number]

const GUEST = 'Guest'

export const toQueueRow = (
  { assigneeId, assigneeName: assignee, username, guestName, userId, ...row }: Omit<Row, 'keys' | 'createdAt'>,
  now: Date,
): QueueRow => ({
  id: row.id,
  subject: row.subject,
  category: row.category,
  status: row.status,
  group: queueGroup(row.dueAt?.getTime() ?? null, now.getTime()),
  customer: username ?? (guestName || GUEST),
  isGuest: userId === null,
  isPremium: row.isPremium,
  dueAt: row.dueAt?.toISOString() ?? null,
  snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
  assignee: assigneeId === null ? null : { id: assigneeId, username: assignee ?? '' },
  lastMessageAt: row.lastMessageAt.toISOString(),
  lastAuthor: row.lastAuthor,
})

export const exportTickets = (db: Db, asked: Asked): CsvFile => ({
  name: 'tickets.csv',
  columns: ['Number', 'Status', 'Category', 'Subject', 'Customer', 'Premium', 'Assigned to', 'Opened', 'Due'],
  rows: exportedRows(db, asked),
})

async function* exportedRows(db: Db, asked: Asked) {
  const now = await readClock(db)
  const { view = 'any' } = asked.filters
  const order = newest('export')
  const where = and(
    await conditionsOf(db, asked, now),
    view === 'queue' ? sql`${tickets.status} in ('open', 'waiting')` : VIEWS[view][0]?.where(now),
  )
  yield* readThrough(order, (place, size) => readRows(db, order, and(where, place), size), toCells)
}

const toCells = (row: Row): Cell[] => [
  row.id,
  row.status,
  row.category,
  row.subject,
  row.username ?? row.guestName,
  row.isPremium ? 'yes' : 'no',
  row.assigneeName,
  row.createdAt.toISOString(),
  row.dueAt?.toISOString() ?? null,
]
