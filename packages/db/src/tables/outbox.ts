import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { HELD_KINDS, MESSAGE_KINDS, type HeldKind, type MessageKind } from '@slipstream/contract/outbox-kinds'
import { createdAt, instant, listed, wideId } from './columns.ts'
import { users } from './users.ts'

const STATES = ['waiting', 'sending', 'sent', 'failed', 'withdrawn'] as const

/** Everything that leaves the store for a person or a channel: one row per mail and per post on Discord. */
export const outbox = pgTable(
  'outbox',
  {
    id: wideId(),
    kind: text().$type<MessageKind>().notNull(),
    /** Which handler sends it. */
    name: text().notNull(),
    /** A person waits for every other message, so those go first. */
    isBulk: boolean().notNull().default(false),
    state: text({ enum: STATES }).notNull().default('waiting'),
    /** Whom it is about, not always its recipient. It leaves the outbox with their account. */
    userId: integer(),
    address: text(),
    /** What the handler needs. Holds no secret, and is dropped once the message is sent or withdrawn. */
    payload: jsonb().$type<object>(),
    /** What it reports: `release 12`. All waiting messages about it can be withdrawn. */
    about: text(),
    /** A waiting message with the same key is replaced. */
    key: text(),
    /** The same for every attempt, so that mail programs recognize a duplicate. */
    messageId: uuid().notNull().defaultRandom(),
    notBefore: instant(),
    /** The job that sends it. After the death of its worker, only this job goes on. */
    claimedBy: text(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** When what it reports came about, which may be before the job that writes it ran. */
    createdAt: createdAt(),
    /** When it was sent or withdrawn, or failed for good. */
    settledAt: instant(),
  },
  (table) => [
    foreignKey({ name: 'outbox_user', columns: [table.userId], foreignColumns: [users.id] }),
    uniqueIndex('outbox_open_key').on(table.key).where(sql`key is not null and settled_at is null`),
    index('outbox_settled_key').on(table.key).where(sql`key is not null and settled_at is not null`),
    index('outbox_open').on(table.kind, table.id).where(sql`settled_at is null`),
    index('outbox_open_about').on(table.about).where(sql`about is not null and settled_at is null`),
    index('outbox_settled').on(table.settledAt).where(sql`settled_at is not null`),
    index('outbox_of_user').on(table.userId).where(sql`user_id is not null`),
    index('outbox_of_address').on(sql`lower(address)`).where(sql`address is not null`),
    check('outbox_kind_known', sql`${table.kind} in (${listed(MESSAGE_KINDS)})`),
    check('outbox_state_known', sql`${table.state} in (${listed(STATES)})`),
    check('outbox_end', sql`(${table.state} in ('waiting', 'sending')) = (${table.settledAt} is null)`),
  ],
)

/** Kinds that do not go out, because the database was restored, until a person releases them. */
export const outboxHolds = pgTable(
  'outbox_holds',
  {
    kind: text().$type<HeldKind>().primaryKey(),
    heldAt: createdAt(),
    /** From now on nothing older than the hold is queued anymore. */
    discardedAt: instant(),
    /** The row stays, because jobs that were queued before the hold may still write messages. */
    releasedAt: instant(),
  },
  (table) => [check('outbox_holds_kind_known', sql`${table.kind} in (${listed(HELD_KINDS)})`)],
)
