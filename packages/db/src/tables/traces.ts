import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { TraceFindings } from '@slipstream/contract/trace-terms'
import { createdAt, id, instant } from './columns.ts'
import { mods } from './mods.ts'
import { users } from './users.ts'

/** Traces of leaked files and their results. The file itself is deleted after it was read. */
export const traces = pgTable(
  'traces',
  {
    id: id(),
    fileName: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    /** The file's hash, for a takedown notice to its host; null until it was read. */
    sha256: text(),
    /** The file in the private bucket; null once it is deleted. */
    objectKey: text(),
    /** The mod it is compared with; null for all. */
    modId: integer(),
    findings: jsonb().$type<TraceFindings>(),
    /** Why it could not be read; null if it could. */
    failure: text(),
    /** Null after the account was erased. */
    startedBy: integer(),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (table) => [
    foreignKey({ name: 'traces_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('set null'),
    foreignKey({ name: 'traces_started_by', columns: [table.startedBy], foreignColumns: [users.id] }),
    index('traces_at').on(table.createdAt, table.id),
    index('traces_of_mod').on(table.modId),
    index('traces_by_starter').on(table.startedBy),
    check('traces_size', sql`${table.sizeBytes} > 0`),
    check(
      'traces_end',
      sql`${table.finishedAt} is null or ${table.findings} is not null or ${table.failure} is not null`,
    ),
    check('traces_file_is_deleted', sql`${table.finishedAt} is null or ${table.objectKey} is null`),
  ],
)
