import { and, eq, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { uploads } from '@slipstream/db/tables/uploads'
import type { Storage } from '#gateways/storage.ts'
import type { StoredPart } from '#gateways/storage-parts.ts'
import { DomainError } from '#lib/domain-error.ts'
import { fromStorage } from '#lib/from-storage.ts'

export type UploadRow = typeof uploads.$inferSelect

/** Which parts of an open upload are in the bucket. */
export interface Arrival {
  parts: StoredPart[]
  /** Already joined, by a request that stopped before it could record it. */
  isWhole: boolean
}

export const partCount = ({ sizeBytes, partBytes }: Pick<UploadRow, 'sizeBytes' | 'partBytes'>) =>
  Math.ceil(sizeBytes / partBytes)

/** Null if storage does not know the upload: it was never started there, or has expired. */
export const lookForParts = async (storage: Storage, row: UploadRow): Promise<Arrival | null> => {
  const { storageUploadId, objectKey: key } = row
  if (!storageUploadId) return null
  const parts = await fromStorage(storage.listParts({ key, storageUploadId }))
  if (parts) return { parts: parts.filter((part) => part.sizeBytes === bytesOfPart(row, part.part)), isWhole: false }
  const sizeBytes = await fromStorage(storage.sizeOfPrivate(key))
  return sizeBytes === row.sizeBytes ? { parts: [], isWhole: true } : null
}

/** The expected size of a part. The last one has the remaining bytes; beyond it, the result is zero or less. */
const bytesOfPart = (row: UploadRow, part: number) =>
  Math.min(row.partBytes, row.sizeBytes - (part - 1) * row.partBytes)

/** Starts a multipart upload in storage, replacing an expired one. If two requests race, the first wins. */
export const beginParts = async (db: Db, storage: Storage, row: UploadRow): Promise<UploadRow> => {
  const storageUploadId = await fromStorage(storage.beginParts(row.objectKey))
  const [noted] = await inTransaction(db, (tx) =>
    tx
      .update(uploads)
      .set({ storageUploadId, updatedAt: sql`now()` })
      .where(
        and(
          eq(uploads.id, row.id),
          eq(uploads.status, 'uploading'),
          sql`${uploads.storageUploadId} is not distinct from ${row.storageUploadId}`,
        ),
      )
      .returning(),
  )
  if (noted) return noted
  await fromStorage(storage.abortParts('private', { key: row.objectKey, storageUploadId }))
  return readRow(db, row.id)
}

export const readRow = async (db: Db, id: number): Promise<UploadRow> => {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id))
  if (!row) throw new DomainError('upload.not_found')
  return row
}
