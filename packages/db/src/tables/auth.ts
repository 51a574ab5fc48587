import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/** Secrets are stored only as SHA-256, so reading this table does not let anyone sign in. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: integer().notNull(),
    cookieHash: text().notNull(),
    /** The browser's `auth_token`, a different secret of the same session. One at a time. */
    bearerHash: text(),
    bearerExpiresAt: instant(),
    method: text({ enum: ['password', 'discord', 'passkey'] }).notNull(),
    ip: text().notNull(),
    userAgent: text().notNull(),
    createdAt: createdAt(),
    usedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    /**
     * The last reauthentication by password, code, passkey or Discord sign-in. Sensitive actions require a recent one.
     */
    provenAt: instant().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'sessions_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('cascade'),
    uniqueIndex('sessions_cookie').on(table.cookieHash),
    uniqueIndex('sessions_bearer').on(table.bearerHash),
    index('sessions_of_user').on(table.userId, table.id.desc()),
    index('sessions_ending').on(table.expiresAt),
  ],
)

/** Every attempt to sign in, kept for a while, for the owner of the account and to investigate attacks. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: id(),
    /** Null if no account has the attempted name. */
    userId: integer(),
    method: text({ enum: ['password', 'discord', 'passkey', 'reset', 'invitation'] }).notNull(),
    result: text({ enum: ['ok', 'wrong_secret', 'unknown_name', 'second_factor', 'banned', 'limited'] }).notNull(),
    ip: text().notNull(),
    userAgent: text().notNull(),
    at: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'sign_ins_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete('cascade'),
    index('sign_ins_of_user').on(table.userId, table.id.desc()),
    index('sign_ins_of_user_by_time').on(table.userId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('sign_ins_at').on(table.at),
  ],
)

/** One-time secrets of a mailed link, a redirect or a first factor. Using one deletes it. */
export const oneTimeSecrets = pgTable(
  'one_time_secrets',
  {
    hash: text().primaryKey(),
    purpose: text({
      enum: ['verify_email', 'reset_password', 'invitation', 'discord_ticket', 'second_factor', 'cancel_subscription'],
    }).notNull(),
    userId: integer().notNull(),
    details: jsonb().$type<Record<string, string>>().notNull().default({}),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'one_time_secrets_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
    index('one_time_secrets_of_user').on(table.userId, table.purpose),
    index('one_time_secrets_ending').on(table.expiresAt),
  ],
)

/** Recovery codes for owners who lost their second factor. Each works once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: integer().notNull(),
    codeHash: text().notNull(),
    usedAt: instant(),
  },
  (table) => [
    foreignKey({ name: 'recovery_codes_user', columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('recovery_codes_of_user').on(table.userId, table.codeHash),
    index('recovery_codes_left').on(table.userId).where(sql`${table.usedAt} is null`),
  ],
)
