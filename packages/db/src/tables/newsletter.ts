import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Promotion } from '@slipstream/contract/mail-consents'
import type { NewsletterForm, RecipientCounts } from '@slipstream/contract/newsletter'
import type { NewsletterState, RecipientState } from '@slipstream/contract/newsletter-limits'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/** The history of consent to promotional mail, kept as proof. The current choice is in `users.notification_choices`. */
export const mailConsents = pgTable(
  'mail_consents',
  {
    id: id(),
    userId: integer().notNull(),
    promotion: text().$type<Promotion>().notNull(),
    isGiven: boolean().notNull(),
    /** The words beside the switch; empty when consent is withdrawn. */
    wording: text().notNull(),
    source: text({ enum: ['profile', 'mail'] }).notNull(),
    at: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'mail_consents_user', columns: [table.userId], foreignColumns: [users.id] }),
    index('mail_consents_of_user').on(table.userId),
  ],
)

/** Addresses that bounced or complained. They get no promotional mail; receipts still go there. */
export const mailSuppressions = pgTable(
  'mail_suppressions',
  {
    id: id(),
    /** Lower case. */
    address: text().notNull(),
    reason: text({ enum: ['bounce', 'complaint'] }).notNull(),
    detail: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('mail_suppressions_address').on(table.address)],
)

export const newsletters = pgTable(
  'newsletters',
  {
    id: id(),
    form: jsonb().$type<NewsletterForm>().notNull(),
    state: text().$type<NewsletterState>().notNull().default('draft'),
    scheduledAt: instant(),
    startedAt: instant(),
    finishedAt: instant(),
    problem: text(),
    /** Stopped by a restore; it goes on when newsletters are released. */
    isHeld: boolean().notNull().default(false),
    /** Up to this user, the audience is fixed; null before it begins. */
    audienceUpTo: integer(),
    audienceFixedAt: instant(),
    /** Final counts. While it is being sent, they are counted from its recipients. */
    counts: jsonb().$type<RecipientCounts>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('newsletters_due').on(table.scheduledAt).where(sql`state = 'scheduled'`),
    check(
      'newsletters_state_known',
      sql`${table.state} in ('draft', 'scheduled', 'missed', 'sending', 'paused', 'done', 'canceled')`,
    ),
    check('newsletters_schedule', sql`${table.state} <> 'scheduled' or ${table.scheduledAt} is not null`),
  ],
)

/** One row per recipient, claimed before the mail is sent, so that nobody gets it twice. */
export const newsletterRecipients = pgTable(
  'newsletter_recipients',
  {
    newsletterId: integer().notNull(),
    userId: integer().notNull(),
    /** The verified address at the time when the audience was fixed. */
    address: text().notNull(),
    state: text().$type<RecipientState>().notNull().default('waiting'),
    /** The batch that sends it. */
    claim: uuid(),
    claimedAt: instant(),
    /** How often the mail server refused it temporarily. */
    attempts: integer().notNull().default(0),
    /** The mail server's response, or why it was skipped. */
    note: text(),
  },
  (table) => [
    primaryKey({ name: 'newsletter_recipients_once', columns: [table.newsletterId, table.userId] }),
    foreignKey({
      name: 'newsletter_recipients_newsletter',
      columns: [table.newsletterId],
      foreignColumns: [newsletters.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'newsletter_recipients_user', columns: [table.userId], foreignColumns: [users.id] }),
    uniqueIndex('newsletter_recipients_address').on(table.newsletterId, table.address),
    index('newsletter_recipients_state').on(table.newsletterId, table.state, table.userId),
    index('newsletter_recipients_of_user').on(table.userId),
    check(
      'newsletter_recipients_state_known',
      sql`${table.state} in ('waiting', 'sending', 'accepted', 'refused', 'unknown', 'skipped')`,
    ),
  ],
)
