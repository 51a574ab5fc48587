import { sql } from 'drizzle-orm'
import { shrunkPercent } from '@slipstream/contract/backups'
import { type Db, readRows } from '@slipstream/db/client'
import { AT_ONCE, type AlertCheck } from '#lib/alerts.ts'
import { BACKUP } from './backups.operation.ts'

/** A backup is made every night and may be up to three hours late. */
const LATE_HOURS = 27

export const backupsAlerts = ({ db, backupKey }: { db: Db; backupKey: string | null }): readonly AlertCheck[] => [
  {
    ...AT_ONCE,
    name: 'backups.late',
    title: 'The backup is late',
    measures: `A backup was stored, restored and compared in the last ${LATE_HOURS} hours. Not checked without a backup key.`,
    find: async () => {
      if (backupKey === null) return []
      const [late] = await readRows<{ last: string | null }>(
        db,
        sql`
        select to_char(max(finished_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as last
        from operations where kind = ${BACKUP.kind} and state = 'done'
        having coalesce(max(finished_at), (select known_since from job_runs where name = 'backups.start'), now())
          < now() - make_interval(hours => ${LATE_HOURS})`,
      )
      if (!late) return []
      const last =
        late.last === null ? 'No backup has been proven yet.' : `The last proven backup is from ${late.last} UTC.`
      return [{ problem: `${last} The page Database, Backup says why.` }]
    },
  },
  {
    ...AT_ONCE,
    name: 'backups.shrunk',
    title: 'The backup is much smaller than before',
    measures: 'The latest backup has at least half the size of the one before.',
    find: async () => {
      const [latest, before] = await readRows<{ bytes: number }>(
        db,
        sql`
        select (result ->> 'bytes')::float8 as bytes from operations
        where kind = ${BACKUP.kind} and state = 'done' order by id desc limit 2`,
      )
      const percent = latest ? shrunkPercent(latest.bytes, before?.bytes) : null
      if (percent === null) return []
      const problem =
        `The latest backup is ${percent} % smaller than the one before. It was restored and compared, so it is what the ` +
        'database contains: check whether data was deleted by mistake, before the older backups are gone.'
      return [{ problem }]
    },
  },
]
