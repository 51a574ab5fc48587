import { integer, timestamp } from 'drizzle-orm/pg-core'

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** An instant. Every timestamp has a time zone, so comparisons do not depend on the server's. */
export const instant = () => timestamp({ withTimezone: true })

export const createdAt = () => instant().notNull().defaultNow()
