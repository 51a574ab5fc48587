import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { type NewUpload, UPLOAD_PART_BYTES } from '@slipstream/contract/uploads'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { uploads } from '@slipstream/db/tables/uploads'
import { recordChange } from '#features/audit/audit.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { beginParts, lookForParts } from './arrival.service.ts'

/**
 * Starts an upload or resumes the one of the same file. The row comes first: a process that dies before calling storage
 * can resume here, and parts without a row are swept.
 */
export const startUpload = async (db: Db, storage: Storage, actorId: number, wanted: NewUpload) => {
  const row = await inTransaction(db, (tx) => findOrAdd(tx, actorId, wanted))
  if (!(await lookForParts(storage, row))) await beginParts(db, storage, row)
  return row.id
}

const findOrAdd = async (tx: Tx, actorId: number, wanted: NewUpload) => {
  const { modId, fileName, sizeBytes, fingerprint, openAs } = wanted
  const [mod] = await tx.select({ title: mods.title }).from(mods).where(eq(mods.id, modId)).for('key share')
  if (!mod) throw new DomainError('mod.not_found')

  const [added] = await tx
    .insert(uploads)
    .values({
      ...wanted,
      objectKey: `uploads/${randomUUID()}.zip`,
      partBytes: UPLOAD_PART_BYTES,
      ofBytes: sizeBytes,
      startedBy: actorId,
    })
    .onConflictDoNothing()
    .returning()
  if (added) {
    const after = { modId, mod: mod.title, sizeBytes, openAs }
    await recordChange(tx, {
      actorId,
      action: 'start',
      subject: 'upload',
      subjectId: added.id,
      subjectName: fileName,
      after,
    })
    return added
  }

  const [open] = await tx
    .update(uploads)
    .set({ fileName, openAs, updatedAt: sql`now()` })
    .where(and(eq(uploads.modId, modId), eq(uploads.fingerprint, fingerprint), eq(uploads.status, 'uploading')))
    .returning()
  // Closed concurrently: the next attempt starts over.
  if (!open) throw new DomainError('server.busy')
  if (open.sizeBytes !== sizeBytes) throw new DomainError('request.invalid')
  return open
}
