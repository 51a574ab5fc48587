import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { NotificationChoices } from '@slipstream/contract/account'
import { createdAt, id, instant } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    /** As its owner writes it. */
    username: text().notNull(),
    /** As it is compared: no two users differ by capitals only. */
    usernameKey: text().notNull().generatedAlwaysAs(sql`lower(username)`),
    /**
     * Small letters. Null where a Discord account brought none, or one that somebody else has. Until it is verified it is
     * a claim, which several may make: it opens nothing and keeps nobody out.
     */
    email: text(),
    emailVerifiedAt: instant(),
    /** Null for who signs in with Discord only. */
    passwordHash: text(),
    isAdmin: boolean().notNull().default(false),
    premiumExpiresAt: instant(),
    discordId: text(),
    discordUsername: text(),
    discordAvatar: text(),
    /** Encrypted with the store's secret; not in use before `twoFactorSince` is set. */
    twoFactorSecret: text(),
    twoFactorSince: instant(),
    /** The time step of the last code: a code that somebody watched being typed is worth nothing. */
    twoFactorUsedStep: integer(),
    /** How many rows of `passkeys` are theirs. Kept here so that limits and the last way in are decided by one UPDATE. */
    passkeyCount: integer().notNull().default(0),
    notificationChoices: jsonb().$type<Partial<NotificationChoices>>().notNull().default({}),
    bannedAt: instant(),
    /** Null for a ban without end. */
    banEndsAt: instant(),
    banReason: text(),
    createdAt: createdAt(),
    /** Nothing of the person is left but the number, which orders refer to. */
    erasedAt: instant(),
  },
  (table) => [
    uniqueIndex('users_username').on(table.usernameKey),
    uniqueIndex('users_email').on(table.email).where(sql`${table.emailVerifiedAt} is not null`),
    uniqueIndex('users_discord').on(table.discordId),
    check('users_passkey_count', sql`${table.passkeyCount} between 0 and 10`),
    check('users_email_is_lower', sql`${table.email} = lower(${table.email})`),
  ],
)

/** The one Discord account that is the developer: pinned when it first signed in, because names can be taken over. */
export const developerPin = pgTable('developer_pin', {
  discordUsername: text().primaryKey(),
  discordId: text().notNull(),
  pinnedAt: createdAt(),
})
