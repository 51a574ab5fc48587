import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { CopyCapacity } from '@slipstream/contract/copy-capacity'
import { createdAt, id, instant } from './columns.ts'
import { entitlements } from './entitlements.ts'
import { modReleases } from './mod-releases.ts'
import { mods } from './mods.ts'
import { users } from './users.ts'

/**
 * A release whose archive was split into a body, which all copies share, and a plan of what differs. One per key, so
 * that a copy made with an earlier key can still be traced.
 */
export const releaseSplits = pgTable(
  'release_splits',
  {
    id: id(),
    releaseId: integer().notNull(),
    /** The id of the key that the marks are derived from. The key itself is only in the configuration. */
    keyId: text().notNull(),
    /** Identifies the plan in the marking code. It never changes. */
    planId: uuid().notNull().defaultRandom(),
    /** Null until the split is done and the objects below exist. */
    readyAt: instant(),
    bodyKey: text(),
    bodyBytes: bigint({ mode: 'number' }),
    /** The hash state after the body, so that a copy's hash needs only its tail. */
    bodyHash: text(),
    /** As secret as the master: it contains the original texts. */
    planKey: text(),
    planBytes: integer(),
    capacity: jsonb().$type<CopyCapacity>(),
    /** Why it cannot be split; null if it can. */
    failure: text(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'release_splits_release',
      columns: [table.releaseId],
      foreignColumns: [modReleases.id],
    }).onDelete('cascade'),
    uniqueIndex('release_splits_once_per_key').on(table.releaseId, table.keyId),
    uniqueIndex('release_splits_plan').on(table.planId),
    check(
      'release_splits_ready',
      sql`(${table.readyAt} is null) = (${table.bodyKey} is null) and (${table.readyAt} is null) = (${table.planKey} is null) and (${table.readyAt} is null) = (${table.capacity} is null)`,
    ),
  ],
)

/**
 * What the copies of one person's mod are marked with. It is the same for a purchase, a gift and Premium, and after a
 * refund and its reversal. It names no person by itself and stays when the account is erased.
 */
export const copyMarks = pgTable(
  'copy_marks',
  {
    id: id(),
    /** Identifies the purchase in the marking code. It never changes. */
    code: uuid().notNull().defaultRandom(),
    modId: integer().notNull(),
    userId: integer().notNull(),
    /** The entitlement under which the first copy was made; null for Premium. */
    entitlementId: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'copy_marks_mod', columns: [table.modId], foreignColumns: [mods.id] }),
    foreignKey({ name: 'copy_marks_user', columns: [table.userId], foreignColumns: [users.id] }),
    // A revoked entitlement is deleted with its order.
    foreignKey({
      name: 'copy_marks_entitlement',
      columns: [table.entitlementId],
      foreignColumns: [entitlements.id],
    }).onDelete('set null'),
    uniqueIndex('copy_marks_code').on(table.code),
    uniqueIndex('copy_marks_once').on(table.userId, table.modId),
    index('copy_marks_of_mod').on(table.modId, table.id),
    index('copy_marks_of_entitlement').on(table.entitlementId),
    index('copy_marks_at').on(table.createdAt),
  ],
)

/** Composed copies in the private bucket. They are a cache: any of them can be recreated byte for byte. */
export const copies = pgTable(
  'copies',
  {
    id: id(),
    splitId: integer().notNull(),
    markId: integer().notNull(),
    /** The version of the code and of zlib that makes the tail. The object's name has it too, so versions never mix. */
    tailVersion: text().notNull(),
    objectKey: text().notNull(),
    /** Null until the object exists. */
    readyAt: instant(),
    sizeBytes: bigint({ mode: 'number' }),
    sha256: text(),
    /** Why composing failed. A new request retries it. */
    failure: text(),
    /** When it was last downloaded. The sweep removes copies that were not used for days. */
    usedAt: instant().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'copies_split', columns: [table.splitId], foreignColumns: [releaseSplits.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'copies_mark', columns: [table.markId], foreignColumns: [copyMarks.id] }).onDelete('cascade'),
    uniqueIndex('copies_once').on(table.splitId, table.markId),
    uniqueIndex('copies_object').on(table.objectKey),
    index('copies_of_mark').on(table.markId),
    index('copies_to_sweep').on(table.usedAt, table.id),
    check('copies_ready', sql`(${table.readyAt} is null) = (${table.sizeBytes} is null)`),
  ],
)
