import { randomUUID } from 'node:crypto'
import type { WritableDb } from '../client.ts'
import { uploads } from '../tables/uploads.ts'
import { first } from './first.ts'

/** A one-megabyte upload that has just begun by default. It has no object in the storage. */
export const createUpload = async (db: WritableDb, values: Partial<typeof uploads.$inferInsert> & { modId: number }) =>
  first(
    await db
      .insert(uploads)
      .values({
        fileName: 'strada.zip',
        sizeBytes: 1_000_000,
        fingerprint: randomUUID().replaceAll('-', '').repeat(2),
        objectKey: `uploads/${randomUUID()}.zip`,
        partBytes: 16 * 2 ** 20,
        ...values,
      })
      .returning(),
  )
