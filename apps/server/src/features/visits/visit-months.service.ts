import { sql } from 'drizzle-orm'
import { RETENTION_DAYS, RETENTION_YEARS } from '@slipstream/contract/legal'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'

/** How many months are prepared ahead, so that a worker that is down for weeks loses nothing. */
const AHEAD = 2
/** Longer than a day of any time zone, so that a salt outlives the last event it was used for. */
const SALT_HOURS = 48
const BATCH_DAYS = 7

/** Prepares the coming months, and removes everything past its retention period. */
export const keepVisitMonths = async (db: Db) => {
  await inTransaction(db, async (tx) => {
    // Adding and dropping a month locks the whole table. If a long write blocks us, give up before other writes queue
    // up.
    await tx.execute(sql`set local lock_timeout = '3s'`)
    await tx.execute(sql`select add_visit_months(0, ${AHEAD})`)
    for (const name of await listOldMonths(tx)) await tx.execute(sql`drop table ${sql.identifier(name)}`)
  })
  await inTransaction(db, forget)
}

/** The partitions of months that ended before the retention period. */
const listOldMonths = async (tx: Tx) => {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.relname = 'visit_events' and child.relname ~ '^visit_events_\\d{4}_\\d{2}$'
      and child.relname < 'visit_events_' || to_char(
        (now() at time zone 'UTC') - make_interval(years => ${RETENTION_YEARS.analytics}), 'YYYY_MM')
    order by 1`)
  return rows.map(({ name }) => name)
}

const forget = async (tx: Tx) => {
  const old = sql`now() - make_interval(years => ${RETENTION_YEARS.analytics})`
  await tx.execute(sql`delete from visit_events_other where at < ${old}`)
  await tx.execute(sql`delete from visit_slots where starts_at < ${old}`)
  for (const table of [sql`visit_counts`, sql`visit_terms`]) {
    await tx.execute(
      sql`delete from ${table} where starts_at < ${old} and (grain <> 'month' or starts_at < ${old} - interval '1 month')`,
    )
  }
  await tx.execute(
    sql`delete from visit_routes where hour < now() - make_interval(days => ${RETENTION_DAYS.requestTimes})`,
  )
  await tx.execute(sql`delete from visit_batches
    where counted_at is not null and last_at < now() - make_interval(days => ${BATCH_DAYS})`)
  await tx.execute(sql`delete from visit_salts where day < (now() - make_interval(hours => ${SALT_HOURS}))::date`)
  await tx.execute(sql`delete from visit_seen where first_at < now() - make_interval(hours => ${SALT_HOURS * 2})`)
}
