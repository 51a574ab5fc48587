import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RangeSource } from '@slipstream/mod-archive/source'
import type { Storage } from '#gateways/storage.ts'

const ATTEMPTS = 3
const WAIT_MS = 500
const BLOCK_BYTES = 4 * 2 ** 20

/** An archive where it lies in the private bucket. One read that breaks off does not spoil the thousand before it. */
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

/** Reads on while it takes the checksum of all bytes from the first to the last, those nobody asks for included. */
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
  /** Who reads ahead waits until his bytes were counted: no more than he asked for is in memory. */
  const read: RangeSource['read'] = (offset, length, signal) => {
    const from = end
    if (offset < from) throw new RangeError(`byte ${offset} is asked for after byte ${from}`)
    const bytes = source.read(offset, length, signal)
    end = offset + length
    const counted = order.then(async () => {
      await skip(from, offset, signal)
      const piece = await bytes
      hash.update(piece)
      return piece
    })
    order = counted
    // Told to who asked.
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
