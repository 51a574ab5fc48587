import { FinalFailure } from '#features/operations/operation.ts'

/** Not retried: a second dump needs the same space, and a second restore would fill the database's disk again. */
class StorageFull extends FinalFailure {}
export class DatabaseFull extends FinalFailure {}

/** Error names of Ceph and MinIO. Amazon's storage does not fill up. */
const FULL_STORAGE = ['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']
const INSUFFICIENT_STORAGE = 507

const isFullStorage = (error: Error & { $metadata?: { httpStatusCode?: number } }) =>
  FULL_STORAGE.includes(error.name) || error.$metadata?.httpStatusCode === INSUFFICIENT_STORAGE

/** Returns the same error, or one that tells the owner what is full and what is left of the backup. */
export const explainFull = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  if (isFullStorage(error)) {
    const text =
      'The object storage is full. Nothing of this backup was kept; older backups are untouched. Free space in the ' +
      'storage or raise its limit, then start a backup again.'
    return new StorageFull(text, { cause: error })
  }
  if (error.message.includes('No space left on device')) {
    const text =
      'The database server’s disk is full, so the backup could not be restored for the check. It is stored and stays ' +
      'for seven days as not proven; the scratch copy was removed. Free space on that disk, then start a backup again.'
    return new DatabaseFull(text, { cause: error })
  }
  return error
}
