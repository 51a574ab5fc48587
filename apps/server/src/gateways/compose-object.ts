import type { Storage } from './storage.ts'

const MIB = 2 ** 20
const GIB = 2 ** 30
/** S3 accepts smaller parts only at the end. */
const LEAST_PART_BYTES = 5 * MIB
/** The most that S3 copies in one call. */
const MOST_PART_BYTES = 5 * GIB

interface Composition {
  key: string
  body: { key: string; sizeBytes: number }
  tail: Buffer
}

/**
 * Stores an object that begins with the bytes of another private object and ends with the given ones. The body is copied
 * within the storage. Nothing is left behind if a call fails; composing the same again is harmless.
 */
export const composeObject = async (storage: Storage, { key, body, tail }: Composition) => {
  if (body.sizeBytes < LEAST_PART_BYTES) {
    const bytes = body.sizeBytes > 0 ? await storage.readPrivate(body.key, 0, body.sizeBytes) : Buffer.alloc(0)
    await storage.putPrivate(key, Buffer.concat([bytes, tail]), 'application/zip')
    return
  }
  const begun = { key, storageUploadId: await storage.beginParts(key) }
  try {
    const ranges = copyRanges(body.sizeBytes)
    const copied = await Promise.all(
      ranges.map((range, at) => storage.copyPart(begun, at + 1, { key: body.key, ...range })),
    )
    const last = await storage.putPart(begun, ranges.length + 1, tail)
    await storage.joinParts(begun, [...copied, last])
  } catch (error) {
    await storage.abortParts('private', begun)
    throw error
  }
}

/** As few parts as possible, of almost the same size, so that none is too small. */
const copyRanges = (sizeBytes: number) => {
  const count = Math.ceil(sizeBytes / MOST_PART_BYTES)
  const length = Math.ceil(sizeBytes / count)
  return Array.from({ length: count }, (_, at) => {
    const offset = at * length
    return { offset, length: Math.min(length, sizeBytes - offset) }
  })
}
