import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { AFTER_MINUTES, type AlertCheck, type Finding } from '#lib/alerts.ts'

export const sequenceAlerts = ({ db }: { db: Db }): readonly AlertCheck[] => [
  {
    ...AFTER_MINUTES,
    name: 'sequences.used',
    title: 'A table runs out of numbers',
    measures: 'Every sequence of the database has more than half of the numbers left that fit into its column.',
    find: () => findUsedSequences(db),
  },
]

/** Two steps, so that the owner is alerted again when it gets urgent. */
const USED = [
  { at: 0.5, name: '' },
  { at: 0.9, name: ' (almost all)' },
]

interface Sequence extends Record<string, unknown> {
  name: string
  used: number
  limit: number
}

const findUsedSequences = async (db: Db): Promise<Finding[]> => {
  const rows = await readRows<Sequence>(db, USED_SEQUENCES)
  return rows.flatMap(({ name, used, limit }) =>
    USED.filter(({ at }) => used >= at * limit).map((step) => ({
      subject: `${name}${step.name}`,
      problem:
        `${Math.floor((used / limit) * 100)} % of the numbers of ${name} are used. After the last one nothing can be added ` +
        'to that table. Find out what draws them, and widen the column to bigint in good time.',
    })),
  )
}

/** From the catalog, so that no table is forgotten. A column may hold less than its sequence could count. */
const USED_SEQUENCES = sql`
  select name, used::float8, "limit"::float8
  from (
    select coalesce(a.attrelid::regclass || '.' || a.attname, s.sequencename) as name, s.last_value as used,
      least(s.max_value, case a.atttypid
        when 'int2'::regtype then 32767 when 'int4'::regtype then 2147483647 else s.max_value end) as "limit"
    from pg_sequences s
    left join pg_depend d on d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
      and d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass and d.refobjsubid > 0 and d.deptype in ('i', 'a')
    left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where not s.cycle
  ) counted
  where used >= ${USED[0]!.at}::float8 * "limit"
  order by used::numeric / "limit" desc limit 10`
