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
  /** Until when rolling back tells nobody; null if its owners have been told, or will not be. */
  announceAt: z.nullable(z.iso.datetime()),
  /** The release players get now. */
  isCurrent: z.boolean(),
  compatibility: z.array(Compatibility),
  /** How well its copies can be traced, or why it cannot be downloaded; both null while it is being prepared. */
  copies: z.object({ capacity: z.nullable(CopyCapacity), failure: z.nullable(z.string()) }),
})
export type AdminRelease = z.output<typeof AdminRelease>

const ReleaseContents = z.object({
  version: z.string(),
  fileCount: z.int(),
  unpackedBytes: z.int(),
  vehicles: z.array(z.object({ folder: z.string(), name: z.string() })),
})
export type ReleaseContents = z.output<typeof ReleaseContents>

/** What an administrator should know before publishing a release. */
export const PublishReview = z.object({
  /** Null if its archive has no report. */
  contents: z.nullable(ReleaseContents),
  /** The release that players have now; null without one, or without a report about its archive. */
  before: z.nullable(ReleaseContents),
  /** Vehicle folders that the release before does not have and nobody has confirmed. The first must be typed. */
  foreignFolders: z.array(z.string()),
  /** Announced game versions, newest first. */
  gameVersions: z.array(z.string()),
  /** Whether publishing tells its owners; a release that returns was announced before. */
  isNews: z.boolean(),
  /** How many people are told, and how many of them by mail. */
  owners: z.int(),
  mails: z.int(),
})
export type PublishReview = z.output<typeof PublishReview>

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
    needsProof: 'no: a draft',
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
    needsProof: 'no: a draft',
    params: idParams,
    body: z.strictObject(words),
    response: AdminRelease,
    errors: ['release.not_found', 'release.version_taken', 'release.version_is_fixed'],
  }),
  review: endpoint({
    method: 'GET',
    path: '/api/admin/releases/:id/publish',
    summary: 'What publishing a release would change, and how many people would be told',
    access: 'admin',
    params: idParams,
    response: PublishReview,
    errors: ['release.not_found'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/admin/releases/:id/publish',
    summary:
      'Publish a release now or at a given time; also restores a withdrawn one. Its owners are told minutes later',
    access: 'admin',
    needsProof: true,
    params: idParams,
    body: z.strictObject({
      at: z.nullable(instant()),
      /** Replace the changelog and the tested game versions of the release. */
      changes: z.optional(words.changes),
      gameVersions: z.optional(words.gameVersions),
      /** Nobody is told. */
      isQuiet: z.optional(z.boolean()),
      /** The folder of a vehicle that the last release does not have, typed to confirm it. */
      foreignFolder: z.optional(text(200)),
    }),
    response: AdminRelease,
    errors: [
      'release.not_found',
      'release.not_checked',
      'release.already_published',
      'release.foreign_vehicle',
      'upload.unusable',
    ],
  }),
  unschedule: endpoint({
    method: 'DELETE',
    path: '/api/admin/releases/:id/publish',
    summary: 'Cancel the scheduled publication of a release',
    access: 'admin',
    needsProof: 'no: stops mail',
    params: idParams,
    response: AdminRelease,
    errors: ['release.not_found'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/admin/releases/:id/withdraw',
    summary: 'Withdraw a release; players get the previous one again',
    access: 'admin',
    needsProof: 'no: owners get the previous one again',
    params: idParams,
    response: AdminRelease,
    errors: ['release.not_found', 'release.not_published', 'release.only_one'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/releases/:id',
    summary: 'Remove a draft; its archive stays with the mod',
    access: 'admin',
    needsProof: 'no: a draft',
    params: idParams,
    response: z.null(),
    errors: ['release.not_found', 'release.already_published'],
  }),
}
