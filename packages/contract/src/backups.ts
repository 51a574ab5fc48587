import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NUMBER_SERIES } from './number-series.ts'
import { OperationView } from './operations.ts'
import { filledText } from './text.ts'

export const Backup = z.object({
  /** The backup's time and a random suffix: `20261116-104500-3f9a2b1c`. */
  id: z.string(),
  createdAt: z.iso.datetime(),
  bytes: z.int(),
  /** How much smaller it is than the one before, in percent, if that is suspicious. */
  shrunkBy: z.nullable(z.int()),
  /** How many rows it contains. */
  rows: z.int(),
  /** The latest migration of the database at that time. */
  schema: z.string(),
  /** When the stored file was restored into a scratch database and every table was equal; null if it was not. */
  provenAt: z.nullable(z.iso.datetime()),
})
export type Backup = z.output<typeof Backup>

/** Numbers that stay unused, because they may have been issued by the store that a backup has replaced. */
export const NumberGap = z.object({
  series: z.enum(NUMBER_SERIES),
  /** Zero for a series that does not restart every year. */
  year: z.int(),
  first: z.int(),
  last: z.int(),
  reason: z.string(),
  at: z.iso.datetime(),
})
export type NumberGap = z.output<typeof NumberGap>

export const BackupList = z.object({
  /** The owner’s public key; null if the store has none and makes no backups. */
  publicKey: z.nullable(z.string()),
  /** Newest first. */
  backups: z.array(Backup),
  /** What the restores so far have left out, newest first. */
  gaps: z.array(NumberGap),
})
export type BackupList = z.output<typeof BackupList>

/** The archive of the write-ahead log, from which any second of the last weeks can be restored. */
export const ArchiveState = z.object({
  /** Whether PostgreSQL archives at all. */
  isOn: z.boolean(),
  /** Whether the last attempt failed. */
  isFailing: z.boolean(),
  lastArchivedAt: z.nullable(z.iso.datetime()),
  /** PostgreSQL’s name of the last archived segment. */
  lastSegment: z.nullable(z.string()),
  lastBackup: z.nullable(
    z.object({
      label: z.string(),
      kind: z.enum(['full', 'diff', 'incr']),
      finishedAt: z.iso.datetime(),
      /** The size of the database, and what the backup added to the object storage. */
      bytes: z.int(),
      storedBytes: z.int(),
    }),
  ),
  /** The last restore into a spare cluster. */
  lastDrill: z.nullable(
    z.object({
      finishedAt: z.iso.datetime(),
      /** How long a change took to reach the object storage. */
      gapSeconds: z.nullable(z.int()),
      restoreSeconds: z.nullable(z.int()),
      bytes: z.nullable(z.int()),
      /** Null if it passed. */
      failure: z.nullable(z.string()),
    }),
  ),
})
export type ArchiveState = z.output<typeof ArchiveState>

/** How many proven backups are kept. The last proven one is never deleted. */
export const BACKUPS_KEPT = 14

/** A backup smaller than this share of the one before has probably lost something. */
const LEAST_SHARE = 0.5

/** How much smaller a backup is than the one before, in percent, if that is suspicious; otherwise null. */
export const shrunkPercent = (bytes: number, before: number | undefined) =>
  before === undefined || bytes >= LEAST_SHARE * before ? null : Math.round((1 - bytes / before) * 100)

export const backupsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/backups',
    summary: 'List the stored backups, newest first',
    access: 'admin',
    response: BackupList,
    errors: ['backup.storage_away'],
  }),
  archive: endpoint({
    method: 'GET',
    path: '/api/admin/backups/archive',
    summary: 'Show how far the archive of the database’s log is, its last base backup and its last drill',
    access: 'admin',
    response: ArchiveState,
    errors: [],
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/admin/backups',
    summary: 'Start a backup in the worker',
    access: 'admin',
    needsProof: true,
    response: OperationView,
    errors: ['operation.running', 'backup.no_key'],
  }),
  download: endpoint({
    method: 'POST',
    path: '/api/admin/backups/:id/download',
    summary: 'Sign an address that downloads a backup',
    access: 'admin',
    needsProof: true,
    params: z.strictObject({ id: filledText(40) }),
    response: z.object({ url: z.string() }),
    errors: ['backup.gone', 'backup.storage_away'],
  }),
}
