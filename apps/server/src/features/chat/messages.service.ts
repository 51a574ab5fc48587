import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { ChatMessage, ChatMessagePage, NewChatMessage } from '@slipstream/contract/chat'
import type { Db, Tx } from '@slipstream/db/client'
import { chatMentions, chatMessages, chatRooms } from '@slipstream/db/tables/chat'
import { users } from '@slipstream/db/tables/users'
import { DomainError } from '#lib/domain-error.ts'
import { keysOf, orderedBy, type PageOrder, type Place, readPage } from '#lib/lists/page-order.ts'
import { announceHint } from '#lib/live/live-topic.ts'
import { readPreviews } from './previews.service.ts'
import { readLastReadId } from './rooms.service.ts'

const PAGE = 50
const NEWEST: PageOrder = { name: 'newest', direction: 'desc', keys: [{ of: chatMessages.id, type: 'integer' }] }

interface MessageRow {
  message: Omit<ChatMessage, 'previews'>
  keys: Place
}

const selectMessages = async (db: Db, condition: SQL | undefined, size: number): Promise<MessageRow[]> => {
  const rows = await db
    .select({ message: chatMessages, author: users.username, keys: keysOf(NEWEST) })
    .from(chatMessages)
    .leftJoin(users, eq(users.id, chatMessages.authorId))
    .where(condition)
    .orderBy(orderedBy(NEWEST))
    .limit(size)
  return rows.map(({ message, author, keys }) => ({
    keys,
    message: {
      id: message.id,
      roomId: message.roomId,
      authorId: message.authorId,
      authorName: author ?? 'Former staff member',
      body: message.body,
      at: message.createdAt.toISOString(),
      isEdited: message.editedAt !== null,
      isDeleted: message.deletedAt !== null,
    },
  }))
}

const readMessagePage = async (db: Db, condition: SQL | undefined, after: string | undefined) => {
  const page = await readPage(
    NEWEST,
    { after, size: PAGE },
    (place, size) => selectMessages(db, and(condition, place), size),
    ({ message }) => message,
  )
  const previews = await readPreviews(db, page.items)
  return { ...page, items: page.items.map((message) => ({ ...message, previews: previews(message.body) })) }
}

export const listMessages = async (
  db: Db,
  readerId: number,
  roomId: number,
  after: string | undefined,
): Promise<ChatMessagePage> => {
  const lastReadId = await readLastReadId(db, readerId, roomId)
  return { ...(await readMessagePage(db, eq(chatMessages.roomId, roomId), after)), lastReadId }
}

/** Matches whole words in any English form and accepts search engine syntax: `"crash on load" -beta`. */
export const searchMessages = (db: Db, { q, after }: { q: string; after?: string | undefined }) =>
  readMessagePage(db, sql`${chatMessages.searchWords} @@ websearch_to_tsquery('english', ${q})`, after)

export const sendMessage = async (tx: Tx, authorId: number, roomId: number, { body, key }: NewChatMessage) => {
  const [room] = await tx.select({ id: chatRooms.id }).from(chatRooms).where(eq(chatRooms.id, roomId))
  if (!room) throw new DomainError('chat.room_not_found')
  const [sent] = await tx
    .insert(chatMessages)
    .values({ roomId, authorId, body, key })
    .onConflictDoNothing({ target: [chatMessages.authorId, chatMessages.key] })
    .returning({ id: chatMessages.id })
  if (sent) {
    await writeMentions(tx, sent.id, body)
    await announce(tx, roomId)
  }
  const isIt = and(eq(chatMessages.authorId, authorId), eq(chatMessages.key, key))
  return readMessage(tx, isIt)
}

export const editMessage = async (tx: Tx, actorId: number, id: number, body: string) => {
  const { roomId, body: before } = await lockOwnMessage(tx, actorId, id)
  if (body !== before) {
    await tx.update(chatMessages).set({ body, editedAt: new Date() }).where(eq(chatMessages.id, id))
    await tx.delete(chatMentions).where(eq(chatMentions.messageId, id))
    await writeMentions(tx, id, body)
    await announce(tx, roomId)
  }
  return readMessage(tx, eq(chatMessages.id, id))
}

/** Deletes only the text, because the others have already seen that there was a message. Idempotent. */
export const removeMessage = async (tx: Tx, actorId: number, id: number) => {
  const { roomId, deletedAt } = await lockMessage(tx, actorId, id)
  if (deletedAt !== null) return
  await tx.update(chatMessages).set({ body: '', deletedAt: new Date() }).where(eq(chatMessages.id, id))
  await tx.delete(chatMentions).where(eq(chatMentions.messageId, id))
  await announce(tx, roomId)
}

const lockMessage = async (tx: Tx, actorId: number, id: number) => {
  const [message] = await tx.select().from(chatMessages).where(eq(chatMessages.id, id)).for('update')
  if (!message) throw new DomainError('chat.message_not_found')
  if (message.authorId !== actorId) throw new DomainError('chat.not_yours')
  return message
}

const lockOwnMessage = async (tx: Tx, actorId: number, id: number) => {
  const message = await lockMessage(tx, actorId, id)
  if (message.deletedAt !== null) throw new DomainError('chat.message_not_found')
  return message
}

const readMessage = async (tx: Tx, condition: SQL | undefined): Promise<ChatMessage> => {
  const [found] = await selectMessages(tx, condition, 1)
  if (!found) throw new Error('the message was not written')
  const previews = await readPreviews(tx, [found.message])
  return { ...found.message, previews: previews(found.message.body) }
}

const announce = async (tx: Tx, roomId: number) => {
  await announceHint(tx, 'chat')
  await announceHint(tx, 'room', roomId)
}

const MENTION = /@([\w.-]{2,40})/g
const MOST_MENTIONS = 20

const writeMentions = async (tx: Tx, messageId: number, body: string) => {
  const names = [...body.matchAll(MENTION)].flatMap(([, name = '']) => [name, name.replace(/[.-]+$/, '')])
  const keys = [...new Set(names.map((name) => name.toLowerCase()))].slice(0, MOST_MENTIONS)
  if (keys.length === 0) return
  const mentioned = await tx
    .select({ userId: users.id })
    .from(users)
    .where(and(inArray(users.usernameKey, keys), eq(users.isAdmin, true), isNull(users.erasedAt)))
  if (mentioned.length > 0) await tx.insert(chatMentions).values(mentioned.map(({ userId }) => ({ messageId, userId })))
}
