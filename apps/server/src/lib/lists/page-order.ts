import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import * as z from 'zod/mini'
import { decimal, INT32_MAX } from '@slipstream/contract/number'
import { text } from '@slipstream/contract/text'
import { DomainError } from '../domain-error.ts'

/** One sort key, in a form that survives the round trip through a cursor exactly. */
interface Key {
  of: SQLWrapper
  type: 'integer' | 'real' | 'instant' | 'text'
}

/** The sort keys of one row. */
export type Place = readonly (number | string)[]

/**
 * How a list is sorted. All keys run in one direction, so that a single row comparison can use the index. The last key
 * must be unique, or rows could be lost between two pages.
 */
export interface PageOrder {
  name: string
  direction: 'asc' | 'desc'
  keys: readonly Key[]
}

/** Well within what a PostgreSQL timestamp can hold. */
const MICROSECONDS_MAX = 8_000_000_000_000_000

export const keysOf = ({ keys }: PageOrder): SQL<Place> => {
  const values = sql.join(keys.map(asKey), sql`, `)
  return keys.some(({ type }) => type === 'text')
    ? sql<Place>`jsonb_build_array(${values})`
    : sql<Place>`array[${values}]::float8[]`
}

const asKey = ({ of, type }: Key) => (type === 'instant' ? sql`extract(epoch from ${of}) * 1000000` : sql`${of}`)

export const orderedBy = ({ keys, direction }: PageOrder): SQL =>
  sql.join(
    keys.map(({ of }) => sql`${of} ${sql.raw(direction)}`),
    sql`, `,
  )

/** Matches the rows after the one with these keys. */
export const behind = ({ keys, direction }: PageOrder, place: Place): SQL => {
  const columns = sql.join(
    keys.map(({ of }) => sql`${of}`),
    sql`, `,
  )
  const values = sql.join(
    keys.map(({ type }, position) => asValue(type, place[position] ?? 0)),
    sql`, `,
  )
  return direction === 'asc' ? sql`(${columns}) > (${values})` : sql`(${columns}) < (${values})`
}

const asValue = (type: Key['type'], value: number | string) => {
  if (type === 'text') return sql`${value}::text`
  if (type === 'integer') return sql`${value}::integer`
  return type === 'real' ? sql`${value}::real` : sql`(timestamptz 'epoch' + ${value} * interval '1 microsecond')`
}

/** Opaque to clients, which send it back unchanged. */
const toCursor = ({ name }: PageOrder, place: Place): string =>
  Buffer.from(JSON.stringify([name, ...place])).toString('base64url')

const Cursor = z.tuple(
  [text(40)],
  z.union([decimal(-MICROSECONDS_MAX, MICROSECONDS_MAX), text(600, { verbatim: true, multiline: true })]),
)

/** Which of these orders a cursor continues, and where. A cursor that was not issued for one of them is refused. */
export const readCursor = (orders: readonly PageOrder[], cursor: string): { order: PageOrder; place: Place } => {
  const [name, ...place] = parseCursor(cursor)
  const order = orders.find((candidate) => candidate.name === name)
  if (!order || place.length !== order.keys.length || !order.keys.every((key, at) => fits(key, place[at]))) {
    throw new DomainError('request.invalid')
  }
  return { order, place }
}

const parseCursor = (cursor: string) => {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw new DomainError('request.invalid', { cause })
  }
}

const fits = ({ type }: Key, value: number | string = Number.NaN) => {
  if (typeof value === 'string') return type === 'text'
  if (type === 'text') return false
  if (type === 'real') return Math.abs(value) <= 1_000_000
  return Number.isSafeInteger(value) && Math.abs(value) <= (type === 'integer' ? INT32_MAX : MICROSECONDS_MAX)
}

/** A page and the cursor of the next one; the caller reads one row more than a page holds. */
export const toPage = <Row extends { keys: Place }>(order: PageOrder, rows: Row[], size: number) => {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last ? toCursor(order, last.keys) : null }
}

/** One page of a list. Reads one row more than the page holds, to know whether another one follows. */
export const readPage = async <Row extends { keys: Place }, Item>(
  order: PageOrder,
  { after, size }: { after: string | undefined; size: number },
  read: (place: SQL | undefined, size: number) => PromiseLike<Row[]>,
  toItem: (row: Row) => Item,
) => {
  const place = after === undefined ? undefined : behind(order, readCursor([order], after).place)
  const { items, next } = toPage(order, await read(place, size + 1), size)
  return { items: items.map(toItem), next }
}
