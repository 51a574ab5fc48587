import { and, eq, sql } from 'drizzle-orm'
import type { UploadReport } from '@slipstream/contract/uploads'
import { type Db, inTransaction } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { uploads } from '@slipstream/db/tables/uploads'
import { checkIntegrity } from '@slipstream/mod-archive/integrity'
import { listArchive } from '@slipstream/mod-archive/listing'
import type { Storage } from '#gateways/storage.ts'
import { archiveSource, hashedSource } from './archive-source.ts'
import { doStep } from './upload-step.service.ts'

/** Reads every byte of an archive once: checks each entry's size and checksum, and hashes the whole file. */
export const checkUpload = (db: Db, storage: Storage, uploadId: number, leaving: AbortSignal) =>
  doStep(db, uploadId, 'checking', leaving, async ({ row, signal, onProgress }) => {
    const source = archiveSource(storage, row)
    const listing = await listArchive(source, signal)
    const hashed = hashedSource(source)
    const damage = await checkIntegrity(hashed, listing, {
      signal,
      onProgress: ({ readBytes, ofBytes }) => onProgress(readBytes, ofBytes),
    })
    const sha256 = await hashed.digest(signal)

    await inTransaction(db, async (tx) => {
      const [noted] = await tx
        .update(uploads)
        .set({
          status: damage.length > 0 ? 'damaged' : 'ready',
          sha256,
          report: row.report && withFindings(row.report, damage),
          doneBytes: row.sizeBytes,
          ofBytes: row.sizeBytes,
          updatedAt: sql`now()`,
        })
        .where(and(eq(uploads.id, row.id), eq(uploads.status, 'checking')))
        .returning({ id: uploads.id })
      if (noted) await tx.update(modReleases).set({ sha256 }).where(eq(modReleases.uploadId, row.id))
    })
  })

const withFindings = (report: UploadReport, more: UploadReport['findings']): UploadReport => ({
  ...report,
  findings: [...report.findings, ...more],
})
