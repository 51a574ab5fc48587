import { sql } from 'drizzle-orm'
import type { ErrorGroup, ErrorsQuery } from '@slipstream/contract/alerts'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { errorGroups, errorMinutes } from '@slipstream/db/tables/alerts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { STORE_VERSION } from '#lib/store-version.ts'
import type { CountedErrors } from './error-cause.ts'

/** Causes kept in the table. All others are counted together, so that a flood of causes cannot fill the database. */
export const MOST_GROUPS = 500

const OTHER = { name: 'Other errors', message: `Errors of further causes: ${MOST_GROUPS} are told apart.` }

/** Adds a batch of counted errors: one statement for the groups, one for the rate. */
export const keepErrors = (db: Db, errors: readonly CountedErrors[]) =>
  inTransaction(db, async (tx) => {
    const sent = JSON.stringify(errors)
    const isOther = sql`target = 'other'`
    // Sorted, so that two processes lock the same rows in the same order.
    await tx.execute(sql`
      with sent as (
        select * from json_to_recordset(${sent}::json) as sent (
          fingerprint text, source text, name text, place text, message text, count bigint, "firstAt" float8, "lastAt" float8)
      ), placed as (
        select sent.*, case
          when known.fingerprint is not null then sent.fingerprint
          when row_number() over (partition by known.fingerprint is null order by sent.fingerprint)
            <= ${MOST_GROUPS} - (select count(*) from error_groups) then sent.fingerprint
          else 'other' end as target
        from sent left join error_groups known using (fingerprint)
      )
      insert into error_groups (fingerprint, source, name, place, message, count, first_at, last_at, version)
      select target, min(source), case when ${isOther} then ${OTHER.name} else min(name) end,
        case when ${isOther} then '' else min(place) end, case when ${isOther} then ${OTHER.message} else min(message) end,
        sum(count), to_timestamp(min("firstAt") / 1000), to_timestamp(max("lastAt") / 1000), ${STORE_VERSION}
      from placed group by target order by target
      on conflict (fingerprint) do update set count = error_groups.count + excluded.count,
        last_at = greatest(error_groups.last_at, excluded.last_at), message = excluded.message, version = excluded.version`)
    const count = errors.reduce((sum, group) => sum + group.count, 0)
    await tx
      .insert(errorMinutes)
      .values({ minute: sql`date_trunc('minute', now())`, count })
      .onConflictDoUpdate({ target: errorMinutes.minute, set: { count: sql`error_minutes.count + excluded.count` } })
  })

export const forgetOldMinutes = (tx: Tx) =>
  tx.execute(sql`delete from ${errorMinutes} where minute < now() - interval '1 day'`)

const ORDER: PageOrder = {
  name: 'errors',
  direction: 'desc',
  keys: [
    { of: errorGroups.lastAt, type: 'instant' },
    { of: errorGroups.fingerprint, type: 'text' },
  ],
}

export const listErrors = (db: Db, { after, limit }: ErrorsQuery) =>
  readPage(
    ORDER,
    { after, size: limit },
    (place, size) =>
      db
        .select({ group: errorGroups, keys: keysOf(ORDER) })
        .from(errorGroups)
        .where(place)
        .orderBy(orderedBy(ORDER))
        .limit(size),
    ({ group }): ErrorGroup => ({
      ...group,
      firstAt: group.firstAt.toISOString(),
      lastAt: group.lastAt.toISOString(),
    }),
  )
