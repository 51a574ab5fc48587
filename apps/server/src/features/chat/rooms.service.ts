import { asc, eq, isNull, or, sql } from 'drizzle-orm'
import { MOST_CHAT_ROOMS, MOST_UNREAD } from '@slipstream/contract/chat-limits'
import type { ChatMember, ChatOverview } from '@slipstream/contract/chat'
import type { Db, Tx } from '@slipstream/db/client'
import { chatMentions, chatMessages, chatReads, chatRooms } from '@slipstream/db/tables/chat'
import { developerPin, users } from '@slipstream/db/tables/users'
import { recordChange } from '#features/audit/audit.service.ts'
import { avatarUrl } from '#features/auth/current-user.ts'
import { DomainError } from '#lib/domain-error.ts'
import { announceHint } from '#lib/live/live-topic.ts'
import { isUniqueViolation } from '#lib/unique-violation.ts'

export const readOverview = async (db: Db, readerId: number, discordCdnUrl: string): Promise<ChatOverview> => {
  const lastRead = sql`coalesce((select last_read_id from ${chatReads}
    where room_id = ${chatRooms.id} and user_id = ${readerId}), 0)`
  const unreadMessages = sql`select id from ${chatMessages}
    where room_id = ${chatRooms.id} and id > ${lastRead} and deleted_at is null
      and author_id is distinct from ${readerId} limit ${MOST_UNREAD}`
  const rooms = await db
    .select({
      id: chatRooms.id,
      name: chatRooms.name,
      unread: sql<number>`(select count(*)::int from (${unreadMessages}) as unread)`,
      mentions: sql<number>`(select count(*)::int from ${chatMentions}
        where user_id = ${readerId} and message_id in (${unreadMessages}))`,
      lastMessageAt: sql<Date | null>`(select created_at from ${chatMessages}
        where room_id = ${chatRooms.id} order by id desc limit 1)`.mapWith(chatMessages.createdAt),
    })
    .from(chatRooms)
    .orderBy(asc(sql`lower(${chatRooms.name})`))
    .limit(MOST_CHAT_ROOMS)
  return {
    rooms: rooms.map((room) => ({ ...room, lastMessageAt: room.lastMessageAt?.toISOString() ?? null })),
    members: await listMembers(db, discordCdnUrl),
  }
}

const listMembers = async (db: Db, discordCdnUrl: string): Promise<ChatMember[]> => {
  const rows = await db
    .select({ user: users })
    .from(users)
    .leftJoin(developerPin, eq(developerPin.discordId, users.discordId))
    .where(sql`${isNull(users.erasedAt)} and ${or(users.isAdmin, sql`${developerPin.discordId} is not null`)}`)
    .orderBy(asc(users.usernameKey))
    .limit(200)
  return rows.map(({ user }) => ({ id: user.id, name: user.username, image: avatarUrl(discordCdnUrl, user) }))
}

export const createRoom = async (tx: Tx, actorId: number, name: string) => {
  if ((await tx.$count(chatRooms)) >= MOST_CHAT_ROOMS) throw new DomainError('chat.too_many_rooms')
  try {
    const [room] = await tx.insert(chatRooms).values({ name }).returning()
    if (!room) throw new Error('the room was not written')
    await recordChange(tx, {
      actorId,
      action: 'create',
      subject: 'room',
      subjectId: room.id,
      subjectName: name,
      after: { name },
    })
    await announceHint(tx, 'chat')
    return { id: room.id }
  } catch (error) {
    if (isUniqueViolation(error, 'chat_rooms_name')) throw new DomainError('chat.room_taken', { cause: error })
    throw error
  }
}

/** Records how far this person has read a room. Never moves back. */
export const markRead = async (tx: Tx, userId: number, roomId: number, messageId: number) => {
  const [message] = await tx
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(sql`${chatMessages.id} = ${messageId} and ${chatMessages.roomId} = ${roomId}`)
  if (!message) throw new DomainError('chat.message_not_found')
  const changed = await tx
    .insert(chatReads)
    .values({ roomId, userId, lastReadId: messageId })
    .onConflictDoUpdate({
      target: [chatReads.userId, chatReads.roomId],
      set: { lastReadId: messageId },
      setWhere: sql`${chatReads.lastReadId} < ${messageId}`,
    })
    .returning({ lastReadId: chatReads.lastReadId })
  // The person's other windows show the unread count too.
  if (changed.length > 0) await announceHint(tx, 'me', userId)
}

export const readLastReadId = async (db: Db, userId: number, roomId: number) => {
  const [room] = await db
    .select({ lastReadId: chatReads.lastReadId })
    .from(chatRooms)
    .leftJoin(chatReads, sql`${chatReads.roomId} = ${chatRooms.id} and ${chatReads.userId} = ${userId}`)
    .where(eq(chatRooms.id, roomId))
  if (!room) throw new DomainError('chat.room_not_found')
  return room.lastReadId ?? 0
}
