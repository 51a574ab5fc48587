import { and, eq, sql } from 'drizzle-orm'
import type { UploadReport } from '@slipstream/contract/uploads'
import { type Db, inTransaction } from '@slipstream/db/client'
import { uploads } from '@slipstream/db/tables/uploads'
import { listArchive } from '@slipstream/mod-archive/listing'
import { readReport } from '@slipstream/mod-archive/report'
import type { Storage } from '#gateways/storage.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { archiveSource } from './archive-source.ts'
import { proposalOf } from './proposal.ts'
import { storeThumbnails } from './thumbnails.ts'
import { doStep } from './upload-step.service.ts'

/**
 * Reads an archive's content and what it proposes for the form. Pictures are stored before the report that names them,
 * under names derived from their content, so that a retry after a crash repeats the same steps.
 */
export const ingestUpload = (db: Db, storage: Storage, uploadId: number, leaving: AbortSignal) =>
  doStep(db, uploadId, 'reading', leaving, async ({ row, signal, onProgress }) => {
    const source = archiveSource(storage, row)
    const listing = await listArchive(source, signal)
    const found = await readReport(source, listing, { openAs: row.openAs, signal })
    const isRefused = found.verdict === 'refused'
    const { pictures, hashes, warnings } = isRefused
      ? { pictures: [], hashes: [], warnings: [] }
      : await storeThumbnails(storage, source, listing, found, { signal, onProgress })

    const report: UploadReport = {
      kind: found.kind,
      findings: [...found.findings, ...warnings],
      fileCount: found.fileCount,
      packedBytes: found.packedBytes,
      unpackedBytes: found.unpackedBytes,
      vehicles: found.vehicles.map(({ folder, name, configurations }) => ({
        folder,
        name,
        configurations: configurations.length,
      })),
      proposal: proposalOf(found),
      pictures,
    }
    await inTransaction(db, async (tx) => {
      const [noted] = await tx
        .update(uploads)
        .set({
          status: isRefused ? 'refused' : 'checking',
          report: storable(report),
          pictureHashes: hashes,
          doneBytes: 0,
          ofBytes: row.sizeBytes,
          updatedAt: sql`now()`,
        })
        .where(and(eq(uploads.id, row.id), eq(uploads.status, 'reading')))
        .returning({ id: uploads.id })
      if (!noted || isRefused) return
      await enqueue(tx, 'uploads.check', { uploadId }, { jobKey: `uploads.check ${uploadId}` })
    })
  })

const UNSTORABLE = /\0/g

/** Names in an archive may contain what PostgreSQL refuses in JSON: zero bytes and lone surrogates. */
const storable = (report: UploadReport) =>
  JSON.parse(JSON.stringify(report), (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replace(UNSTORABLE, '\uFFFD') : value,
  ) as UploadReport
