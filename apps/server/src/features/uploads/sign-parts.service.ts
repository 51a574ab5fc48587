import { and, eq, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { uploads } from '@slipstream/db/tables/uploads'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { beginParts, partCount, readRow } from './arrival.service.ts'

const VALID_SECONDS = 15 * 60

/** Signed addresses for parts of an open upload. Requesting them also keeps the upload from being swept. */
export const signParts = async (db: Db, storage: Storage, id: number, parts: readonly number[]) => {
  const [touched] = await inTransaction(db, (tx) =>
    tx
      .update(uploads)
      .set({ updatedAt: sql`now()` })
      .where(and(eq(uploads.id, id), eq(uploads.status, 'uploading')))
      .returning(),
  )
  if (!touched) {
    await readRow(db, id)
    throw new DomainError('upload.not_open')
  }
  if (parts.some((part) => part > partCount(touched))) throw new DomainError('request.invalid')
  const { storageUploadId, objectKey: key } = touched.storageUploadId ? touched : await beginParts(db, storage, touched)
  if (!storageUploadId) throw new DomainError('upload.not_open')
  return Promise.all(
    parts.map(async (part) => ({
      part,
      url: await storage.signPart({ key, storageUploadId }, part, VALID_SECONDS),
    })),
  )
}
