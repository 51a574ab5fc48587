import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { startOperation } from '#features/operations/operations.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { fromStorage } from '#lib/from-storage.ts'
import { insertTrace } from './keep-trace.service.ts'
import { beginTrace, TRACE } from './trace.operation.ts'

/** The sweep removes files that are never traced. */
const FOLDER = 'incoming/traces/'
const SECONDS_TO_BEGIN = 15 * 60

/** A signed address for one leaked file of exactly this size. */
export const offerLeak = async (storage: Storage, sizeBytes: number) => {
  const key = `${FOLDER}${randomUUID()}`
  const contentType = 'application/octet-stream'
  return { key, url: await storage.presignUpload(key, { contentType, sizeBytes, expiresInSeconds: SECONDS_TO_BEGIN }) }
}

interface Leak {
  key: string
  fileName: string
  modId?: number | undefined
}

/** Queues the reading of an uploaded file. One is read at a time. */
export const startTrace = async (
  { db, storage }: { db: Db; storage: Storage },
  actorId: number,
  { key, fileName, modId }: Leak,
) => {
  const sizeBytes = key.startsWith(FOLDER) ? await fromStorage(storage.sizeOfPrivate(key)) : null
  if (!sizeBytes) throw new DomainError('traces.no_file')
  return inTransaction(db, async (tx) => {
    if (modId !== undefined) await requireMod(tx, modId)
    const id = await insertTrace(tx, { fileName, sizeBytes, modId, objectKey: key, startedBy: actorId })
    await startOperation(tx, TRACE, { actorId, cursor: beginTrace(id) })
    return { id }
  })
}

const requireMod = async (tx: Tx, modId: number) => {
  const [mod] = await tx.select({ id: mods.id }).from(mods).where(eq(mods.id, modId))
  if (!mod) throw new DomainError('mod.not_found')
}
