import { sql } from 'drizzle-orm'
import type { WritableDb } from '@slipstream/db/client'

interface Options {
  /** Tables that other code writes to while a test runs. */
  without?: RegExp
  /** Which jobs are compared; all by default. */
  jobs?: string
}

/**
 * Every row of every table, and the waiting jobs, to compare before and after. In one query: a hundred of them would take
 * longer than the test.
 */
export const readAllRows = async (db: WritableDb, { without, jobs = 'true' }: Options = {}) => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`)
  const tables = [
    ...rows.map(({ name }) => name).filter((name) => !without?.test(name)),
    `graphile_worker.jobs where ${jobs}`,
  ]
  const contents = tables.map(
    (table, at) => `(select json_agg(t order by t::text) from (select * from ${table}) t) as "${at}"`,
  )
  const [found] = (await db.execute(sql.raw(`select ${contents.join(', ')}`))).rows
  return tables.map((table, at) => [table, found?.[at]])
}
