import { and, eq, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { uploads } from '@slipstream/db/tables/uploads'
import { recordChange } from '#features/audit/audit.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { enqueue } from '#lib/jobs/jobs.ts'

/** Cancels an upload. A job removes its bytes, because storage may be down; the actor is null for a job. */
export const cancelUpload = async (tx: Tx, actorId: number | null, id: number) => {
  const [row] = await tx.select().from(uploads).where(eq(uploads.id, id)).for('update')
  if (!row) throw new DomainError('upload.not_found')
  if (row.status === 'canceled') return
  const [release] = await tx.select({ id: modReleases.id }).from(modReleases).where(eq(modReleases.uploadId, id))
  if (release) throw new DomainError('upload.released')

  const { fileName: subjectName, status } = row
  await tx.update(uploads).set({ status: 'canceled', updatedAt: sql`now()` }).where(eq(uploads.id, id))
  await enqueue(tx, 'uploads.discard', { uploadId: id }, { jobKey: `uploads.discard ${id}` })
  const fields = { before: { status }, after: { status: 'canceled' } }
  await recordChange(tx, { actorId, action: 'cancel', subject: 'upload', subjectId: id, subjectName, ...fields })
}

/** Removes the bytes of a canceled upload, then their keys from the row. */
export const discardUpload = async (db: Db, storage: Storage, id: number) => {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.status, 'canceled')))
  if (!row) return
  const { objectKey: key, storageUploadId } = row
  if (storageUploadId) await storage.abortParts('private', { key, storageUploadId })
  await storage.remove('private', key)
  await inTransaction(db, (tx) =>
    tx.update(uploads).set({ storageUploadId: null, report: null, pictureHashes: [] }).where(eq(uploads.id, id)),
  )
}
