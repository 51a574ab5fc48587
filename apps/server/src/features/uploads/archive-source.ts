import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RangeSource } from '@slipstream/mod-archive/source'
import type { Storage } from '#gateways/storage.ts'

const ATTEMPTS = 3
const WAIT_MS = 500
const BLOCK_BYTES = 4 * 2 ** 20

/**
 * An archive in the private bucket. A failed read is retried, so that one failure does not waste the thousand reads
 * before it.
 */
export const archiveSource = (
  storage: Pick<Storage, 'readPrivate'>,
  { objectKey, sizeBytes }: { objectKey: string; sizeBytes: number },
): RangeSource => {
  const read: RangeSource['read'] = async (offset, length, signal) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await storage.readPrivate(objectKey, offset, length, signal)
      } catch (error) {
        if (signal?.aborted || attempt === ATTEMPTS) throw error
        await sleep(WAIT_MS * attempt)
      }
    }
  }
  return { size: sizeBytes, read }
}

/** Hashes all bytes from first to last while reading, including those nobody requests. */
export const hashedSource = (source: RangeSource) => {
  const hash = createHash('sha256')
  let end = 0
  let order: Promise<unknown> = Promise.resolve()

  const skip = async (from: number, to: number, signal?: AbortSignal) => {
    for (let place = from; place < to; place += BLOCK_BYTES) {
      signal?.throwIfAborted()
      hash.update(await source.read(place, Math.min(BLOCK_BYTES, to - place), signal))
    }
  }
  /** A read ahead waits until all bytes before it are hashed, so no more than the requested range is in memory. */
  const read: RangeSource['read'] = (offset, length, signal) => {
    const from = end
    if (offset < from) throw new RangeError(`byte ${offset} was requested after byte ${from}`)
    const bytes = source.read(offset, length, signal)
    end = offset + length
    const counted = order.then(async () => {
      await skip(from, offset, signal)
      const piece = await bytes
      hash.update(piece)
      return piece
    })
    order = counted
    // The caller gets this error through `counted`.
    bytes.catch(() => undefined)
    return counted
  }
  return {
    size: source.size,
    read,
    digest: async (signal?: AbortSignal) => {
      await order
      await skip(end, source.size, signal)
      return hash.digest('hex')
    },
  }
}
