import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { ConfigurationForm } from './mod-form.ts'
import { integer } from './number.ts'
import { Picture } from './picture.ts'
import { filledText, text } from './text.ts'
import { MAX_UPLOAD_BYTES } from './upload-limits.ts'

/** The size of each part except the last. */
export const UPLOAD_PART_BYTES = 16 * 2 ** 20
/** How many part URLs are handed out at once. */
const PARTS_PER_ANSWER = 32

/**
 * `uploading` until all parts have arrived, `reading` while the report is made, `checking` while every byte is
 * compared, then `ready`. `refused` by the report, `damaged` by the check, `canceled` by a person or after a week
 * without a new part.
 */
export const UPLOAD_STATUSES = ['uploading', 'reading', 'checking', 'ready', 'refused', 'damaged', 'canceled'] as const
export type UploadStatus = (typeof UPLOAD_STATUSES)[number]

export const Finding = z.object({
  code: z.string(),
  severity: z.enum(['refusal', 'warning']),
  entry: z.nullable(z.string()),
  sentence: z.string(),
})
export type Finding = z.output<typeof Finding>

/** The archive's proposals for the mod's form, field by field; null or empty if it has none. */
export const Proposal = z.object({
  title: z.nullable(z.string()),
  make: z.nullable(z.string()),
  description: z.nullable(z.string()),
  tags: z.array(z.string()),
  configurations: z.array(ConfigurationForm),
})
export type Proposal = z.output<typeof Proposal>

export const UploadReport = z.object({
  kind: z.enum(['vehicle-mod', 'plain-zip']),
  findings: z.array(Finding),
  fileCount: z.int(),
  packedBytes: z.int(),
  unpackedBytes: z.int(),
  vehicles: z.array(z.object({ folder: z.string(), name: z.string(), configurations: z.int() })),
  proposal: Proposal,
  /** Pictures from the archive, re-encoded. Send `key` to add one to the gallery. */
  pictures: z.array(z.object({ key: z.string(), name: z.string(), picture: Picture })),
})
export type UploadReport = z.output<typeof UploadReport>

export const Upload = z.object({
  id: Id,
  modId: Id,
  fileName: z.string(),
  sizeBytes: z.int(),
  /** A fingerprint of the file's first and last bytes: only the same file can resume the upload. */
  fingerprint: z.string(),
  openAs: z.enum(['mod', 'plain-zip']),
  status: z.enum(UPLOAD_STATUSES),
  partBytes: z.int(),
  /** Numbers of the parts in the bucket; empty once the upload is complete. */
  doneParts: z.array(z.int()),
  /** The progress of the current step. */
  progress: z.object({ doneBytes: z.int(), ofBytes: z.int() }),
  report: z.nullable(UploadReport),
  sha256: z.nullable(z.string()),
  /** The release created from it. */
  releaseId: z.nullable(Id),
  /** Whether its suggestions were applied to the empty draft. */
  isFilled: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Upload = z.output<typeof Upload>

export const NewUpload = z.strictObject({
  modId: Id,
  fileName: filledText(200),
  sizeBytes: integer(1, MAX_UPLOAD_BYTES),
  fingerprint: text(64).check(z.regex(/^[0-9a-f]{64}$/)),
  openAs: z._default(z.enum(['mod', 'plain-zip']), 'mod'),
})
export type NewUpload = z.output<typeof NewUpload>

export const uploadsApi = {
  start: endpoint({
    method: 'POST',
    path: '/api/admin/uploads',
    summary: 'Start the upload of a mod’s archive, or resume that of the same file',
    access: 'admin',
    offersUpload: true,
    needsProof: 'no: the catalogue',
    body: NewUpload,
    response: Upload,
    errors: ['mod.not_found', 'storage.away'],
  }),
  ofMod: endpoint({
    method: 'GET',
    path: '/api/admin/mods/:id/uploads',
    summary: 'List the archives of a mod, newest first, without canceled ones',
    access: 'admin',
    params: idParams,
    response: z.array(Upload),
    errors: ['mod.not_found', 'storage.away'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/admin/uploads/:id',
    summary: 'Get the progress and the report of an upload',
    access: 'admin',
    params: idParams,
    response: Upload,
    errors: ['upload.not_found', 'storage.away'],
  }),
  signParts: endpoint({
    method: 'POST',
    path: '/api/admin/uploads/:id/parts',
    summary: 'Get presigned URLs for parts, valid for 15 minutes',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    body: z.strictObject({
      parts: z.array(integer(1)).check(z.minLength(1), z.maxLength(PARTS_PER_ANSWER)),
    }),
    response: z.array(z.object({ part: z.int(), url: z.string() })),
    errors: ['upload.not_found', 'upload.not_open', 'storage.away'],
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/admin/uploads/:id/complete',
    summary: 'Complete an upload: join its parts and read the archive',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    response: Upload,
    errors: ['upload.not_found', 'upload.incomplete', 'upload.not_open', 'storage.away'],
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/admin/uploads/:id',
    summary: 'Cancel an upload and remove its bytes',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    response: z.null(),
    errors: ['upload.not_found', 'upload.released'],
  }),
}
