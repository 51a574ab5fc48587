import { sql } from 'drizzle-orm'

/** A part of time as PostgreSQL writes it, so that no microsecond is lost on the way back. The end is not included. */
export interface Span {
  startsAt: string
  endsAt: string
}

/** Whether a column is in the span. As values, so that PostgreSQL knows how few rows are meant. */
export const within = (column: string, { startsAt, endsAt }: Span) => {
  const name = sql.raw(column)
  return sql`(${name} >= ${startsAt}::timestamptz and ${name} < ${endsAt}::timestamptz)`
}
