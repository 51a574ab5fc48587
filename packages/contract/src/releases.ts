import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { Compatibility } from './mods.ts'
import { filledText, instant, text } from './text.ts'
import { UPLOAD_STATUSES } from './uploads.ts'

/** A draft has not been seen by anybody; a withdrawn one was, and is not offered any more. */
export const RELEASE_STATUSES = ['draft', 'published', 'withdrawn'] as const
export type ReleaseStatus = (typeof RELEASE_STATUSES)[number]

export const GameVersionName = text(20).check(z.regex(/^\d+(\.\d+){0,3}$/, 'Numbers with dots, like 0.36.'))

const words = {
  version: text(30).check(z.regex(/^\d+(\.\d+){0,3}(-[a-z0-9.]+)?$/i, 'Numbers with dots, like 1.2.0.')),
  changes: z.array(filledText(300)).check(z.maxLength(50, 'At most 50 of them.')),
  gameVersions: z.array(GameVersionName).check(z.maxLength(20, 'At most 20 of them.')),
}

export const AdminRelease = z.object({
  id: Id,
  modId: Id,
  version: z.string(),
  changes: z.array(z.string()),
  gameVersions: z.array(z.string()),
  status: z.enum(RELEASE_STATUSES),
  publishedAt: z.nullable(z.iso.datetime()),
  /** When it will be published by itself. */
  publishAt: z.nullable(z.iso.datetime()),
  /** Null for one whose file was brought along from elsewhere. */
  uploadId: z.nullable(Id),
  /** How far its archive is; null without an upload. */
  uploadStatus: z.nullable(z.enum(UPLOAD_STATUSES)),
  sizeBytes: z.int(),
  sha256: z.string(),
  /** What players get now. */
  isCurrent: z.boolean(),
  compatibility: z.array(Compatibility),
})
export type AdminRelease = z.output<typeof AdminRelease>

export const releasesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/mods/:id/releases',
    summary: 'All releases of a mod, drafts first, then newest first',
    access: 'admin',
    params: idParams,
    response: z.array(AdminRelease),
    errors: ['mod.not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/releases',
    summary: 'Makes a release of an uploaded archive, as a draft',
    access: 'admin',
    params: idParams,
    body: z.strictObject({ uploadId: Id, ...words }),
    response: AdminRelease,
    errors: [
      'request.invalid',
      'mod.not_found',
      'upload.not_found',
      'upload.unusable',
      'upload.released',
      'release.version_taken',
    ],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/admin/releases/:id',
    summary: 'Changes the words of a release; the version of a draft only',
    access: 'admin',
    params: idParams,
    body: z.strictObject(words),
    response: AdminRelease,
    errors: ['request.invalid', 'release.not_found', 'release.version_taken', 'release.version_is_fixed'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/admin/releases/:id/publish',
    summary: 'Gives a release to players, now or at a time; a withdrawn one comes back',
    access: 'admin',
    params: idParams,
    body: z.strictObject({ at: z.nullable(instant()) }),
    response: AdminRelease,
    errors: [
      'request.invalid',
      'release.not_found',
      'release.not_checked',
      'release.already_published',
      'upload.unusable',
    ],
  }),
  unschedule: endpoint({
    method: 'DELETE',
    path: '/api/admin/releases/:id/publish',
    summary: 'Calls off that a release is published by itself',
    access: 'admin',
    params: idParams,
    response: AdminRelease,
    errors: ['release.not_found'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/admin/releases/:id/withdraw',
    summary: 'Rolls back: players get the release before it again',
    access: 'admin',
    params: idParams,
    response: AdminRelease,
    errors: ['release.not_found', 'release.not_published', 'release.only_one'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/releases/:id',
    summary: 'Removes a draft; its archive stays with the mod',
    access: 'admin',
    params: idParams,
    response: z.null(),
    errors: ['release.not_found', 'release.already_published'],
  }),
}
