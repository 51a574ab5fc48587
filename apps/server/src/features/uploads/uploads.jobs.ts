import type { Db } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers } from '#lib/jobs.ts'
import { discardUpload } from './cancel-upload.service.ts'
import { checkUpload } from './check-upload.service.ts'
import { ingestUpload } from './ingest-upload.service.ts'
import { sweepUploads } from './sweep.service.ts'

type UploadJob = 'uploads.ingest' | 'uploads.check' | 'uploads.discard' | 'uploads.sweep'

export const uploadJobs = ({ db, storage }: { db: Db; storage: Storage }): JobHandlers<UploadJob> => ({
  'uploads.ingest': ({ uploadId }, { signal }) => ingestUpload(db, storage, uploadId, signal),
  'uploads.check': ({ uploadId }, { signal }) => checkUpload(db, storage, uploadId, signal),
  'uploads.discard': ({ uploadId }) => discardUpload(db, storage, uploadId),
  'uploads.sweep': (_payload, { signal }) => sweepUploads(db, storage, signal),
})
