import { and, desc, eq, ne } from 'drizzle-orm'
import type { Upload, UploadReport } from '@slipstream/contract/uploads'
import type { Db } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { uploads } from '@slipstream/db/tables/uploads'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { type Arrival, lookForParts, partCount, type UploadRow } from './arrival.service.ts'

/** Nobody looks through more archives of one mod than this. */
const MOST = 50

export const readUpload = async (db: Db, storage: Storage, id: number): Promise<Upload> => {
  const [found] = await selectUploads(db).where(eq(uploads.id, id))
  if (!found) throw new DomainError('upload.not_found')
  return describe(storage, found)
}

export const listUploads = async (db: Db, storage: Storage, modId: number): Promise<Upload[]> => {
  const [mod] = await db.select({ id: mods.id }).from(mods).where(eq(mods.id, modId))
  if (!mod) throw new DomainError('mod.not_found')
  const found = await selectUploads(db)
    .where(and(eq(uploads.modId, modId), ne(uploads.status, 'canceled')))
    .orderBy(desc(uploads.id))
    .limit(MOST)
  return Promise.all(found.map((one) => describe(storage, one)))
}

const selectUploads = (db: Db) =>
  db
    .select({ upload: uploads, releaseId: modReleases.id })
    .from(uploads)
    .leftJoin(modReleases, eq(modReleases.uploadId, uploads.id))

const describe = async (
  storage: Storage,
  { upload, releaseId }: { upload: UploadRow; releaseId: number | null },
): Promise<Upload> => {
  const { id, modId, fileName, sizeBytes, fingerprint, openAs, status, partBytes, sha256, report, createdAt } = upload
  const arrival = status === 'uploading' ? await lookForParts(storage, upload) : null
  return {
    id,
    modId,
    fileName,
    sizeBytes,
    fingerprint,
    openAs,
    status,
    partBytes,
    doneParts: numbersOf(upload, arrival),
    progress:
      status === 'uploading' ? arrived(upload, arrival) : { doneBytes: upload.doneBytes, ofBytes: upload.ofBytes },
    report: report && withAddresses(storage, report),
    sha256,
    releaseId,
    isFilled: upload.filledAt !== null,
    createdAt: createdAt.toISOString(),
  }
}

const numbersOf = (upload: UploadRow, arrival: Arrival | null) =>
  arrival?.isWhole
    ? Array.from({ length: partCount(upload) }, (_, index) => index + 1)
    : (arrival?.parts ?? []).map(({ part }) => part)

const arrived = ({ sizeBytes }: UploadRow, arrival: Arrival | null) => ({
  doneBytes: arrival?.isWhole ? sizeBytes : (arrival?.parts ?? []).reduce((sum, part) => sum + part.sizeBytes, 0),
  ofBytes: sizeBytes,
})

/** A stored report names pictures by key, because their base address may change. */
const withAddresses = (storage: Storage, report: UploadReport): UploadReport => ({
  ...report,
  pictures: report.pictures.map((one) => ({
    ...one,
    picture: { ...one.picture, src: storage.publicUrl(one.picture.src), stem: storage.publicUrl(one.picture.stem) },
  })),
})
