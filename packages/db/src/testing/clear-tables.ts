import { sql } from 'drizzle-orm'
import type { WritableDb } from '../client.ts'

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
      select string_agg(format('%I', tablename), ', ') into names from pg_tables
      where schemaname = 'public' and tablename <> 'schema_migrations';
      execute 'lock table ' || names || ' in exclusive mode';
      -- Without foreign keys and triggers, so in any order.
      set local session_replication_role = replica;
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' loop
        execute format('delete from %I', name);
      end loop;
      perform setval(format('%I', sequencename)::regclass, start_value, false) from pg_sequences
      where schemaname = 'public' and last_value is not null;
    end $$`)
}
