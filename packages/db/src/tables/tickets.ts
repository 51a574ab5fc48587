import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type {
  TicketAttachmentKind,
  TicketAuthor,
  TicketCategory,
  TicketEvent,
  TicketStatus,
} from '@slipstream/contract/ticket-terms'
import { createdAt, id, instant } from './columns.ts'
import { mods } from './mods.ts'
import { orders } from './orders.ts'
import { ticketTrackers } from './ticket-desk.ts'
import { users } from './users.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    /** Null for a guest. */
    userId: integer(),
    /** Claimed by a guest and never verified, so it grants no access to an account with the same address. */
    guestEmail: text(),
    guestName: text(),
    /** The page's idempotency key: a repeated request opens one ticket. */
    clientKey: text().notNull(),
    subject: text().notNull(),
    category: text().$type<TicketCategory>().notNull(),
    status: text().$type<TicketStatus>().notNull().default('open'),
    assigneeId: integer(),
    orderId: integer(),
    modId: integer(),
    /** The request that failed, from the error page. */
    requestId: text(),
    snoozedUntil: instant(),
    /** The ticket that shows this one's messages and receives its new ones. */
    mergedIntoId: integer(),
    /** The known problem it is about. */
    trackerId: integer(),
    /** When the staff's next answer is due. This and the columns down to `isPremium` are derived from the events. */
    dueAt: instant(),
    firstAnsweredAt: instant(),
    /** Whether the first answer came after the promised time. */
    isFirstLate: boolean().notNull().default(false),
    solvedAt: instant(),
    /** Whether the customer had Premium at the latest change. */
    isPremium: boolean().notNull().default(false),
    /** From 1 to 5. */
    rating: integer(),
    ratingComment: text().notNull().default(''),
    /** Counts the changes, so that an open page notices that it is stale. */
    version: integer().notNull().default(1),
    lastMessageAt: instant().notNull().defaultNow(),
    createdAt: createdAt(),
    subjectWords: tsvector().notNull().generatedAlwaysAs(sql`to_tsvector('english', subject)`),
  },
  (table) => [
    foreignKey({ name: 'tickets_user', columns: [table.userId], foreignColumns: [users.id] }),
    foreignKey({ name: 'tickets_assignee', columns: [table.assigneeId], foreignColumns: [users.id] }),
    foreignKey({ name: 'tickets_order', columns: [table.orderId], foreignColumns: [orders.id] }).onDelete('set null'),
    foreignKey({ name: 'tickets_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('set null'),
    foreignKey({
      name: 'tickets_merged_into',
      columns: [table.mergedIntoId],
      foreignColumns: [table.id as AnyPgColumn],
    }).onDelete('set null'),
    foreignKey({ name: 'tickets_tracker', columns: [table.trackerId], foreignColumns: [ticketTrackers.id] }).onDelete(
      'set null',
    ),
    check(
      'tickets_category_known',
      sql`${table.category} in ('general', 'order', 'refund', 'mod', 'privacy', 'account')`,
    ),
    check('tickets_status_known', sql`${table.status} in ('open', 'waiting', 'solved', 'spam')`),
    check('tickets_rating', sql`${table.rating} between 1 and 5`),
    check('tickets_not_merged_into_itself', sql`${table.mergedIntoId} <> ${table.id}`),
    check('tickets_user_or_guest', sql`${table.userId} is null or ${table.guestEmail} is null`),
    uniqueIndex('tickets_client_key').on(table.userId, table.clientKey),
    uniqueIndex('tickets_guest_key').on(table.guestEmail, table.clientKey),
    index('tickets_of_user').on(table.userId, table.lastMessageAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('tickets_by_status').on(table.status, table.lastMessageAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('tickets_last_message').on(table.lastMessageAt, table.id),
    // Contains only tickets that wait for us, so its size depends on the open work, not on the history.
    index('tickets_queue')
      .on(table.isPremium, table.dueAt, table.id)
      .where(sql`status = 'open' and merged_into_id is null`),
    index('tickets_queue_of_assignee')
      .on(table.assigneeId, table.isPremium, table.dueAt, table.id)
      .where(sql`status = 'open' and merged_into_id is null`),
    index('tickets_first_answered').on(table.firstAnsweredAt).where(sql`first_answered_at is not null`),
    index('tickets_solved').on(table.solvedAt).where(sql`solved_at is not null`),
    index('tickets_opened').on(table.createdAt),
    index('tickets_of_tracker').on(table.trackerId, table.id).where(sql`tracker_id is not null`),
    index('tickets_subject_words').using('gin', table.subjectWords),
    index('tickets_of_assignee').on(table.assigneeId).where(sql`assignee_id is not null`),
    index('tickets_of_order').on(table.orderId).where(sql`order_id is not null`),
    index('tickets_of_mod').on(table.modId).where(sql`mod_id is not null`),
    index('tickets_merged').on(table.mergedIntoId).where(sql`merged_into_id is not null`),
  ],
)

/** What the customer sees. Internal notes have their own table, so that no query can mix them up. */
export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: id(),
    ticketId: integer().notNull(),
    authorKind: text().$type<TicketAuthor>().notNull(),
    /** Null for a guest and for the store itself. */
    authorId: integer(),
    body: text().notNull(),
    /** The page's idempotency key: a repeated request writes one message. */
    clientKey: text().notNull(),
    createdAt: createdAt(),
    words: tsvector().notNull().generatedAlwaysAs(sql`to_tsvector('english', body)`),
  },
  (table) => [
    foreignKey({ name: 'ticket_messages_ticket', columns: [table.ticketId], foreignColumns: [tickets.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'ticket_messages_author', columns: [table.authorId], foreignColumns: [users.id] }),
    check('ticket_messages_author_known', sql`${table.authorKind} in ('customer', 'staff', 'store')`),
    uniqueIndex('ticket_messages_client_key').on(table.ticketId, table.clientKey),
    index('ticket_messages_of_ticket').on(table.ticketId, table.id),
    index('ticket_messages_of_author').on(table.authorId).where(sql`author_id is not null`),
    index('ticket_messages_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('ticket_messages_words').using('gin', table.words),
  ],
)

/** What staff members tell each other about a ticket. */
export const ticketNotes = pgTable(
  'ticket_notes',
  {
    id: id(),
    ticketId: integer().notNull(),
    authorId: integer().notNull(),
    body: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'ticket_notes_ticket', columns: [table.ticketId], foreignColumns: [tickets.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'ticket_notes_author', columns: [table.authorId], foreignColumns: [users.id] }),
    index('ticket_notes_of_ticket').on(table.ticketId, table.id),
    index('ticket_notes_of_author').on(table.authorId),
  ],
)

/** What happened to a ticket. Append-only; it contains no text of a customer. */
export const ticketEvents = pgTable(
  'ticket_events',
  {
    id: id(),
    ticketId: integer().notNull(),
    kind: text().$type<TicketEvent>().notNull(),
    /** Null for a guest and for the store itself. */
    actorId: integer(),
    at: createdAt(),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    foreignKey({ name: 'ticket_events_ticket', columns: [table.ticketId], foreignColumns: [tickets.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'ticket_events_actor', columns: [table.actorId], foreignColumns: [users.id] }),
    index('ticket_events_of_ticket').on(table.ticketId, table.id),
    index('ticket_events_of_actor').on(table.actorId).where(sql`actor_id is not null`),
    index('ticket_events_by_time').on(table.at, table.kind),
  ],
)

/**
 * A stored file. It is uploaded before its message is sent, and swept if the message is never sent. A guest's log is
 * stored with its message.
 */
export const ticketAttachments = pgTable(
  'ticket_attachments',
  {
    id: id(),
    /** Null until the message is sent. */
    messageId: integer(),
    /** Null for a guest. */
    uploaderId: integer(),
    kind: text().$type<TicketAttachmentKind>().notNull(),
    /** The file's name on the uploader's machine. */
    name: text().notNull(),
    /** In the private bucket. */
    objectKey: text().notNull(),
    sizeBytes: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'ticket_attachments_message',
      columns: [table.messageId],
      foreignColumns: [ticketMessages.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'ticket_attachments_uploader', columns: [table.uploaderId], foreignColumns: [users.id] }),
    check('ticket_attachments_kind_known', sql`${table.kind} in ('picture', 'log')`),
    uniqueIndex('ticket_attachments_object').on(table.objectKey),
    index('ticket_attachments_of_message').on(table.messageId).where(sql`message_id is not null`),
    index('ticket_attachments_of_uploader').on(table.uploaderId, table.createdAt),
    index('ticket_attachments_unsent').on(table.createdAt).where(sql`message_id is null`),
  ],
)

/** Links mailed to guests. Each opens one thread for one recipient. */
export const ticketLinks = pgTable(
  'ticket_links',
  {
    hash: text().primaryKey(),
    ticketId: integer().notNull(),
    /** The mail it was sent with. Acknowledgements are limited per address by counting these. */
    mail: text({ enum: ['received', 'answer'] }).notNull(),
    email: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    foreignKey({ name: 'ticket_links_ticket', columns: [table.ticketId], foreignColumns: [tickets.id] }).onDelete(
      'cascade',
    ),
    check('ticket_links_mail_known', sql`${table.mail} in ('received', 'answer')`),
    index('ticket_links_of_ticket').on(table.ticketId),
    index('ticket_links_of_email').on(table.email, table.createdAt),
    index('ticket_links_over').on(table.expiresAt),
  ],
)
