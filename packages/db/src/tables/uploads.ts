import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { UploadReport, UploadStatus } from '@slipstream/contract/uploads'
import { createdAt, id, instant } from './columns.ts'
import { mods } from './mods.ts'
import { users } from './users.ts'

/** The upload of an archive from a browser to the private bucket, and the report about it. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    modId: integer().notNull(),
    fileName: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    fingerprint: text().notNull(),
    openAs: text().$type<'mod' | 'plain-zip'>().notNull().default('mod'),
    status: text().$type<UploadStatus>().notNull().default('uploading'),
    /** Set even before the object exists. */
    objectKey: text().notNull(),
    /** The storage's multipart upload id; null before the multipart upload starts and after it is completed. */
    storageUploadId: text(),
    partBytes: integer().notNull(),
    doneBytes: bigint({ mode: 'number' }).notNull().default(0),
    ofBytes: bigint({ mode: 'number' }).notNull().default(0),
    report: jsonb().$type<UploadReport>(),
    /** Hashes of the pictures in the report. Their objects must stay as long as the report does. */
    pictureHashes: text().array().notNull().default(sql`'{}'::text[]`),
    sha256: text(),
    /** When its suggestions were applied to an empty draft, so that this happens once. */
    filledAt: instant(),
    startedBy: integer(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'uploads_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('cascade'),
    foreignKey({ name: 'uploads_started_by', columns: [table.startedBy], foreignColumns: [users.id] }),
    uniqueIndex('uploads_object').on(table.objectKey),
    // A file is uploaded once per mod: a second start resumes the first.
    uniqueIndex('uploads_open_once').on(table.modId, table.fingerprint).where(sql`status = 'uploading'`),
    index('uploads_of_mod').on(table.modId, table.id.desc().nullsFirst()),
    index('uploads_by_status').on(table.status, table.updatedAt),
    index('uploads_by_starter').on(table.startedBy),
    check(
      'uploads_status',
      sql`${table.status} in ('uploading', 'reading', 'checking', 'ready', 'refused', 'damaged', 'canceled')`,
    ),
    check('uploads_size', sql`${table.sizeBytes} > 0`),
  ],
)
