import type { FastifyInstance } from 'fastify'
import { chatApi } from '@slipstream/contract/chat'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { AuthParts } from '#features/auth/auth-parts.ts'
import { mount } from '#lib/http/mount.ts'
import { editMessage, listMessages, removeMessage, searchMessages, sendMessage } from './messages.service.ts'
import { createRoom, markRead, readOverview } from './rooms.service.ts'

interface Parts {
  db: Db
  auth: Pick<AuthParts, 'discordCdnUrl'>
}

export const chatRoutes = (app: FastifyInstance, { db, auth }: Parts) => {
  mount(app, chatApi.overview, ({ user }) => readOverview(db, user.id, auth.discordCdnUrl))
  mount(app, chatApi.createRoom, ({ user, body }) => inTransaction(db, (tx) => createRoom(tx, user.id, body.name)))
  mount(app, chatApi.messages, ({ user, params, query }) => listMessages(db, user.id, params.id, query.after))
  mount(app, chatApi.send, ({ user, params, body }) =>
    inTransaction(db, (tx) => sendMessage(tx, user.id, params.id, body)),
  )
  mount(app, chatApi.read, async ({ user, params, body }) => {
    await inTransaction(db, (tx) => markRead(tx, user.id, params.id, body.messageId))
    return { success: true as const }
  })
  mount(app, chatApi.edit, ({ user, params, body }) =>
    inTransaction(db, (tx) => editMessage(tx, user.id, params.id, body.body)),
  )
  mount(app, chatApi.remove, async ({ user, params }) => {
    await inTransaction(db, (tx) => removeMessage(tx, user.id, params.id))
    return { success: true as const }
  })
  mount(app, chatApi.search, ({ query }) => searchMessages(db, query))
}
