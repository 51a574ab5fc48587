import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { NotificationChoices } from '@slipstream/contract/account'
import { createdAt, id, instant } from './columns.ts'

/** The trigger of migration 0028 keeps at least one administrator who can sign in (decision 91). */
export const users = pgTable(
  'users',
  {
    id: id(),
    /** As the owner writes it. */
    username: text().notNull(),
    /** For comparison: no two usernames differ only by case. */
    usernameKey: text().notNull().generatedAlwaysAs(sql`lower(username)`),
    /**
     * Lower case. Null if a Discord account came without one, or with one that another account uses. Until it is
     * verified it is only a claim, which several accounts may make: it grants nothing and blocks nobody.
     */
    email: text(),
    emailVerifiedAt: instant(),
    /** Null for an unused invitation, and for an account that signs in only with Discord or passkeys. */
    passwordHash: text(),
    isAdmin: boolean().notNull().default(false),
    premiumExpiresAt: instant(),
    discordId: text(),
    discordUsername: text(),
    discordAvatar: text(),
    /** Encrypted with the store's secret; not in use until `twoFactorSince` is set. */
    twoFactorSecret: text(),
    twoFactorSince: instant(),
    /** The time step of the last code, so that an intercepted code cannot be replayed. */
    twoFactorUsedStep: integer(),
    /**
     * The number of the user's rows in `passkeys`. Stored here so that one UPDATE can enforce the limit and protect the
     * last sign-in method.
     */
    passkeyCount: integer().notNull().default(0),
    notificationChoices: jsonb().$type<Partial<NotificationChoices>>().notNull().default({}),
    bannedAt: instant(),
    /** Null for a permanent ban. */
    banEndsAt: instant(),
    banReason: text(),
    createdAt: createdAt(),
    /** When a session was last used, precise to a day. An inactive account is erased after some years. */
    lastActiveAt: instant().notNull().defaultNow(),
    /** When the owner was notified, or could not be notified, that the account will be erased for inactivity. */
    erasureAnnouncedAt: instant(),
    /** All personal data is gone except the id, which orders refer to. */
    erasedAt: instant(),
  },
  (table) => [
    uniqueIndex('users_username').on(table.usernameKey),
    uniqueIndex('users_email').on(table.email).where(sql`${table.emailVerifiedAt} is not null`),
    uniqueIndex('users_discord').on(table.discordId),
    // Counts of new accounts include those that were erased since.
    index('users_created').on(table.createdAt),
    // For the admin lists: each index finds the start of a page, however many accounts there are.
    index('users_newest')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`erased_at is null`),
    index('users_by_activity')
      .on(table.lastActiveAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`erased_at is null`),
    index('users_admins').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()).where(sql`is_admin`),
    index('users_with_premium')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`premium_expires_at is not null`),
    index('users_banned')
      .on(table.bannedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`banned_at is not null`),
    index('users_by_name').on(table.usernameKey.op('text_pattern_ops')),
    index('users_by_email').on(table.email.op('text_pattern_ops')),
    index('users_by_discord_name').on(sql`lower(discord_username) text_pattern_ops`),
    check('users_passkey_count', sql`${table.passkeyCount} between 0 and 10`),
    check('users_email_is_lower', sql`${table.email} = lower(${table.email})`),
  ],
)

/** What administrators tell each other about a customer. */
export const userNotes = pgTable(
  'user_notes',
  {
    id: id(),
    userId: integer().notNull(),
    authorId: integer().notNull(),
    body: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'user_notes_user', columns: [table.userId], foreignColumns: [users.id] }),
    foreignKey({ name: 'user_notes_author', columns: [table.authorId], foreignColumns: [users.id] }),
    index('user_notes_of_user').on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('user_notes_of_author').on(table.authorId),
  ],
)

/** The one Discord account that is the developer, pinned at its first sign-in, because usernames can be taken over. */
export const developerPin = pgTable('developer_pin', {
  discordUsername: text().primaryKey(),
  discordId: text().notNull(),
  pinnedAt: createdAt(),
})
