import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { DeskFigures } from '@slipstream/contract/tickets-admin'
import { type Db, readRows } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { DomainError } from '#lib/domain-error.ts'

const COUNTED_TO = 1_000
const STAFF_LISTED = 100

/** The number of rows, counted up to a limit, so that a long queue costs no more than a short one. */
const upTo = (condition: string) =>
  sql.raw(`(select count(*)::int from (select from tickets where status = 'open' and merged_into_id is null
    and ${condition} limit ${COUNTED_TO}) counted)`)

const AWAKE = '(snoozed_until is null or snoozed_until <= now() or due_at < now())'

export const readFigures = async (db: Db, userId: number): Promise<DeskFigures> => {
  const [counts] = await readRows<DeskFigures['counts']>(
    db,
    sql`select ${upTo(AWAKE)} as queue, ${upTo(`assignee_id = ${Math.trunc(userId)} and ${AWAKE}`)} as mine,
      ${upTo(`assignee_id is null and ${AWAKE}`)} as unassigned, ${upTo('due_at < now()')} as late,
      ${upTo('snoozed_until > now()')} as snoozed`,
  )
  const staff = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(isStaff)
    .orderBy(asc(users.username))
    .limit(STAFF_LISTED)
  return {
    counts: counts ?? { queue: 0, mine: 0, unassigned: 0, late: 0, snoozed: 0 },
    firstAnswer: {
      medianMinutes: await medianFirstAnswer(db, 7, 0),
      beforeMinutes: await medianFirstAnswer(db, 14, 7),
    },
    staff,
  }
}

const isStaff = and(eq(users.isAdmin, true), isNull(users.bannedAt), isNull(users.erasedAt))

/** By the day of the answer, in minutes. */
const medianFirstAnswer = async (db: Db, fromDays: number, toDays: number) => {
  const [row] = await readRows<{ minutes: number | null }>(
    db,
    sql`select round(percentile_cont(0.5) within group (order by extract(epoch from first_answered_at - created_at) / 60))::int as minutes
      from tickets where first_answered_at > now() - make_interval(days => ${fromDays})
        and first_answered_at <= now() - make_interval(days => ${toDays})`,
  )
  return row?.minutes ?? null
}

/** A username that belongs to nobody matches no ticket. */
export const staffIdOf = async (db: Db, username: string): Promise<number> => {
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isStaff, eq(users.usernameKey, username.toLowerCase())))
  return person?.id ?? 0
}

export const requireStaff = async (db: Db, id: number) => {
  const [person] = await db
    .select({ username: users.username })
    .from(users)
    .where(and(isStaff, eq(users.id, id)))
  if (!person) throw new DomainError('tickets.no_staff')
  return person
}
