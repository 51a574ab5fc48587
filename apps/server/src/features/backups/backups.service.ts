import { desc } from 'drizzle-orm'
import { type BackupList, shrunkPercent } from '@slipstream/contract/backups'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { numberGaps } from '@slipstream/db/tables/backups'
import { recordChange } from '#features/audit/audit.service.ts'
import { startOperation } from '#features/operations/operations.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { BACKUP, beginBackup } from './backups.operation.ts'
import { dumpKey, listManifests, type Manifest, readManifest } from './manifests.ts'

interface Parts {
  db: Db
  storage: Storage
  backupKey: string | null
}

const DOWNLOAD_SECONDS = 60

const orAway = async <T>(ask: Promise<T>): Promise<T> => {
  try {
    return await ask
  } catch (error) {
    throw new DomainError('backup.storage_away', { cause: error })
  }
}

export const listBackups = async ({ db, storage, backupKey }: Parts): Promise<BackupList> => ({
  publicKey: backupKey,
  backups: (await orAway(listManifests(storage))).map((one, place, all) => toBackup(one, all[place + 1])),
  gaps: await listGaps(db),
})

/** There are a few for each restore of the store. */
const MOST_GAPS = 200

const listGaps = async (db: Db) => {
  const rows = await db.select().from(numberGaps).orderBy(desc(numberGaps.id)).limit(MOST_GAPS)
  return rows.map(({ series, year, firstPlace, lastPlace, reason, createdAt }) => ({
    ...{ series, year, first: firstPlace, last: lastPlace, reason },
    at: createdAt.toISOString(),
  }))
}

const toBackup = ({ id, createdAt, bytes, schema, provenAt, tables }: Manifest, before: Manifest | undefined) => ({
  id,
  createdAt,
  bytes,
  shrunkBy: shrunkPercent(bytes, before?.bytes),
  schema,
  provenAt,
  rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
})

export const startBackup = (tx: Tx, backupKey: string | null, actorId: number | null) => {
  if (backupKey === null) throw new DomainError('backup.no_key')
  return startOperation(tx, BACKUP, { actorId, cursor: beginBackup() })
}

/** Does nothing if a backup is already running or the store has no key. */
export const startNightlyBackup = async (tx: Tx, backupKey: string | null) => {
  if (backupKey === null) return
  try {
    await startBackup(tx, backupKey, null)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'operation.running') throw error
  }
}

/** The browser gets the encrypted file directly from the storage. */
export const signDownload = async ({ db, storage }: Parts, actorId: number, id: string) => {
  const manifest = await orAway(readManifest(storage, id))
  if (!manifest) throw new DomainError('backup.gone')
  await inTransaction(db, (tx) =>
    recordChange(tx, {
      actorId,
      action: 'download',
      subject: 'backup',
      subjectId: id,
      subjectName: id,
      after: { bytes: manifest.bytes },
    }),
  )
  const fileName = `slipstream-${id}.dump.age`
  return { url: await storage.presignDownload(dumpKey(id), { fileName, expiresInSeconds: DOWNLOAD_SECONDS }) }
}
