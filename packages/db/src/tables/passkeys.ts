import { bigint, boolean, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/** Public keys only: reading this table does not let anyone sign in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: integer().notNull(),
    /** Base64url, the browser's credential id. */
    credentialId: text().notNull(),
    /** COSE, base64url. */
    publicKey: text().notNull(),
    /** The authenticator's signature counter; many always send 0. */
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

/** Challenges for authenticators to sign. Each expires within minutes and can be used once, successfully or not. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    hash: text().primaryKey(),
    purpose: text({ enum: ['sign_in', 'second_factor', 'prove', 'add'] }).notNull(),
    /** Null for a sign-in, where the passkey identifies the user. */
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
