import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

/** Replies that staff members insert with a few keys. */
export const cannedReplies = pgTable('canned_replies', {
  id: id(),
  title: text().notNull(),
  body: text().notNull(),
  createdAt: createdAt(),
})

/** Known problems that many tickets are about. */
export const ticketTrackers = pgTable('ticket_trackers', {
  id: id(),
  title: text().notNull(),
  createdAt: createdAt(),
  /** When the answer was sent to every linked ticket; null while the problem is open. */
  fixedAt: instant(),
  answer: text(),
})
