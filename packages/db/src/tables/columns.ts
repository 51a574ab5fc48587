import { sql } from 'drizzle-orm'
import { bigint, integer, timestamp } from 'drizzle-orm/pg-core'

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** For tables that grow with traffic or with what Stripe reports, not only with what people do. */
export const wideId = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** Refers to a wide id. */
export const wideReference = () => bigint({ mode: 'number' })

/** An instant. Every timestamp has a time zone, so comparisons do not depend on the server's. */
export const instant = () => timestamp({ withTimezone: true })

/** The values that a check allows: `status in (${listed(STATUSES)})`. */
export const listed = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

export const createdAt = () => instant().notNull().defaultNow()
