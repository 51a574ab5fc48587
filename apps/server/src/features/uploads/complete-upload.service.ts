import { and, eq, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { uploads } from '@slipstream/db/tables/uploads'
import { recordChange } from '#features/audit/audit.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { fromStorage } from '#lib/from-storage.ts'
import { lookForParts, partCount, readRow, type UploadRow } from './arrival.service.ts'

/** Joins the parts and queues the job that reads the archive. Idempotent, so a client may retry. */
export const completeUpload = async (db: Db, storage: Storage, actorId: number, id: number) => {
  const row = await readRow(db, id)
  if (row.status === 'canceled') throw new DomainError('upload.not_open')
  if (row.status !== 'uploading') return
  await join(storage, row)
  await inTransaction(db, async (tx) => {
    const [whole] = await tx
      .update(uploads)
      .set({ status: 'reading', storageUploadId: null, doneBytes: 0, ofBytes: 0, updatedAt: sql`now()` })
      .where(and(eq(uploads.id, id), eq(uploads.status, 'uploading')))
      .returning({ id: uploads.id })
    if (!whole) return
    await enqueue(tx, 'uploads.ingest', { uploadId: id }, { jobKey: `uploads.ingest ${id}` })
    const fields = { before: { status: row.status }, after: { status: 'reading' } }
    const { fileName: subjectName } = row
    await recordChange(tx, { actorId, action: 'complete', subject: 'upload', subjectId: id, subjectName, ...fields })
  })
}

const join = async (storage: Storage, row: UploadRow) => {
  const { storageUploadId, objectKey: key } = row
  const arrival = await lookForParts(storage, row)
  if (arrival?.isWhole) return
  const parts = arrival?.parts ?? []
  if (!storageUploadId || parts.length < partCount(row)) throw new DomainError('upload.incomplete')
  await storage.joinParts({ key, storageUploadId }, parts).catch(async (cause: unknown) => {
    // Another request may have joined the parts meanwhile.
    const sizeBytes = await fromStorage(storage.sizeOfPrivate(key))
    if (sizeBytes !== row.sizeBytes) throw new DomainError('storage.away', { cause })
  })
}
