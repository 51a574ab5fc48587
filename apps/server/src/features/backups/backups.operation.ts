import { randomBytes } from 'node:crypto'
import { BACKUPS_KEPT } from '@slipstream/contract/backups'
import { DAY_MS } from '@slipstream/contract/durations'
import { declareOperation, type OperationKind, type Run, type Step } from '#features/operations/operation.ts'
import type { Encryption } from '#features/auth/encryption.ts'
import { identityText, newIdentity, publicBytesOf, readIdentity, readRecipient } from '#lib/age/age-keys.ts'
import { decryptStream } from '#lib/age/age-stream.ts'
import { abortBegun, type DumpParts, makeDump } from './make-dump.ts'
import { listManifests, type Manifest, readDump, readManifest, removeBackup, writeManifest } from './manifests.ts'
import { DatabaseFull, explainFull } from './out-of-space.ts'
import { dropScratch, hashRestored } from './scratch-database.ts'
import { differingTables } from './table-hashes.ts'

export interface BackupParts extends DumpParts {
  /** Null if the store makes no backups. */
  backupKey: string | null
  encryption: Encryption
}

export const BACKUP: OperationKind = { kind: 'backup', title: 'Backup', unit: 'bytes' }

interface Cursor {
  phase: 'dump' | 'prove' | 'retire'
  id: string
  /** A key for this backup alone, encrypted with the store's secret. Dropped when the backup is proven. */
  proofKey?: string
}

type BackupRun = Run<Cursor>

export const beginBackup = (now = new Date()): Cursor => {
  const [day = '', time = ''] = now.toISOString().replaceAll(/[-:]/g, '').split(/[T.]/)
  return { phase: 'dump', id: `${day}-${time}-${randomBytes(4).toString('hex')}` }
}

/**
 * A backup counts only when its stored file was read back, restored and compared. The store cannot read the owner's
 * backups, so each one is also encrypted for a temporary key that is dropped after this check.
 */
export const backupOperation = (parts: BackupParts) =>
  declareOperation<Cursor>({
    ...BACKUP,
    step: (run) =>
      STEPS[run.cursor.phase](parts, run).catch((error: unknown) => {
        throw explainFull(error)
      }),
    abandon: async ({ phase, id }, error) => {
      if (phase === 'retire') return
      await dropScratch(parts.databaseUrl, id)
      // A complete dump that could not be checked for lack of space is better than no backup.
      if (phase === 'prove' && error instanceof DatabaseFull) return
      await abortBegun(parts.storage, id)
      await removeBackup(parts.storage, id)
    },
  })

const dump = async (parts: BackupParts, { cursor: { id }, signal, report }: BackupRun): Promise<Step<Cursor>> => {
  const { backupKey, storage, encryption } = parts
  const owner = backupKey && readRecipient(backupKey)
  if (!owner) throw new Error('BACKUP_PUBLIC_KEY is not set')
  const proof = newIdentity()
  const made = await makeDump(parts, {
    id,
    signal,
    recipients: [owner, publicBytesOf(proof)],
    report: (done) => report({ done, total: null, message: 'Dumping the database' }),
  })
  const createdAt = new Date().toISOString()
  await writeManifest(storage, { version: 1, id, createdAt, recipient: backupKey, provenAt: null, ...made })
  return {
    cursor: { phase: 'prove', id, proofKey: encryption.encrypt(identityText(proof)) },
    done: 0,
    total: made.bytes,
    message: 'Restoring it into a scratch database',
  }
}

const prove = async (
  parts: BackupParts,
  { cursor: { id, proofKey }, signal, report }: BackupRun,
): Promise<Step<Cursor>> => {
  const { storage, databaseUrl, encryption } = parts
  const manifest = await readManifest(storage, id)
  const identity = proofKey === undefined ? null : readIdentity(encryption.decrypt(proofKey))
  if (!manifest || !identity) throw new Error('the backup to prove is gone')
  const { bytes } = manifest
  const file = readDump(storage, manifest, (done) =>
    report({ done, total: bytes, message: 'Restoring it into a scratch database' }),
  )
  const restored = await hashRestored(databaseUrl, id, decryptStream(file, identity), signal)
  const differing = differingTables(manifest.tables, restored)
  if (differing.length > 0) throw new Error(`the restored copy differs in ${differing.join(', ')}`)
  await writeManifest(storage, { ...manifest, provenAt: new Date().toISOString() })
  return { cursor: { phase: 'retire', id }, done: bytes, total: bytes, message: 'Removing old backups' }
}

const retire = async ({ storage }: BackupParts, { cursor: { id } }: BackupRun): Promise<Step<Cursor>> => {
  const all = await listManifests(storage)
  for (const old of retired(all)) await removeBackup(storage, old.id)
  const own = all.find((one) => one.id === id)
  return { result: { id, bytes: own?.bytes ?? 0 }, message: 'Stored, restored and compared' }
}

const STEPS = { dump, prove, retire }

/** An unproven backup is kept for a while, because the owner may check it by hand. */
const UNPROVEN_MS = 7 * DAY_MS

/** The backups to delete: older proven ones and old unproven ones. None as long as no backup is proven. */
export const retired = (newestFirst: readonly Manifest[], now = Date.now()) => {
  const proven = newestFirst.filter(({ provenAt }) => provenAt !== null)
  if (proven.length === 0) return []
  const tooOld = new Set(proven.slice(BACKUPS_KEPT))
  return newestFirst.filter(
    (one) => tooOld.has(one) || (one.provenAt === null && now - Date.parse(one.createdAt) > UNPROVEN_MS),
  )
}
