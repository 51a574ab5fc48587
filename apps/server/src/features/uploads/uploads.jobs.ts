import { MINUTE_MS } from '@slipstream/contract/durations'
import type { Db } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { discardUpload } from './cancel-upload.service.ts'
import { checkUpload } from './check-upload.service.ts'
import { ingestUpload } from './ingest-upload.service.ts'
import { sweepUploads } from './sweep.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'uploads.ingest': { uploadId: number }
    'uploads.check': { uploadId: number }
    'uploads.discard': { uploadId: number }
    'uploads.sweep': Record<string, never>
  }
}

type UploadJob = 'uploads.ingest' | 'uploads.check' | 'uploads.discard' | 'uploads.sweep'

export const uploadJobs = ({ db, storage }: { db: Db; storage: Storage }): JobHandlers<UploadJob> => ({
  'uploads.ingest': ({ uploadId }, { signal }) => ingestUpload(db, storage, uploadId, signal),
  'uploads.check': ({ uploadId }, { signal }) => checkUpload(db, storage, uploadId, signal),
  'uploads.discard': ({ uploadId }) => discardUpload(db, storage, uploadId),
  'uploads.sweep': (_payload, { signal }) => sweepUploads(db, storage, signal),
})

/** These jobs are slow because they read every byte of an archive or list whole buckets. */
export const UPLOAD_SCHEDULE: JobSchedule<UploadJob> = {
  'uploads.ingest': { timeoutMs: 30 * MINUTE_MS },
  'uploads.check': { timeoutMs: 60 * MINUTE_MS },
  'uploads.sweep': { cron: '23 * * * *', timeoutMs: 60 * MINUTE_MS },
}
