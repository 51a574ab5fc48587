import { desc, isNotNull, sql } from 'drizzle-orm'
import type { ArchiveState } from '@slipstream/contract/backups'
import { type Db, readRows } from '@slipstream/db/client'
import { baseBackups, restoreDrills } from '@slipstream/db/tables/backups'

interface Archiver extends Record<string, unknown> {
  isOn: boolean
  isFailing: boolean
  lastArchivedAt: Date | string | null
  lastSegment: string | null
}

/** What PostgreSQL says about its archive, and what deploy/backup has recorded. */
export const readArchive = async (db: Db): Promise<ArchiveState> => {
  const [archiver] = await readRows<Archiver>(
    db,
    sql`
    select current_setting('archive_mode') <> 'off' as "isOn", last_archived_wal as "lastSegment",
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
      last_archived_time as "lastArchivedAt"
    from pg_stat_archiver`,
  )
  const [backup] = await db.select().from(baseBackups).orderBy(desc(baseBackups.finishedAt)).limit(1)
  const [drill] = await db
    .select()
    .from(restoreDrills)
    .where(isNotNull(restoreDrills.finishedAt))
    .orderBy(desc(restoreDrills.id))
    .limit(1)
  return { ...archiverState(archiver), lastBackup: backup ? toBackup(backup) : null, lastDrill: toDrill(drill) }
}

const archiverState = (archiver: Archiver | undefined) => {
  if (!archiver) return { isOn: false, isFailing: false, lastArchivedAt: null, lastSegment: null }
  const { isOn, isFailing, lastArchivedAt, lastSegment } = archiver
  return {
    isOn,
    isFailing: isOn && isFailing,
    lastArchivedAt: lastArchivedAt === null ? null : new Date(lastArchivedAt).toISOString(),
    lastSegment,
  }
}

const toBackup = ({ label, kind, finishedAt, bytes, storedBytes }: typeof baseBackups.$inferSelect) => ({
  label,
  kind,
  finishedAt: finishedAt.toISOString(),
  bytes,
  storedBytes,
})

const toDrill = (drill: typeof restoreDrills.$inferSelect | undefined) => {
  if (!drill?.finishedAt) return null
  const { finishedAt, gapSeconds, restoreSeconds, bytes, failure } = drill
  return { finishedAt: finishedAt.toISOString(), gapSeconds, restoreSeconds, bytes, failure }
}
