import { sql } from 'drizzle-orm'
import type { AnnouncementKind } from '@slipstream/contract/announcement-terms'
import type { AnnouncementChannel, RoleVerdict } from '@slipstream/contract/announcements'
import type { Db, Tx } from '@slipstream/db/client'
import { announcementChannel, discordRoleChecks } from '@slipstream/db/tables/announcements'
import { recordChange } from '#features/audit/audit.service.ts'
import type { Encryption } from '#features/auth/encryption.ts'
import type { DiscordRoles } from '#gateways/discord-roles.ts'
import type { DiscordWebhooks, Webhook, WebhookFacts } from '#gateways/discord-webhooks.ts'
import { DomainError } from '#lib/domain-error.ts'
import { withTimeout } from '#lib/with-timeout.ts'
import { type ChannelRow, readChannelRow, THE_ONE } from './channel-row.service.ts'
import { skipRunningSales } from './find-news.service.ts'

type Kinds = Record<AnnouncementKind, boolean>

const ROLE_TIMEOUT_MS = 3_000

const kindsOf = (row: ChannelRow | undefined): Kinds => ({
  mod: Boolean(row?.modsSince),
  release: Boolean(row?.releasesSince),
  sale: Boolean(row?.salesSince),
})

export const readChannel = async (db: Db, discordRoles: DiscordRoles | null): Promise<AnnouncementChannel> => {
  const row = await readChannelRow(db)
  const [check] = await db.select().from(discordRoleChecks)
  return {
    webhook: row?.webhook ? { name: row.name, savedAt: (row.webhookSavedAt ?? new Date(0)).toISOString() } : null,
    kinds: kindsOf(row),
    role: await inspectRole(discordRoles),
    roleCheck: check ? { at: check.at.toISOString(), members: check.members, ...check.counts } : null,
  }
}

/** The page must not wait for a slow Discord. */
const inspectRole = async (discordRoles: DiscordRoles | null): Promise<RoleVerdict> => {
  if (!discordRoles) return 'no_bot'
  return withTimeout(ROLE_TIMEOUT_MS, 'Discord', () => discordRoles.inspectRole()).catch(() => 'away' as const)
}

interface FoundWebhook extends WebhookFacts {
  webhook: Webhook
}

/** Looks up a pasted address at Discord before it is saved. */
export const findWebhook = async (webhooks: DiscordWebhooks, address: string): Promise<FoundWebhook> => {
  const webhook = webhooks.parse(address)
  if (!webhook) throw new DomainError('announcement.webhook_invalid')
  const facts = await webhooks.read(webhook).catch(() => {
    throw new DomainError('discord.away')
  })
  if (!facts) throw new DomainError('announcement.webhook_unknown')
  return { ...facts, webhook }
}

interface Change {
  actorId: number
  kinds: Kinds
  /** Null keeps the saved webhook. */
  found: FoundWebhook | null
  encryption: Encryption
}

export const changeChannel = async (tx: Tx, { actorId, kinds, found, encryption }: Change) => {
  await tx.insert(announcementChannel).values({ id: THE_ONE }).onConflictDoNothing()
  const [before] = await tx.select().from(announcementChannel).for('update')
  if (!before) throw new Error('the settings of the announcements were not written')
  if (!before.webhook && !found) throw new DomainError('announcement.no_webhook')
  const since = (isOn: boolean, known: Date | null) => (isOn ? (known ?? sql`now()`) : null)
  const saved = found && {
    webhook: encryption.encrypt(`${found.webhook.id}/${found.webhook.token}`),
    name: found.name.slice(0, 100),
    guildId: found.guildId,
    channelId: found.channelId,
    webhookSavedAt: sql`now()`,
  }
  await tx.update(announcementChannel).set({
    modsSince: since(kinds.mod, before.modsSince),
    releasesSince: since(kinds.release, before.releasesSince),
    salesSince: since(kinds.sale, before.salesSince),
    ...saved,
  })
  // Only sales that begin from now on are news.
  if (kinds.sale && !before.salesSince) await skipRunningSales(tx)
  const after = { ...kinds, webhook: found?.name ?? before.name, ...(found && { isNewWebhook: true }) }
  await note(tx, actorId, 'edit', { ...kindsOf(before), webhook: before.name }, after)
}

/** Idempotent. */
export const forgetChannel = async (tx: Tx, actorId: number) => {
  const [before] = await tx.delete(announcementChannel).returning()
  if (before) await note(tx, actorId, 'remove', { ...kindsOf(before), webhook: before.name }, null)
}

const note = (tx: Tx, actorId: number, action: string, before: object, after: object | null) =>
  recordChange(tx, {
    actorId,
    action,
    subject: 'announcement',
    subjectId: 'channel',
    subjectName: 'Discord announcements',
    before,
    ...(after && { after }),
  })
