import { sql } from 'drizzle-orm'
import type { WritableDb } from '../client.ts'

/** A table whose file is empty never had a row. Most tests write to a few of the hundred tables. */
const USED_TABLES = sql`
  select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname <> 'schema_migrations' and pg_relation_size(oid) > 0`

/**
 * Leaves an empty store with fresh ids, between two tests. Truncating would write a new file for every table and index,
 * which takes longer than most tests. Like it, this waits for writers that are under way.
 */
export const clearTables = async (db: WritableDb) => {
  await db.execute(sql`
    do $$
    declare
      names text;
      name text;
    begin
      select string_agg(format('%I', relname), ', ') into names from (${USED_TABLES}) as used;
      if names is not null then
        execute 'lock table ' || names || ' in exclusive mode';
      end if;
      -- Without foreign keys and triggers, so in any order.
      set local session_replication_role = replica;
      -- Read again: a writer we waited for may have been the first to use a table.
      for name in ${USED_TABLES} loop
        execute format('delete from %I', name);
      end loop;
      perform setval(format('%I', sequencename)::regclass, start_value, false) from pg_sequences
      where schemaname = 'public' and last_value is not null;
    end $$`)
}
