import * as z from 'zod/mini'
import { CopyCapacity } from './copy-capacity.ts'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { Compatibility } from './mods.ts'
import { GameVersionName } from './game-version.ts'
import { RELEASE_LIMITS } from './release-limits.ts'
import { filledText, instant, text } from './text.ts'
import { UPLOAD_STATUSES } from './uploads.ts'

/** A draft has never been visible; a withdrawn release was, and is no longer offered. */
const RELEASE_STATUSES = ['draft', 'published', 'withdrawn'] as const

const listOf = <Item extends z.ZodMiniType>(item: Item, most: number) =>
  z.array(item).check(z.maxLength(most, `At most ${most} of them.`))

const words = {
  version: text(30).check(z.regex(/^\d+(\.\d+){0,3}(-[a-z0-9.]+)?$/i, 'Use numbers with dots, like 1.2.0.')),
  changes: listOf(filledText(RELEASE_LIMITS.change), RELEASE_LIMITS.changes),
  gameVersions: listOf(GameVersionName, RELEASE_LIMITS.gameVersions),
}

export const AdminRelease = z.object({
  id: Id,
  modId: Id,
  version: z.string(),
  changes: z.array(z.string()),
  gameVersions: z.array(z.string()),
  status: z.enum(RELEASE_STATUSES),
  publishedAt: z.nullable(z.iso.datetime()),
  /** When it is scheduled to be published. */
  publishAt: z.nullable(z.iso.datetime()),
  /** Null if its file did not come from an upload. */
  uploadId: z.nullable(Id),
  /** The state of its archive; null without an upload. */
  uploadStatus: z.nullable(z.enum(UPLOAD_STATUSES)),
  sizeBytes: z.int(),
  sha256: z.string(),
  /** The release players get now. */
  isCurrent: z.boolean(),
  compatibility: z.array(Compatibility),
  /** How well its copies can be traced, or why it cannot be downloaded; both null while it is being prepared. */
  copies: z.object({ capacity: z.nullable(CopyCapacity), failure: z.nullable(z.string()) }),
})
export type AdminRelease = z.output<typeof AdminRelease>

export const releasesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/mods/:id/releases',
    summary: 'List the releases of a mod, drafts first, then newest first',
    access: 'admin',
    params: idParams,
    response: z.array(AdminRelease),
    errors: ['mod.not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/mods/:id/releases',
    summary: 'Create a draft release from an uploaded archive',
    access: 'admin',
    params: idParams,
    body: z.strictObject({ uploadId: Id, ...words }),
    response: AdminRelease,
    errors: ['mod.not_found', 'upload.not_found', 'upload.unusable', 'upload.released', 'release.version_taken'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/admin/releases/:id',
    summary: 'Change the texts of a release, and the version of a draft',
    access: 'admin',
    params: idParams,
    body: z.strictObject(words),
    response: AdminRelease,
    errors: ['release.not_found', 'release.version_taken', 'release.version_is_fixed'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/admin/releases/:id/publish',
    summary: 'Publish a release now or at a given time; also restores a withdrawn one',
    access: 'admin',
    params: idParams,
    body: z.strictObject({ at: z.nullable(instant()) }),
    response: AdminRelease,
    errors: ['release.not_found', 'release.not_checked', 'release.already_published', 'upload.unusable'],
  }),
  unschedule: endpoint({
    method: 'DELETE',
    path: '/api/admin/releases/:id/publish',
    summary: 'Cancel the scheduled publication of a release',
    access: 'admin',
    params: idParams,
    response: AdminRelease,
    errors: ['release.not_found'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/admin/releases/:id/withdraw',
    summary: 'Withdraw a release; players get the previous one again',
    access: 'admin',
    params: idParams,
    response: AdminRelease,
    errors: ['release.not_found', 'release.not_published', 'release.only_one'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/releases/:id',
    summary: 'Remove a draft; its archive stays with the mod',
    access: 'admin',
    params: idParams,
    response: z.null(),
    errors: ['release.not_found', 'release.already_published'],
  }),
}
