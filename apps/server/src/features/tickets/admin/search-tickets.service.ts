import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { ticketMessages, tickets } from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'

/** Up to this many hits are looked up by id. More are so dense that scanning the list is faster. */
const MOST_HITS = 1_000

/** Either the ids of the matching tickets, or a condition for a word that is almost everywhere. */
export type Search = { ids: readonly number[] } | { condition: SQL }

/** The form of the text decides which column is searched, so that each search uses one index. */
export const searchTickets = async (db: Db, q: string): Promise<Search> => {
  const number = /^(?:T-|#)?(\d{1,9})$/i.exec(q)?.[1]
  if (number !== undefined) return { ids: await shownIds(db, [Number(number)]) }
  if (q.includes('@')) return { condition: isFrom(db, q.toLowerCase()) }
  const [person] = await db.select({ id: users.id }).from(users).where(eq(users.usernameKey, q.toLowerCase()))
  return searchWords(db, q, person?.id)
}

const isFrom = (db: Db, email: string): SQL =>
  sql`(${tickets.guestEmail} = ${email} or ${inArray(
    tickets.userId,
    db.select({ id: users.id }).from(users).where(eq(users.email, email)),
  )})`

/**
 * Two steps: the full-text indexes give a limited number of hits, which are then sorted. Sorting by time first would
 * scan the whole list for a rare word.
 */
const searchWords = async (db: Db, q: string, personId: number | undefined): Promise<Search> => {
  const words = sql`websearch_to_tsquery('english', ${q})`
  const rows = await readRows<{ id: number }>(
    db,
    sql`select id from ((select ticket_id as id from ${ticketMessages} where words @@ ${words} limit ${MOST_HITS + 1})
      union all (select id from ${tickets} where subject_words @@ ${words} limit ${MOST_HITS + 1})
      union all (select id from ${tickets} where user_id = ${personId ?? null} order by id desc limit ${MOST_HITS})) hits`,
  )
  if (rows.length <= MOST_HITS) return { ids: await shownIds(db, [...new Set(rows.map(({ id }) => id))]) }
  // A scalar subquery is evaluated row by row while the list is scanned; `exists` may read every hit first.
  return {
    condition: sql`(${tickets}.subject_words @@ ${words} or coalesce((
      select true from ${ticketMessages} where ticket_id = ${tickets}.id and words @@ ${words} limit 1), false))`,
  }
}

/** A hit in a merged ticket counts as a hit in the ticket it was merged into. */
const shownIds = async (db: Db, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectDistinct({ id: sql<number>`coalesce(${tickets.mergedIntoId}, ${tickets.id})` })
    .from(tickets)
    .where(inArray(tickets.id, [...ids]))
  return rows.map(({ id }) => id)
}

export const foundBy = (search: Search): SQL => {
  if ('condition' in search) return search.condition
  return search.ids.length === 0 ? sql`false` : inArray(tickets.id, [...search.ids])
}
