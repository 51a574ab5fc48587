import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AnnouncementKind, AnnouncementState, RoleDriftCounts } from '@slipstream/contract/announcement-terms'
import { createdAt, id, instant } from './columns.ts'
import { modReleases } from './mod-releases.ts'
import { mods } from './mods.ts'

/** Where the store announces its news. One row or none. */
export const announcementChannel = pgTable(
  'announcement_channel',
  {
    id: integer().primaryKey(),
    /** Id and token of the webhook, encrypted; null if there is none. */
    webhook: text(),
    /** What Discord reported about the webhook when it was saved. */
    name: text().notNull().default(''),
    guildId: text().notNull().default(''),
    channelId: text().notNull().default(''),
    webhookSavedAt: instant(),
    /** Only news after this time is announced; null if this kind is off. */
    modsSince: instant(),
    releasesSince: instant(),
    salesSince: instant(),
  },
  (table) => [check('announcement_channel_is_one', sql`${table.id} = 1`)],
)

/** One message on Discord. It is claimed before it is posted, so that nothing is announced twice. */
export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    kind: text().$type<AnnouncementKind>().notNull(),
    state: text().$type<AnnouncementState>().notNull().default('waiting'),
    /** The attempt that posts it. */
    claim: uuid(),
    claimedAt: instant(),
    /** A correction edits this message. */
    messageId: text(),
    /** The message as posted, to tell whether it needs a correction. */
    posted: jsonb().$type<object>(),
    postedAt: instant(),
    editedAt: instant(),
    /** When it was last compared with its subject. */
    checkedAt: instant(),
    /** Why it was not posted or corrected. */
    note: text(),
    createdAt: createdAt(),
  },
  (table) => [
    check('announcements_kind_known', sql`${table.kind} in ('mod', 'release', 'sale')`),
    check(
      'announcements_state_known',
      sql`${table.state} in ('waiting', 'sending', 'posted', 'refused', 'unknown', 'dismissed')`,
    ),
    index('announcements_open').on(table.id).where(sql`state in ('waiting', 'sending')`),
    index('announcements_posted').on(table.postedAt).where(sql`message_id is not null`),
  ],
)

/** What a message is about. The unique indexes are why nothing is announced twice. */
export const announcementItems = pgTable(
  'announcement_items',
  {
    id: id(),
    announcementId: integer().notNull(),
    kind: text().$type<AnnouncementKind>().notNull(),
    modId: integer().notNull(),
    releaseId: integer(),
    /** When the sale was found to be over. The next one is announced again. */
    endedAt: instant(),
  },
  (table) => [
    foreignKey({
      name: 'announcement_items_announcement',
      columns: [table.announcementId],
      foreignColumns: [announcements.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'announcement_items_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'announcement_items_release',
      columns: [table.releaseId],
      foreignColumns: [modReleases.id],
    }).onDelete('cascade'),
    index('announcement_items_of_announcement').on(table.announcementId),
    uniqueIndex('announcement_items_mod_once').on(table.modId).where(sql`kind = 'mod'`),
    uniqueIndex('announcement_items_release_once').on(table.releaseId),
    uniqueIndex('announcement_items_sale_once').on(table.modId).where(sql`kind = 'sale' and ended_at is null`),
    index('announcement_items_of_mod').on(table.modId),
  ],
)

/** The latest nightly comparison of the Discord role with Premium: numbers only. One row or none. */
export const discordRoleChecks = pgTable(
  'discord_role_checks',
  {
    id: integer().primaryKey(),
    at: createdAt(),
    members: integer().notNull(),
    counts: jsonb().$type<RoleDriftCounts>().notNull(),
  },
  (table) => [check('discord_role_checks_is_one', sql`${table.id} = 1`)],
)
