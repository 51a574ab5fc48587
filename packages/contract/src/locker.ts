import * as z from 'zod/mini'
import { COPY_STEPS } from './copy-capacity.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParam } from './id.ts'
import { COMPATIBILITY_STATES } from './mods.ts'
import { pageOf } from './page.ts'
import { Picture } from './picture.ts'
import { cursor, text } from './text.ts'

/** How long a download URL is valid. The download must begin by then. */
export const DOWNLOAD_LINK_SECONDS = 60

/** Links that one account gets in 24 hours. */
export const DOWNLOADS_PER_DAY = 300

export const REPORTS = ['works', 'broken'] as const

const LockerRelease = z.object({
  id: Id,
  version: z.string(),
  releasedAt: z.iso.datetime(),
  /** One sentence per change. */
  changes: z.array(z.string()),
  gameVersions: z.array(z.string()),
  sizeBytes: z.int(),
  /** The hash of the person's own copy, which differs for every copy; null until it is made. */
  sha256: z.nullable(z.string()),
})
export type LockerRelease = z.output<typeof LockerRelease>

export const LockerItem = z.object({
  modId: Id,
  title: z.string(),
  category: z.string(),
  categoryName: z.string(),
  picture: z.nullable(Picture),
  /** A mod removed from the store stays with its owners. */
  isForSale: z.boolean(),
  source: z.enum(['purchase', 'premium', 'grant']),
  /** Null for a mod that comes with Premium. */
  since: z.nullable(z.iso.datetime()),
  /** Null unless the mod was purchased. */
  orderNumber: z.nullable(z.string()),
  /** Until when a refund can be requested; null when that period is over. */
  refundUntil: z.nullable(z.iso.datetime()),
  /** The release to download; null while the mod has none. */
  release: z.nullable(LockerRelease),
  /** The release downloaded last. */
  downloadedVersion: z.nullable(z.string()),
  hasUpdate: z.boolean(),
  /** When the download window ends unless it is renewed; null if it never ends. */
  freeUntil: z.nullable(z.iso.datetime()),
  /** Whether it can be downloaded now: the window is open, or Premium includes the mod. */
  isWindowOpen: z.boolean(),
  /** The end of the Premium that includes it now; null if it is not included. */
  premiumUntil: z.nullable(z.iso.datetime()),
  /** The state of the release for the current game version. */
  compatibility: z.nullable(z.enum(COMPATIBILITY_STATES)),
  /** The owner's own report. */
  ownReport: z.nullable(z.enum(REPORTS)),
})
export type LockerItem = z.output<typeof LockerItem>

export const Locker = z.object({
  items: z.array(LockerItem),
  /** The game version that players have now. */
  gameVersion: z.nullable(z.string()),
  /** When the person's Premium ends or has ended; null if they never had it. */
  premiumExpiresAt: z.nullable(z.iso.datetime()),
  /** Whether owners can renew the window themselves. */
  renewals: z.enum(['one-click', 'ask-support']),
})
export type Locker = z.output<typeof Locker>

/** Every copy is made for its owner, which may take a while. */
export const Download = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('ready'),
    /** Works for DOWNLOAD_LINK_SECONDS, for anyone who has it. */
    url: z.string(),
    fileName: z.string(),
    version: z.string(),
    sizeBytes: z.int(),
    sha256: z.string(),
  }),
  z.object({ state: z.literal('preparing'), step: z.enum(COPY_STEPS) }),
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
    summary: 'List your mods, newest first, and those your Premium includes',
    access: 'user',
    response: Locker,
  }),
  news: endpoint({
    method: 'GET',
    path: '/api/locker/news',
    summary: 'Count your mods with an update you have not downloaded',
    access: 'user',
    response: z.object({ updates: z.int() }),
    poll: true,
  }),
  downloads: endpoint({
    method: 'GET',
    path: '/api/locker/downloads',
    summary: 'List your downloads, newest first',
    access: 'user',
    query: z.strictObject({ after: cursor() }),
    response: pageOf(DownloadNote),
  }),
  download: endpoint({
    method: 'POST',
    path: '/api/locker/:modId/download',
    summary: 'Get a download URL for your copy of an owned or included mod, or have the copy made',
    access: 'user',
    owned: true,
    params: modParams,
    body: z.strictObject({
      /** Defaults to the newest. */
      releaseId: z.optional(Id),
      /** For polls after the first request: a failed copy is reported instead of retried. */
      isWaiting: z.optional(z.boolean()),
    }),
    response: Download,
    errors: [
      'locker.not_owned',
      'locker.window_over',
      'locker.premium_over',
      'locker.no_file',
      'locker.not_deliverable',
      'locker.copy_failed',
      'storage.away',
    ],
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api/locker/:modId/renew',
    summary: 'Renew the download window',
    access: 'user',
    owned: true,
    params: modParams,
    response: LockerItem,
    errors: ['locker.not_owned', 'locker.ask_support'],
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/locker/:modId/report',
    summary: 'Report whether the newest release works with the current game version',
    access: 'user',
    owned: true,
    params: modParams,
    body: z.strictObject({
      report: z.enum(REPORTS),
      note: z.optional(text(500, { multiline: true })),
    }),
    response: LockerItem,
    errors: ['locker.not_owned', 'locker.nothing_to_report'],
  }),
}
