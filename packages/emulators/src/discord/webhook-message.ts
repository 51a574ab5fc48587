import type { APIEmbed, APIMessage } from 'discord-api-types/v10'
import * as z from 'zod'
import { DISCORD_WEBHOOK_ID } from './credentials.ts'
import { NO_FLAGS } from './no-flags.ts'

export const CHANNEL_ID = '1180000000000000006'

const Picture = z.looseObject({ url: z.string() })

const Embed = z.strictObject({
  title: z.string().max(256).exactOptional(),
  description: z.string().max(4_096).exactOptional(),
  url: z.string().exactOptional(),
  timestamp: z.string().exactOptional(),
  color: z.number().int().min(0).max(0xffffff).exactOptional(),
  footer: z.strictObject({ text: z.string().max(2_048), icon_url: z.string().exactOptional() }).exactOptional(),
  image: Picture.exactOptional(),
  thumbnail: Picture.exactOptional(),
  author: z
    .strictObject({
      name: z.string().max(256),
      url: z.string().exactOptional(),
      icon_url: z.string().exactOptional(),
    })
    .exactOptional(),
  fields: z
    .array(
      z.strictObject({ name: z.string().max(256), value: z.string().max(1_024), inline: z.boolean().exactOptional() }),
    )
    .max(25)
    .exactOptional(),
}) satisfies z.ZodType<APIEmbed>

export const WebhookMessage = z.strictObject({
  content: z.string().max(2_000).exactOptional(),
  username: z.string().min(1).max(80).exactOptional(),
  avatar_url: z.string().exactOptional(),
  tts: z.boolean().exactOptional(),
  embeds: z.array(Embed).max(10).exactOptional(),
  allowed_mentions: z
    .strictObject({
      parse: z.array(z.enum(['roles', 'users', 'everyone'])).exactOptional(),
      roles: z.array(z.string()).max(100).exactOptional(),
      users: z.array(z.string()).max(100).exactOptional(),
    })
    .exactOptional(),
})
export type WebhookMessage = z.infer<typeof WebhookMessage>

/** The message Discord creates from a webhook's payload. */
export const messageOf = (
  { content = '', username, tts = false, embeds = [], allowed_mentions }: WebhookMessage,
  { id, at }: { id: string; at: number },
): APIMessage => ({
  id,
  type: 0,
  channel_id: CHANNEL_ID,
  webhook_id: DISCORD_WEBHOOK_ID,
  author: {
    id: DISCORD_WEBHOOK_ID,
    username: username ?? 'Slipstream',
    discriminator: '0000',
    global_name: null,
    avatar: null,
    bot: true,
  },
  content,
  embeds,
  tts,
  mentions: [],
  mention_roles: [],
  // @everyone notifies everyone unless the sender restricts mentions.
  mention_everyone:
    /@(everyone|here)\b/.test(content) &&
    (allowed_mentions === undefined || allowed_mentions.parse?.includes('everyone') === true),
  attachments: [],
  components: [],
  pinned: false,
  flags: NO_FLAGS,
  timestamp: new Date(at).toISOString(),
  edited_timestamp: null,
})
