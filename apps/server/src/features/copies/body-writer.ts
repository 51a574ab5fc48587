import type { Storage } from '#gateways/storage.ts'
import type { StoredPart } from '#gateways/storage-parts.ts'
import { createResumableHash } from './resumable-hash.ts'

/** Cloudflare R2 requires that all parts but the last have the same size. The largest archive has 512 parts. */
const PART_BYTES = 16 * 2 ** 20
const CONTENT_TYPE = 'application/octet-stream'

type Parts = Pick<Storage, 'beginParts' | 'putPart' | 'joinParts' | 'abortParts' | 'putPrivate'>

/** Streams bytes into one private object, with one part in memory at a time, and hashes them along the way. */
export const openBodyWriter = (storage: Parts, key: string) => {
  const hash = createResumableHash()
  const buffer = Buffer.allocUnsafe(PART_BYTES)
  const stored: StoredPart[] = []
  let filled = 0
  let storageUploadId: string | null = null

  const store = async () => {
    storageUploadId ??= await storage.beginParts(key, CONTENT_TYPE)
    stored.push(await storage.putPart({ key, storageUploadId }, stored.length + 1, buffer.subarray(0, filled)))
    filled = 0
  }

  return {
    write: async (bytes: Buffer) => {
      hash.update(bytes)
      for (let place = 0; place < bytes.length; ) {
        if (filled === PART_BYTES) await store()
        const copied = bytes.copy(buffer, filled, place)
        filled += copied
        place += copied
      }
    },
    /** Completes the object. Returns the state of its hash. */
    end: async () => {
      if (storageUploadId === null) await storage.putPrivate(key, buffer.subarray(0, filled), CONTENT_TYPE)
      else {
        await store()
        await storage.joinParts({ key, storageUploadId }, stored)
      }
      return hash.save()
    },
    /** Deletes the stored parts. Those of a killed process are swept after a day. */
    abort: async () => {
      if (storageUploadId !== null) await storage.abortParts('private', { key, storageUploadId })
    },
  }
}
