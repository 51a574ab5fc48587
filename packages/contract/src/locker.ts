import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParam } from './id.ts'
import { COMPATIBILITY_STATES } from './mods.ts'
import { Picture } from './picture.ts'
import { cursor, text } from './text.ts'

/** How long a download may take to begin after its address was given. */
export const DOWNLOAD_LINK_SECONDS = 60

export const REPORTS = ['works', 'broken'] as const

const LockerRelease = z.object({
  id: Id,
  version: z.string(),
  releasedAt: z.iso.datetime(),
  /** One sentence per change. */
  changes: z.array(z.string()),
  gameVersions: z.array(z.string()),
  sizeBytes: z.int(),
  sha256: z.string(),
})
export type LockerRelease = z.output<typeof LockerRelease>

export const LockerItem = z.object({
  modId: Id,
  title: z.string(),
  category: z.string(),
  categoryName: z.string(),
  picture: z.nullable(Picture),
  /** A mod taken from the store stays with its owners. */
  isForSale: z.boolean(),
  source: z.enum(['purchase', 'premium', 'grant']),
  since: z.iso.datetime(),
  /** Of a purchase. */
  orderNumber: z.nullable(z.string()),
  /** Until when its refund can be asked for; null where that is over. */
  refundUntil: z.nullable(z.iso.datetime()),
  /** What is downloaded; null while the mod has no release. */
  release: z.nullable(LockerRelease),
  /** What was downloaded last. */
  downloadedVersion: z.nullable(z.string()),
  hasUpdate: z.boolean(),
  /** Until when it is downloaded without renewing; null for ever. */
  freeUntil: z.nullable(z.iso.datetime()),
  isWindowOpen: z.boolean(),
  /** How the release stands with the game that players have now. */
  compatibility: z.nullable(z.enum(COMPATIBILITY_STATES)),
  /** What the owner said about it. */
  ownReport: z.nullable(z.enum(REPORTS)),
})
export type LockerItem = z.output<typeof LockerItem>

export const Locker = z.object({
  items: z.array(LockerItem),
  /** The version of the game that players have now. */
  gameVersion: z.nullable(z.string()),
  /** Whether an owner opens a new window alone. */
  renewals: z.enum(['one-click', 'ask-support']),
})
export type Locker = z.output<typeof Locker>

/** Copies that are made for their buyer may have to be waited for. */
export const Download = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('ready'),
    /** Works for DOWNLOAD_LINK_SECONDS, for whoever has it. */
    url: z.string(),
    fileName: z.string(),
    version: z.string(),
    sizeBytes: z.int(),
    sha256: z.string(),
  }),
  z.object({ state: z.literal('preparing') }),
])
export type Download = z.output<typeof Download>

export const DownloadNote = z.object({
  id: Id,
  modId: Id,
  title: z.string(),
  version: z.string(),
  at: z.iso.datetime(),
})
export type DownloadNote = z.output<typeof DownloadNote>

const modParams = z.strictObject({ modId: IdParam })

export const lockerApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/locker',
    summary: 'What one owns, the last one first',
    access: 'user',
    response: Locker,
  }),
  news: endpoint({
    method: 'GET',
    path: '/api/locker/news',
    summary: 'How many owned mods have an update that was not downloaded',
    access: 'user',
    response: z.object({ updates: z.int() }),
    poll: true,
  }),
  downloads: endpoint({
    method: 'GET',
    path: '/api/locker/downloads',
    summary: 'What one has downloaded, the last one first, page by page',
    access: 'user',
    query: z.strictObject({ after: cursor() }),
    response: z.object({ items: z.array(DownloadNote), next: z.nullable(z.string()) }),
    errors: ['request.invalid'],
  }),
  download: endpoint({
    method: 'POST',
    path: '/api/locker/:modId/download',
    summary: 'An address that downloads an owned mod, for a minute',
    access: 'user',
    params: modParams,
    /** Without one: the newest. */
    body: z.strictObject({ releaseId: z.optional(Id) }),
    response: Download,
    errors: ['locker.not_owned', 'locker.window_over', 'locker.no_file', 'storage.away'],
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api/locker/:modId/renew',
    summary: 'Opens a new window of downloads',
    access: 'user',
    params: modParams,
    response: LockerItem,
    errors: ['locker.not_owned', 'locker.ask_support'],
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/locker/:modId/report',
    summary: 'Says whether the newest release works with the game of today',
    access: 'user',
    params: modParams,
    body: z.strictObject({
      report: z.enum(REPORTS),
      note: z.optional(text(500, { multiline: true })),
    }),
    response: LockerItem,
    errors: ['locker.not_owned', 'locker.nothing_to_report'],
  }),
}
