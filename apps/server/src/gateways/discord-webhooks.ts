import * as z from 'zod'
import type { Config } from '#config.ts'
import { withTimeout } from '#lib/with-timeout.ts'

const TIMEOUT_MS = 10_000

/** Identifies a webhook and grants the right to post with it, so it is a secret. */
export interface Webhook {
  id: string
  token: string
}

export interface WebhookFacts {
  name: string
  guildId: string
  channelId: string
}

/** The outcome of a post: `unknown` if Discord gave no clear answer. */
export type PostOutcome =
  | { state: 'done'; messageId: string }
  /** Nothing was posted; Discord asks to retry later. */
  | { state: 'busy'; retryAt: Date }
  /** Nothing was posted, because no connection was made. */
  | { state: 'unreachable' }
  | { state: 'refused'; note: string }
  | { state: 'unknown'; note: string }

export interface DiscordWebhooks {
  /** Null if this is not the address of a webhook at Discord. */
  parse: (address: string) => Webhook | null
  /** Null if Discord does not know the webhook. */
  read: (webhook: Webhook) => Promise<WebhookFacts | null>
  post: (webhook: Webhook, message: object) => Promise<PostOutcome>
  /** Idempotent. */
  edit: (webhook: Webhook, messageId: string, message: object) => Promise<PostOutcome>
}

const Facts = z.object({
  name: z.string().nullish(),
  guild_id: z.string().regex(/^\d*$/).nullish(),
  channel_id: z.string().regex(/^\d*$/).nullish(),
})
const Message = z.object({ id: z.string().regex(/^\d+$/) })
const Refusal = z.object({ message: z.string().catch(''), retry_after: z.number().optional() }).catch({ message: '' })

const ADDRESS = /^\/api(?:\/v\d+)?\/webhooks\/(\d{1,20})\/([\w-]{1,120})\/?$/
/** Discord's own hosts. The store calls only the configured one. */
const HOSTS = ['https://discord.com', 'https://discordapp.com', 'https://ptb.discord.com', 'https://canary.discord.com']

export const openDiscordWebhooks = (
  { providers }: Pick<Config, 'providers'>,
  timeoutMs = TIMEOUT_MS,
): DiscordWebhooks => {
  const addressOf = ({ id, token }: Webhook) => `${providers.discord}/api/v10/webhooks/${id}/${token}`
  const hosts = providers.discord === HOSTS[0] ? HOSTS : [providers.discord]

  const send = (method: 'POST' | 'PATCH', address: string, message: object): Promise<PostOutcome> =>
    withTimeout(timeoutMs, 'Discord', async (signal) => {
      const answer = await fetch(address, {
        method,
        headers: { 'content-type': 'application/json' },
        // Texts of the store must not ping anybody.
        body: JSON.stringify({ ...message, allowed_mentions: { parse: [] } }),
        redirect: 'manual',
        signal,
      })
      return outcomeOf(answer.status, await answer.json().catch(() => null))
    }).catch((error: unknown) => failureOf(error))

  return {
    parse: (address) => {
      const url = URL.parse(address)
      const [, id, token] = (url && hosts.includes(url.origin) && ADDRESS.exec(url.pathname)) || []
      return id && token && url?.username === '' ? { id, token } : null
    },
    read: (webhook) =>
      withTimeout(timeoutMs, 'Discord', async (signal) => {
        // The cause would quote the address, which is a secret.
        const answer = await fetch(addressOf(webhook), { redirect: 'manual', signal }).catch(() => {
          throw new Error('Discord cannot be reached')
        })
        const body: unknown = await answer.json().catch(() => null)
        if ([401, 403, 404].includes(answer.status)) return null
        if (!answer.ok) throw new Error(`Discord answered with status ${answer.status}`)
        const { name, guild_id, channel_id } = Facts.parse(body)
        return { name: name ?? '', guildId: guild_id ?? '', channelId: channel_id ?? '' }
      }),
    post: (webhook, message) => send('POST', `${addressOf(webhook)}?wait=true`, message),
    edit: (webhook, messageId, message) => send('PATCH', `${addressOf(webhook)}/messages/${messageId}`, message),
  }
}

const outcomeOf = (status: number, body: unknown): PostOutcome => {
  const { message, retry_after } = Refusal.parse(body)
  if (status === 429) return { state: 'busy', retryAt: new Date(Date.now() + Math.ceil((retry_after ?? 1) * 1_000)) }
  if (status >= 400 && status < 500) return { state: 'refused', note: `Discord answered ${status} ${message}`.trim() }
  const posted = status === 200 ? Message.safeParse(body) : null
  if (posted?.success) return { state: 'done', messageId: posted.data.id }
  return { state: 'unknown', note: `Discord answered with status ${status}` }
}

/** Failures before anything was sent. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const failureOf = (error: unknown): PostOutcome => {
  const { cause, message } = error as { cause?: { code?: string }; message: string }
  if (UNSENT.has(cause?.code ?? '')) return { state: 'unreachable' }
  return { state: 'unknown', note: cause?.code ? `The connection broke (${cause.code})` : message }
}
