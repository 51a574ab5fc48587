import { asc, eq } from 'drizzle-orm'
import { uploads } from '@slipstream/db/tables/uploads'
import type { PersonalData } from '#lib/personal-data.ts'

/** An archive belongs to its mod and is kept; the name of its uploader is not. */
export const uploadsPersonalData: PersonalData = {
  name: 'uploads',
  tables: ['uploads'],
  collect: (tx, userId) =>
    tx
      .select({
        modId: uploads.modId,
        fileName: uploads.fileName,
        sizeBytes: uploads.sizeBytes,
        status: uploads.status,
        createdAt: uploads.createdAt,
      })
      .from(uploads)
      .where(eq(uploads.startedBy, userId))
      .orderBy(asc(uploads.id)),
  erase: async (tx, userId) => {
    await tx.update(uploads).set({ startedBy: null }).where(eq(uploads.startedBy, userId))
  },
}
