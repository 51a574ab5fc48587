import { type Db, inTransaction } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { startNightlyBackup } from './backups.service.ts'
import { type Erasure, noteErasure } from './erasures.ts'
import { noteNumbers } from './number-marks.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'backups.start': Record<string, never>
    'backups.note_erasure': Erasure
    'backups.note_numbers': Record<string, never>
  }
}

type BackupJob = 'backups.start' | 'backups.note_erasure' | 'backups.note_numbers'

interface BackupJobParts {
  db: Db
  storage: Storage
  backupKey: string | null
}

export const backupJobs = ({ db, storage, backupKey }: BackupJobParts): JobHandlers<BackupJob> => ({
  'backups.start': () => inTransaction(db, (tx) => startNightlyBackup(tx, backupKey)),
  'backups.note_erasure': (erasure) => noteErasure(storage, erasure),
  'backups.note_numbers': () => noteNumbers(db, storage),
})

export const BACKUP_SCHEDULE: JobSchedule<BackupJob> = {
  'backups.start': { cron: '13 1 * * *' },
  // What is lost within a minute is covered by the numbers that an opened copy leaves out.
  'backups.note_numbers': { cron: '* * * * *' },
}
