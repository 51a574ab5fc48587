import { createHash } from 'node:crypto'
import { listMigrations } from '@slipstream/db/migrate'
import { dumpDatabase } from '#gateways/pg-tools.ts'
import type { Storage } from '#gateways/storage.ts'
import type { StoredPart } from '#gateways/storage-parts.ts'
import { encryptStream } from '#lib/age/age-stream.ts'
import { STORE_VERSION } from '#lib/store-version.ts'
import { dumpKey, type Manifest } from './manifests.ts'
import { connect, hashTables } from './table-hashes.ts'

export interface DumpParts {
  databaseUrl: string
  storage: Storage
}

interface Wanted {
  id: string
  recipients: readonly Buffer[]
  signal: AbortSignal
  report: (bytes: number) => void
}

/** The size of every part but the last. One part at a time is held in memory. */
const PART_BYTES = 16 * 1_024 * 1_024

/**
 * Dumps one snapshot of the database, encrypts it and uploads it to the storage in parts. The object appears only once
 * pg_dump has reported success.
 */
export const makeDump = async ({ databaseUrl, storage }: DumpParts, wanted: Wanted) => {
  const { id, signal } = wanted
  await abortBegun(storage, id)
  const client = await connect(databaseUrl)
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const dump = dumpDatabase(databaseUrl, rows[0]?.snapshot ?? '', signal)
    const [sent, tables] = await Promise.all([
      send(storage, wanted, encryptStream(dump.bytes, wanted.recipients), dump.ended),
      hashTables(client, signal),
    ])
    const schema = (await listMigrations()).at(-1) ?? ''
    return { ...sent, tables, schema, storeVersion: STORE_VERSION } satisfies Partial<Manifest>
  } finally {
    await client.end()
  }
}

const send = async (
  storage: Storage,
  { id, report }: Wanted,
  source: AsyncIterable<Buffer>,
  complete: Promise<void>,
) => {
  const key = dumpKey(id)
  const begun = { key, storageUploadId: await storage.beginParts(key, 'application/octet-stream') }
  const hash = createHash('sha256')
  const parts: StoredPart[] = []
  let held: Buffer[] = []
  let bytes = 0
  let heldBytes = 0
  const flush = async () => {
    const part = Buffer.concat(held)
    held = []
    heldBytes = 0
    parts.push(await storage.putPart(begun, parts.length + 1, part))
  }
  for await (const chunk of source) {
    hash.update(chunk)
    held.push(chunk)
    heldBytes += chunk.length
    bytes += chunk.length
    if (heldBytes >= PART_BYTES) await flush()
    report(bytes)
  }
  if (heldBytes > 0) await flush()
  // An interrupted dump ends its stream too. Only the exit code tells whether it is complete.
  await complete
  await storage.joinParts(begun, parts)
  const stored = await storage.sizeOfPrivate(key)
  if (stored !== bytes) throw new Error(`the storage has ${String(stored)} of ${bytes} bytes`)
  return { bytes, sha256: hash.digest('hex') }
}

/** Parts that a killed run left behind cost money and are of no use. */
export const abortBegun = async (storage: Storage, id: string) => {
  for await (const page of storage.listBegun('private')) {
    for (const begun of page) if (begun.key === dumpKey(id)) await storage.abortParts('private', begun)
  }
}
