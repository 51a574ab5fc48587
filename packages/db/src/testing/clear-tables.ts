import { sql } from 'drizzle-orm'
import type { WritableDb } from '../client.ts'

/** A table with an empty file has no rows to delete. Most tests write to only a few of the hundred tables. */
const USED_TABLES = sql`
  select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname <> 'schema_migrations' and pg_relation_size(oid) > 0`

/**
 * Empties the store and restarts its ids between two tests, except those of users: attempt limits live in the memory of
 * the server and would count the attempts of a user with the same id. Truncating would write a new file for every table
 * and index, which takes longer than most tests. Like truncating, this waits for running writers.
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
      where schemaname = 'public' and last_value is not null and sequencename <> 'users_id_seq';
    end $$`)
}
