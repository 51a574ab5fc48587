import { integer, timestamp } from 'drizzle-orm/pg-core'

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** An instant, always with its time zone. The store compares instants, never calendar days. */
export const instant = () => timestamp({ withTimezone: true })

export const createdAt = () => instant().notNull().defaultNow()
