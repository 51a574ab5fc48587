import { asc, eq } from 'drizzle-orm'
import { chatMentions, chatMessages, chatReads, chatRooms } from '@slipstream/db/tables/chat'
import type { PersonalData } from '#lib/personal-data.ts'

/** Messages of a former staff member stay readable for the others, without the name. */
export const chatPersonalData: PersonalData = {
  name: 'chat',
  tables: ['chat_messages', 'chat_mentions', 'chat_reads'],
  collect: (tx, userId) =>
    tx
      .select({ room: chatRooms.name, body: chatMessages.body, createdAt: chatMessages.createdAt })
      .from(chatMessages)
      .innerJoin(chatRooms, eq(chatRooms.id, chatMessages.roomId))
      .where(eq(chatMessages.authorId, userId))
      .orderBy(asc(chatMessages.id)),
  erase: async (tx, userId) => {
    await tx.update(chatMessages).set({ authorId: null }).where(eq(chatMessages.authorId, userId))
    await tx.delete(chatMentions).where(eq(chatMentions.userId, userId))
    await tx.delete(chatReads).where(eq(chatReads.userId, userId))
  },
}
