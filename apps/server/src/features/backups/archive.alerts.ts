import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { AFTER_MINUTES, AT_ONCE, type AlertCheck } from '#lib/alerts.ts'

/** The worker writes every few seconds, and PostgreSQL archives after half a minute. */
const STALE_MINUTES = 10
/** A backup is made every night and may be up to three hours late. */
const LATE_HOURS = 27

/** A failed archiving attempt is covered by the machine check `archive.late`. */
export const archiveAlerts = ({ db }: { db: Db }): readonly AlertCheck[] => [
  {
    ...AFTER_MINUTES,
    name: 'archive.stale',
    title: 'Nothing is archived',
    measures: `If PostgreSQL archives its write-ahead log, it has done so in the last ${STALE_MINUTES} minutes.`,
    find: async () => {
      const [stale] = await readRows<{ last: string | null }>(
        db,
        sql`
        select to_char(last_archived_time at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as last from pg_stat_archiver
        where current_setting('archive_mode') <> 'off'
          and coalesce(last_archived_time, pg_postmaster_start_time()) < now() - make_interval(mins => ${STALE_MINUTES})`,
      )
      if (!stale) return []
      const last =
        stale.last === null ? 'Nothing has ever been archived.' : `The last segment is from ${stale.last} UTC.`
      return [{ problem: `${last} What changed since is only on the database’s disk. PostgreSQL’s log says why.` }]
    },
  },
  {
    ...AT_ONCE,
    name: 'archive.backup_late',
    title: 'The base backup is late',
    measures: `If PostgreSQL archives its write-ahead log, a base backup was stored in the last ${LATE_HOURS} hours.`,
    find: async () => {
      const [late] = await readRows<{ last: string | null }>(
        db,
        sql`
        select to_char(max(finished_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as last from base_backups
        having current_setting('archive_mode') <> 'off'
          and coalesce(max(finished_at), (select stats_reset from pg_stat_archiver)) < now() - make_interval(hours => ${LATE_HOURS})`,
      )
      if (!late) return []
      const last =
        late.last === null ? 'There is no base backup yet.' : `The last base backup is from ${late.last} UTC.`
      return [
        {
          problem: `${last} Run slipstream backup, or deploy/backup/backup, and read what it says; it should run every night.`,
        },
      ]
    },
  },
]
