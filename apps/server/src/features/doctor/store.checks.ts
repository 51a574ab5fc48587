import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { listMigrations } from '@slipstream/db/migrate'
import { BACKUP } from '#features/backups/backups.operation.ts'
import { readQueueState } from '#lib/jobs/queue-state.ts'
import type { SetupCheck } from './setup-check.ts'

export interface StoreParts {
  db: Db
  backupKey: string | null
}

/** A backup is made every night and may be three hours late. */
const STALE_HOURS = 27

export const storeChecks = ({ db, backupKey }: StoreParts): readonly SetupCheck[] => [
  {
    name: 'database',
    title: 'Database schema',
    remedy: 'Run the migrations: slipstream update, or npm run start:migrate.',
    find: () => findPending(db),
  },
  {
    name: 'worker',
    title: 'Worker',
    remedy:
      'Find out why it is not running (slipstream logs worker) and start it (slipstream update, or npm run start:worker): without it no mail is sent.',
    find: async () => ((await readQueueState(db)).workers > 0 ? null : 'No worker is running.'),
  },
  {
    name: 'backups',
    title: 'Backup',
    remedy:
      'Run slipstream backup and read why it fails; set its bucket with BACKUP_BUCKET=NAME slipstream install. Or set BACKUP_PUBLIC_KEY (slipstream run backup-key or npm run backup-key makes a pair) and start a backup at Database, Backup.',
    find: () => findStaleBackup(db, backupKey),
  },
  {
    name: 'administrator',
    title: 'Administrator',
    remedy: 'Create one: slipstream admin create NAME EMAIL prints a link to choose a password.',
    find: () => findNobody(db),
  },
]

const findPending = async (db: Db) => {
  const rows = await readRows<{ name: string }>(db, sql`select name from schema_migrations`)
  const ran = new Set(rows.map(({ name }) => name))
  const pending = (await listMigrations()).filter((name) => !ran.has(name))
  return pending.length === 0 ? null : `${pending.join(', ')} has not run on this database.`
}

/** Either kind will do: a proven dump made by the worker, or a base backup of the archive. */
const findStaleBackup = async (db: Db, backupKey: string | null) => {
  const [found] = await readRows<{ last: string | null; isStale: boolean | null }>(
    db,
    sql`
    select to_char(max(finished_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as last,
      max(finished_at) < now() - make_interval(hours => ${STALE_HOURS}) as "isStale"
    from (
      select finished_at from operations where kind = ${BACKUP.kind} and state = 'done' and ${backupKey !== null}
      union all select finished_at from base_backups
    ) backups`,
  )
  if (!found?.last) return 'No backup has been made and proven yet.'
  return found.isStale ? `The last proven backup is from ${found.last} UTC.` : null
}

const findNobody = async (db: Db) => {
  const [found] = await readRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from users where is_admin and erased_at is null`,
  )
  return (found?.count ?? 0) > 0 ? null : 'Nobody can open the admin pages.'
}
