import type { FastifyInstance } from 'fastify'
import { DISCORD_WEBHOOK_ID, DISCORD_WEBHOOK_TOKEN } from './credentials.ts'
import type { Discord } from './discord-state.ts'
import { apiRefusal, readBody } from './refusal.ts'
import { messageOf, WebhookMessage } from './webhook-message.ts'

const MOST_MESSAGES_KEPT = 1_000

interface Execution {
  Params: { id: string; token: string }
  Querystring: { wait?: string }
}

export const webhookRoutes = (api: FastifyInstance, discord: Discord) => {
  api.post<Execution>('/webhooks/:id/:token', ({ params, query, body }, reply) => {
    if (params.id !== DISCORD_WEBHOOK_ID) throw apiRefusal(404, 10015, 'Unknown Webhook')
    if (params.token !== DISCORD_WEBHOOK_TOKEN) throw apiRefusal(401, 50027, 'Invalid Webhook Token')
    const sent = readBody(WebhookMessage, body)
    if (!sent.content?.trim() && !sent.embeds?.length) throw apiRefusal(400, 50006, 'Cannot send an empty message')
    const message = messageOf(sent, { id: discord.newId(), at: discord.now() })
    const state = discord.kept.state()
    state.messages = [{ message, sent }, ...state.messages].slice(0, MOST_MESSAGES_KEPT)
    discord.kept.changed()
    return query.wait === 'true' ? message : reply.code(204).send()
  })
}
