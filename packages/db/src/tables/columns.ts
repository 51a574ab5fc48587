import { integer, timestamp } from 'drizzle-orm/pg-core'

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** An instant. Every timestamp has a time zone, so comparisons do not depend on the server's. */
export const instant = () => timestamp({ withTimezone: true })

/** The values that a check allows: `status in (${listed(STATUSES)})`. */
export const listed = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

export const createdAt = () => instant().notNull().defaultNow()
