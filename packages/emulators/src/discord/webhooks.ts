import type { APIWebhook } from 'discord-api-types/v10'
import type { FastifyInstance } from 'fastify'
import { DISCORD_GUILD_ID, DISCORD_WEBHOOK_ID, DISCORD_WEBHOOK_TOKEN } from './credentials.ts'
import type { Discord } from './discord-state.ts'
import { apiRefusal, readBody } from './refusal.ts'
import { CHANNEL_ID, messageOf, WebhookMessage } from './webhook-message.ts'

const MOST_MESSAGES_KEPT = 1_000

interface OfWebhook {
  Params: { id: string; token: string }
}
interface Execution extends OfWebhook {
  Querystring: { wait?: string }
}
interface OfMessage {
  Params: OfWebhook['Params'] & { message: string }
}

export const webhookRoutes = (api: FastifyInstance, discord: Discord) => {
  api.post<Execution>('/webhooks/:id/:token', ({ params, query, body }, reply) => {
    requireWebhook(params)
    const sent = readMessage(body)
    const message = messageOf(sent, { id: discord.newId(), at: discord.now() })
    const state = discord.kept.state()
    state.messages = [{ message, sent }, ...state.messages].slice(0, MOST_MESSAGES_KEPT)
    discord.kept.changed()
    return query.wait === 'true' ? message : reply.code(204).send()
  })

  api.get<OfWebhook>('/webhooks/:id/:token', ({ params }): APIWebhook => {
    requireWebhook(params)
    return {
      id: DISCORD_WEBHOOK_ID,
      type: 1,
      name: 'Slipstream news',
      avatar: null,
      channel_id: CHANNEL_ID,
      guild_id: DISCORD_GUILD_ID,
      application_id: null,
      token: DISCORD_WEBHOOK_TOKEN,
    }
  })

  api.patch<OfMessage>('/webhooks/:id/:token/messages/:message', ({ params, body }) => {
    requireWebhook(params)
    const known = discord.kept.state().messages.find(({ message }) => message.id === params.message)
    if (!known) throw apiRefusal(404, 10008, 'Unknown Message')
    known.sent = readMessage(body)
    const { timestamp } = known.message
    const edited = messageOf(known.sent, { id: params.message, at: discord.now() })
    known.message = { ...edited, timestamp, edited_timestamp: edited.timestamp }
    discord.kept.changed()
    return known.message
  })
}

const requireWebhook = ({ id, token }: OfWebhook['Params']) => {
  if (id !== DISCORD_WEBHOOK_ID) throw apiRefusal(404, 10015, 'Unknown Webhook')
  if (token !== DISCORD_WEBHOOK_TOKEN) throw apiRefusal(401, 50027, 'Invalid Webhook Token')
}

const readMessage = (body: unknown) => {
  const sent = readBody(WebhookMessage, body)
  if (!sent.content?.trim() && !sent.embeds?.length) throw apiRefusal(400, 50006, 'Cannot send an empty message')
  return sent
}
