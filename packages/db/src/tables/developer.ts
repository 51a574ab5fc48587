import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'

/** The developer's to-do list. */
export const developerTasks = pgTable(
  'developer_tasks',
  {
    id: id(),
    title: text().notNull(),
    description: text(),
    status: text({ enum: ['open', 'in_progress', 'done'] })
      .notNull()
      .default('open'),
    createdAt: createdAt(),
  },
  (table) => [check('developer_tasks_status_known', sql`${table.status} in ('open', 'in_progress', 'done')`)],
)
