import { sql } from 'drizzle-orm'
import {
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Rooms of the staff chat. */
export const chatRooms = pgTable(
  'chat_rooms',
  {
    id: id(),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  () => [uniqueIndex('chat_rooms_name').on(sql`lower(name)`)],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: id(),
    roomId: integer().notNull(),
    /** Null if the account was erased. */
    authorId: integer(),
    /** Empty if its author deleted it. */
    body: text().notNull(),
    /** Chosen by the browser, so that a message sent twice is stored once. */
    key: uuid().notNull(),
    createdAt: createdAt(),
    editedAt: instant(),
    deletedAt: instant(),
    searchWords: tsvector().notNull().generatedAlwaysAs(sql`to_tsvector('english', body)`),
  },
  (table) => [
    foreignKey({ name: 'chat_messages_room', columns: [table.roomId], foreignColumns: [chatRooms.id] }),
    foreignKey({ name: 'chat_messages_author', columns: [table.authorId], foreignColumns: [users.id] }).onDelete(
      'set null',
    ),
    uniqueIndex('chat_messages_sent_once').on(table.authorId, table.key),
    index('chat_messages_of_room').on(table.roomId, table.id.desc().nullsFirst()),
    index('chat_messages_by_time').on(table.createdAt),
    index('chat_messages_by_words').using('gin', table.searchWords),
  ],
)

export const chatMentions = pgTable(
  'chat_mentions',
  {
    messageId: integer().notNull(),
    userId: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: 'chat_mentions_pk', columns: [table.userId, table.messageId] }),
    foreignKey({
      name: 'chat_mentions_message',
      columns: [table.messageId],
      foreignColumns: [chatMessages.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'chat_mentions_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('cascade'),
    index('chat_mentions_of_message').on(table.messageId),
  ],
)

/** How far each person has read a room. */
export const chatReads = pgTable(
  'chat_reads',
  {
    roomId: integer().notNull(),
    userId: integer().notNull(),
    lastReadId: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: 'chat_reads_pk', columns: [table.userId, table.roomId] }),
    foreignKey({ name: 'chat_reads_room', columns: [table.roomId], foreignColumns: [chatRooms.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'chat_reads_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('cascade'),
  ],
)
