import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { ConfigurationForm } from './mod-form.ts'
import { integer } from './number.ts'
import { Picture } from './picture.ts'
import { filledText, text } from './text.ts'
import { MAX_UPLOAD_BYTES } from './upload-limits.ts'

/** Each part but the last has this size. */
export const UPLOAD_PART_BYTES = 16 * 2 ** 20
/** How many addresses of parts are handed out at once. */
export const PARTS_PER_ANSWER = 32

/**
 * `uploading` until all parts are there, `reading` while its report is made, `checking` while every byte is compared,
 * then `ready`. `refused` by the report, `damaged` by the check, `canceled` by a person or after a week without a part.
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

/** What the archive proposes for the form of the mod, field by field; null or empty where it says nothing. */
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
  /** Pictures of the archive, encoded anew; `key` is what adding one to the gallery asks for. */
  pictures: z.array(z.object({ key: z.string(), name: z.string(), picture: Picture })),
})
export type UploadReport = z.output<typeof UploadReport>

export const Upload = z.object({
  id: Id,
  modId: Id,
  fileName: z.string(),
  sizeBytes: z.int(),
  /** What the browser told of the file's first and last bytes: only the same file may go on. */
  fingerprint: z.string(),
  openAs: z.enum(['mod', 'plain-zip']),
  status: z.enum(UPLOAD_STATUSES),
  partBytes: z.int(),
  /** The numbers of the parts that are in the bucket; empty once it is whole. */
  doneParts: z.array(z.int()),
  /** Of the step that is being done. */
  progress: z.object({ doneBytes: z.int(), ofBytes: z.int() }),
  report: z.nullable(UploadReport),
  sha256: z.nullable(z.string()),
  /** The release made of it. */
  releaseId: z.nullable(Id),
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
    summary: 'Begins the upload of a mod’s archive; the same file of the same mod goes on where it stopped',
    access: 'admin',
    body: NewUpload,
    response: Upload,
    errors: ['request.invalid', 'mod.not_found', 'server.busy', 'storage.away'],
  }),
  ofMod: endpoint({
    method: 'GET',
    path: '/api/admin/mods/:id/uploads',
    summary: 'The archives of a mod, newest first, without those canceled',
    access: 'admin',
    params: idParams,
    response: z.array(Upload),
    errors: ['mod.not_found', 'storage.away'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/admin/uploads/:id',
    summary: 'How far an upload is, and its report',
    access: 'admin',
    params: idParams,
    response: Upload,
    errors: ['upload.not_found', 'storage.away'],
  }),
  signParts: endpoint({
    method: 'POST',
    path: '/api/admin/uploads/:id/parts',
    summary: 'Addresses to which the browser sends parts, for a quarter of an hour',
    access: 'admin',
    params: idParams,
    body: z.strictObject({
      parts: z.array(integer(1)).check(z.minLength(1), z.maxLength(PARTS_PER_ANSWER)),
    }),
    response: z.array(z.object({ part: z.int(), url: z.string() })),
    errors: ['request.invalid', 'upload.not_found', 'upload.not_open', 'storage.away'],
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/admin/uploads/:id/complete',
    summary: 'All parts are there: puts them together and has the archive read',
    access: 'admin',
    params: idParams,
    response: Upload,
    errors: ['upload.not_found', 'upload.incomplete', 'upload.not_open', 'storage.away'],
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/api/admin/uploads/:id',
    summary: 'Gives an upload up; its bytes are removed',
    access: 'admin',
    params: idParams,
    response: z.null(),
    errors: ['upload.not_found', 'upload.released'],
  }),
}
