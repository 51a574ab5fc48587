import * as z from 'zod/mini'
import { CHAT_MESSAGE_LENGTH } from './chat-limits.ts'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { integer } from './number.ts'
import { pageOf } from './page.ts'
import { cursor, filledText, text } from './text.ts'

/** Somebody who can read the chat. */
export const ChatMember = z.object({ id: Id, name: z.string(), image: z.nullable(z.string()) })
export type ChatMember = z.output<typeof ChatMember>

export const ChatRoom = z.object({
  id: Id,
  name: z.string(),
  /** Messages of others after the last one read. */
  unread: z.int(),
  /** Those of them that mention the reader. */
  mentions: z.int(),
  lastMessageAt: z.nullable(z.iso.datetime()),
})
export type ChatRoom = z.output<typeof ChatRoom>

export const ChatOverview = z.object({ rooms: z.array(ChatRoom), members: z.array(ChatMember) })
export type ChatOverview = z.output<typeof ChatOverview>

/** An object of the store that a message links to, with only what the reader may see. */
export const ChatPreview = z.object({ address: z.string(), kind: z.string(), title: z.string(), detail: z.string() })
export type ChatPreview = z.output<typeof ChatPreview>

export const ChatMessage = z.object({
  id: Id,
  roomId: Id,
  /** Null if the account was erased. */
  authorId: z.nullable(Id),
  authorName: z.string(),
  /** Empty for a deleted message. */
  body: z.string(),
  at: z.iso.datetime(),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  previews: z.array(ChatPreview),
})
export type ChatMessage = z.output<typeof ChatMessage>

export const ChatMessagePage = z.extend(pageOf(ChatMessage), {
  /** The newest message the reader had read; 0 if none. */
  lastReadId: integer(0),
})
export type ChatMessagePage = z.output<typeof ChatMessagePage>

const Body = text(CHAT_MESSAGE_LENGTH, { min: 1, multiline: true })

/** Chosen by the browser for each message. */
const MessageKey = text(36).check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Not a key.'))

export const NewChatMessage = z.strictObject({ body: Body, key: MessageKey })
export type NewChatMessage = z.output<typeof NewChatMessage>

export const chatApi = {
  overview: endpoint({
    method: 'GET',
    path: '/api/admin/chat',
    summary: 'List the rooms of the staff’s chat with what is unread, and who can read them',
    access: 'admin',
    response: ChatOverview,
  }),
  createRoom: endpoint({
    method: 'POST',
    path: '/api/admin/chat/rooms',
    summary: 'Create a room',
    access: 'admin',
    needsProof: 'no: words among the staff',
    body: z.strictObject({ name: filledText(40) }),
    response: z.object({ id: Id }),
    errors: ['chat.room_taken', 'chat.too_many_rooms'],
  }),
  messages: endpoint({
    method: 'GET',
    path: '/api/admin/chat/rooms/:id/messages',
    summary: 'List the messages of a room, newest first',
    access: 'admin',
    params: idParams,
    query: z.strictObject({ after: cursor() }),
    response: ChatMessagePage,
    errors: ['chat.room_not_found'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/admin/chat/rooms/:id/messages',
    summary: 'Send a message; sent again with the same key it is written once',
    access: 'admin',
    needsProof: 'no: words among the staff',
    params: idParams,
    body: NewChatMessage,
    response: ChatMessage,
    errors: ['chat.room_not_found'],
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/admin/chat/rooms/:id/read',
    summary: 'Mark a room as read up to a message',
    access: 'admin',
    needsProof: 'no: words among the staff',
    params: idParams,
    body: z.strictObject({ messageId: Id }),
    response: z.object({ success: z.literal(true) }),
    errors: ['chat.message_not_found'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/admin/chat/messages/:id',
    summary: 'Change your own message',
    access: 'admin',
    needsProof: 'no: words among the staff',
    params: idParams,
    body: z.strictObject({ body: Body }),
    response: ChatMessage,
    errors: ['chat.message_not_found', 'chat.not_yours'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/chat/messages/:id',
    summary: 'Delete your own message; a mark stays in its place',
    access: 'admin',
    needsProof: 'no: words among the staff',
    params: idParams,
    response: z.object({ success: z.literal(true) }),
    errors: ['chat.message_not_found', 'chat.not_yours'],
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/admin/chat/search',
    summary: 'Find messages by their words, newest first',
    access: 'admin',
    query: z.strictObject({ q: filledText(80), after: cursor() }),
    response: pageOf(ChatMessage),
  }),
}
