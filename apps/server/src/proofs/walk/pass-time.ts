import { sql } from 'drizzle-orm'
import { inTransaction } from '@slipstream/db/client'
import type { WalkStore } from './open-walk-store.ts'

const DAY = 24 * 60 * 60
/** Larger numbers in Stripe's data are times in Unix seconds: no walk moves fifteen million dollars. */
const FIRST_TIME = 1_500_000_000

const setBack = (data: unknown, seconds: number): unknown => {
  if (typeof data === 'number') return data > FIRST_TIME ? data - seconds : data
  if (Array.isArray(data)) return data.map((one) => setBack(one, seconds))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, setBack(value, seconds)]))
}

/**
 * Lets time pass while the store is not running. No clock can be moved forward for PostgreSQL, so everything that
 * happened is moved back instead, here and at Stripe. There the renewals of that time have taken place. Signed-in
 * people stay signed in.
 */
export const passTime = async ({ db, stripe }: Pick<WalkStore, 'db' | 'stripe'>, days: number) => {
  await stripe.advance({ days })
  const { skew, ...rest } = await stripe.snapshot<{ skew: number }>()
  await stripe.restore({ ...(setBack(rest, days * DAY) as object), skew: skew - days * DAY })
  await inTransaction(db, (tx) =>
    tx.execute(sql`
      do $$
      declare
        statement text;
      begin
        set local session_replication_role = replica;
        for statement in
          select format('update %I set %s', c.relname,
            string_agg(format('%1$I = %1$I - interval ''${sql.raw(String(days))} days''', a.attname), ', '))
          from pg_class c join pg_attribute a on a.attrelid = c.oid
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition and pg_relation_size(c.oid) > 0
            and c.relname <> 'sessions' and a.attnum > 0 and a.attgenerated = '' and not a.attisdropped
            and a.atttypid = 'timestamptz'::regtype
          group by c.relname
        loop
          execute statement;
        end loop;
      end $$`),
  )
}
