import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { OperationState, OperationUnit } from '@slipstream/contract/operations'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/** Long operations: their progress, and the cursor from which a killed one resumes. */
export const operations = pgTable(
  'operations',
  {
    id: id(),
    kind: text().notNull(),
    title: text().notNull(),
    state: text().$type<OperationState>().notNull().default('queued'),
    unit: text().$type<OperationUnit>().notNull(),
    done: bigint({ mode: 'number' }).notNull().default(0),
    total: bigint({ mode: 'number' }),
    message: text().notNull().default(''),
    /** Written after every slice. */
    cursor: jsonb().$type<unknown>().notNull(),
    result: jsonb().$type<Record<string, unknown>>(),
    error: text(),
    /** Slices that failed in a row. */
    failures: integer().notNull().default(0),
    /** Null if the scheduler started it. */
    startedBy: integer(),
    /** The run that may write. A worker that was taken for dead finds another run here and stops. */
    runner: uuid(),
    heartbeatAt: instant(),
    cancelRequestedAt: instant(),
    createdAt: createdAt(),
    finishedAt: instant(),
  },
  (table) => [
    foreignKey({ name: 'operations_started_by', columns: [table.startedBy], foreignColumns: [users.id] }),
    uniqueIndex('operations_one_at_a_time').on(table.kind).where(sql`finished_at is null`),
    index('operations_finished').on(table.finishedAt),
    index('operations_of_user').on(table.startedBy).where(sql`started_by is not null`),
    check('operations_state_known', sql`${table.state} in ('queued', 'running', 'done', 'failed', 'canceled')`),
    check('operations_unit_known', sql`${table.unit} in ('rows', 'bytes')`),
    check('operations_end', sql`(${table.state} in ('queued', 'running')) = (${table.finishedAt} is null)`),
  ],
)
