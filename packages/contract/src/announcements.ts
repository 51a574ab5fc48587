import * as z from 'zod/mini'
import { ANNOUNCEMENT_KINDS, ANNOUNCEMENT_STATES } from './announcement-terms.ts'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { pageOf } from './page.ts'
import { cursor, text } from './text.ts'

const Kinds = z.strictObject({ mod: z.boolean(), release: z.boolean(), sale: z.boolean() })

/** Whether the bot can give the Premium role: the bot's own highest role must be above that role. */
const ROLE_VERDICTS = ['fine', 'no_bot', 'too_low', 'no_permission', 'no_role', 'away'] as const
export type RoleVerdict = (typeof ROLE_VERDICTS)[number]

const RoleCheck = z.object({
  at: z.iso.datetime(),
  members: z.int(),
  missing: z.int(),
  extra: z.int(),
  unknown: z.int(),
})

export const AnnouncementChannel = z.object({
  /** Its URL is a secret and never sent. */
  webhook: z.nullable(z.object({ name: z.string(), savedAt: z.iso.datetime() })),
  kinds: Kinds,
  role: z.enum(ROLE_VERDICTS),
  /** The latest nightly comparison of the role with Premium; null before the first. */
  roleCheck: z.nullable(RoleCheck),
})
export type AnnouncementChannel = z.output<typeof AnnouncementChannel>

/** One box of a Discord message, in plain text. What Discord gets is escaped. */
export const Embed = z.object({
  title: z.string(),
  url: z.string(),
  description: z.string(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  imageUrl: z.nullable(z.string()),
  footer: z.string(),
})
export type Embed = z.output<typeof Embed>

export const Announcement = z.object({
  id: Id,
  kind: z.enum(ANNOUNCEMENT_KINDS),
  state: z.enum(ANNOUNCEMENT_STATES),
  title: z.string(),
  /** Why it was not posted or corrected. */
  note: z.nullable(z.string()),
  /** The message on Discord. */
  url: z.nullable(z.string()),
  postedAt: z.nullable(z.iso.datetime()),
  editedAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
})
export type Announcement = z.output<typeof Announcement>

const ROOT = '/api/admin/announcements'

export const announcementsApi = {
  channel: endpoint({
    method: 'GET',
    path: `${ROOT}/channel`,
    summary: 'Read what is announced on Discord, and whether the bot can give the Premium role',
    access: 'admin',
    response: AnnouncementChannel,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${ROOT}/channel`,
    summary: 'Choose what is announced on Discord, and through which webhook',
    access: 'admin',
    needsProof: 'no: posts only what the store shows',
    body: z.strictObject({
      kinds: Kinds,
      /** A new webhook URL; if omitted, the saved one stays. */
      webhook: z.optional(text(300, { min: 1 })),
    }),
    response: AnnouncementChannel,
    errors: ['announcement.webhook_invalid', 'announcement.webhook_unknown', 'announcement.no_webhook', 'discord.away'],
  }),
  forget: endpoint({
    method: 'DELETE',
    path: `${ROOT}/channel`,
    summary: 'Delete the webhook and announce nothing',
    access: 'admin',
    needsProof: 'no: posts only what the store shows',
    response: z.null(),
  }),
  preview: endpoint({
    method: 'GET',
    path: `${ROOT}/preview`,
    summary: 'Show what an announcement looks like, with the newest mod, release or sale',
    access: 'admin',
    query: z.strictObject({ kind: z.enum(ANNOUNCEMENT_KINDS) }),
    response: z.object({ embed: Embed, isExample: z.boolean() }),
  }),
  list: endpoint({
    method: 'GET',
    path: ROOT,
    summary: 'List the announcements, newest first',
    access: 'admin',
    query: z.strictObject({ after: cursor() }),
    response: pageOf(Announcement),
  }),
  again: endpoint({
    method: 'POST',
    path: `${ROOT}/:id/again`,
    summary: 'Post an announcement that was refused, or of which nobody knows whether it was posted',
    access: 'admin',
    needsProof: 'no: posts only what the store shows',
    params: idParams,
    response: z.null(),
    errors: ['announcement.not_found', 'announcement.wrong_state'],
  }),
  dismiss: endpoint({
    method: 'POST',
    path: `${ROOT}/:id/dismiss`,
    summary: 'Leave such an announcement as it is',
    access: 'admin',
    needsProof: 'no: posts only what the store shows',
    params: idParams,
    response: z.null(),
    errors: ['announcement.not_found', 'announcement.wrong_state'],
  }),
}
