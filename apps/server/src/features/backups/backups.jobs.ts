import { type Db, inTransaction } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { startNightlyBackup } from './backups.service.ts'
import { type Erasure, noteErasure } from './erasures.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'backups.start': Record<string, never>
    'backups.note_erasure': Erasure
  }
}

type BackupJob = 'backups.start' | 'backups.note_erasure'

interface BackupJobParts {
  db: Db
  storage: Storage
  backupKey: string | null
}

export const backupJobs = ({ db, storage, backupKey }: BackupJobParts): JobHandlers<BackupJob> => ({
  'backups.start': () => inTransaction(db, (tx) => startNightlyBackup(tx, backupKey)),
  'backups.note_erasure': (erasure) => noteErasure(storage, erasure),
})

export const BACKUP_SCHEDULE: JobSchedule<BackupJob> = { 'backups.start': { cron: '13 1 * * *' } }
