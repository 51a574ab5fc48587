import * as z from 'zod'
import type { Storage } from '#gateways/storage.ts'

/** Stored beside each backup: all that is needed to restore it on an empty machine, except the owner's key. */
const Manifest = z.object({
  version: z.literal(1),
  id: z.string(),
  createdAt: z.iso.datetime(),
  bytes: z.number().int(),
  sha256: z.string(),
  /** The public key of the owner. */
  recipient: z.string(),
  storeVersion: z.string(),
  /** The name of the last migration. */
  schema: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.number().int(), hash: z.string() })),
  provenAt: z.iso.datetime().nullable(),
})
export type Manifest = z.output<typeof Manifest>

const FOLDER = 'backups/'
const MANIFEST = '/manifest.json'
const ID = /^\d{8}-\d{6}-[0-9a-f]{8}$/

export const dumpKey = (id: string) => `${FOLDER}${id}/dump.age`
const manifestKey = (id: string) => `${FOLDER}${id}${MANIFEST}`

export const writeManifest = (storage: Storage, manifest: Manifest) =>
  storage.putPrivate(manifestKey(manifest.id), Buffer.from(JSON.stringify(manifest, null, 2)), 'application/json')

/** Null if the backup does not exist. */
export const readManifest = async (storage: Storage, id: string): Promise<Manifest | null> => {
  if (!ID.test(id)) return null
  const size = await storage.sizeOfPrivate(manifestKey(id))
  if (size === null) return null
  return Manifest.parse(JSON.parse((await storage.readPrivate(manifestKey(id), 0, size)).toString()))
}

/** Newest first. */
export const listManifests = async (storage: Storage): Promise<Manifest[]> => {
  const ids: string[] = []
  for await (const page of storage.list('private', FOLDER)) {
    for (const { key } of page) {
      if (key.endsWith(MANIFEST)) ids.push(key.slice(FOLDER.length, -MANIFEST.length))
    }
  }
  const manifests: Manifest[] = []
  for (const id of ids.sort().reverse()) {
    const manifest = await readManifest(storage, id)
    if (manifest) manifests.push(manifest)
  }
  return manifests
}

/** Deletes the manifest last, so that an interrupted removal is found again. */
export const removeBackup = async (storage: Storage, id: string) => {
  await storage.remove('private', dumpKey(id))
  await storage.remove('private', manifestKey(id))
}

const READ_BYTES = 8 * 1_024 * 1_024

/** Streams the encrypted file. */
export async function* readDump(storage: Storage, { id, bytes }: Manifest, report: (bytes: number) => void = () => {}) {
  for (let offset = 0; offset < bytes; offset += READ_BYTES) {
    yield await storage.readPrivate(dumpKey(id), offset, READ_BYTES)
    report(Math.min(offset + READ_BYTES, bytes))
  }
}
