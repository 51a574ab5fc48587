import { sql } from 'drizzle-orm'
import type { WritableDb } from './client.ts'

/** Deletes every row and restarts the ids. Only for tests and the demo store. */
export const emptyTables = async (db: WritableDb) => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> 'schema_migrations'`)
  await db.execute(sql.raw(`truncate ${rows.map((row) => row.name).join(', ')} restart identity cascade`))
}
