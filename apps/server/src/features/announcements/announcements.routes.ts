import type { FastifyInstance } from 'fastify'
import { announcementsApi } from '@slipstream/contract/announcements'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { Encryption } from '#features/auth/encryption.ts'
import type { DiscordRoles } from '#gateways/discord-roles.ts'
import type { DiscordWebhooks } from '#gateways/discord-webhooks.ts'
import { mount } from '#lib/http/mount.ts'
import { dismissAnnouncement, listAnnouncements, postAgain } from './announcements.service.ts'
import { changeChannel, findWebhook, forgetChannel, readChannel } from './channel.service.ts'
import { type NewsParts, previewNews } from './read-news.service.ts'

interface Parts extends NewsParts {
  db: Db
  auth: { encryption: Encryption }
  discordRoles: DiscordRoles | null
  discordWebhooks: DiscordWebhooks
}

export const announcementsRoutes = (app: FastifyInstance, parts: Parts) => {
  const { db, discordRoles, discordWebhooks, auth } = parts
  mount(app, announcementsApi.channel, () => readChannel(db, discordRoles))
  mount(app, announcementsApi.change, async ({ user, body }) => {
    const found = body.webhook === undefined ? null : await findWebhook(discordWebhooks, body.webhook)
    const change = { actorId: user.id, kinds: body.kinds, found, encryption: auth.encryption }
    await inTransaction(db, (tx) => changeChannel(tx, change))
    return readChannel(db, discordRoles)
  })
  mount(app, announcementsApi.forget, async ({ user }) => {
    await inTransaction(db, (tx) => forgetChannel(tx, user.id))
    return null
  })
  mount(app, announcementsApi.preview, ({ query }) => previewNews(db, parts, query.kind))
  mount(app, announcementsApi.list, ({ query }) => listAnnouncements(db, query.after))
  mount(app, announcementsApi.again, async ({ user, params }) => {
    await inTransaction(db, (tx) => postAgain(tx, user.id, params.id))
    return null
  })
  mount(app, announcementsApi.dismiss, async ({ user, params }) => {
    await inTransaction(db, (tx) => dismissAnnouncement(tx, user.id, params.id))
    return null
  })
}
