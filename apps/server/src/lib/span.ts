import { sql } from 'drizzle-orm'

/** A time span in PostgreSQL's own notation, so that no microsecond is lost on the way back. The end is exclusive. */
export interface Span {
  startsAt: string
  endsAt: string
}

/**
 * Matches rows whose column is in the span. Compares with plain values, so that PostgreSQL can estimate the number of
 * rows.
 */
export const within = (column: string, { startsAt, endsAt }: Span) => {
  const name = sql.raw(column)
  return sql`(${name} >= ${startsAt}::timestamptz and ${name} < ${endsAt}::timestamptz)`
}
