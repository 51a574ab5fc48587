import { bigint, boolean, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/** Public keys only: reading this table lets nobody sign in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: integer().notNull(),
    /** Base64url, as the browser names the credential. */
    credentialId: text().notNull(),
    /** COSE, base64url. */
    publicKey: text().notNull(),
    /** Signatures so far, as the authenticator counts them; many always say 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    isBackedUp: boolean().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    usedAt: instant(),
  },
  (table) => [
    foreignKey({ name: 'passkeys_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('cascade'),
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_of_user').on(table.userId, table.id),
  ],
)

/** What an authenticator is asked to sign. Each is answered once, right or wrong, within minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    hash: text().primaryKey(),
    purpose: text({ enum: ['sign_in', 'second_factor', 'prove', 'add'] }).notNull(),
    /** Null for a sign-in, where the passkey itself says whose it is. */
    userId: integer(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    foreignKey({ name: 'passkey_challenges_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
    index('passkey_challenges_of_user').on(table.userId, table.purpose),
    index('passkey_challenges_ending').on(table.expiresAt),
  ],
)
