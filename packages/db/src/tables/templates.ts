import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** The creator's additions to the store's mails, by the name of the mail. */
export const mailTemplates = pgTable('mail_templates', {
  name: text().primaryKey(),
  subject: text().notNull(),
  intro: text().notNull(),
  outro: text().notNull(),
  updatedAt: createdAt(),
})
