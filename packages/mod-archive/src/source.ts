import { open } from 'node:fs/promises'

/** Random access to bytes: a file, a buffer, an object in a bucket. */
export interface RangeSource {
  readonly size: number
  /** Exactly `length` bytes from `offset` on; rejects otherwise. */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>
}

export const bufferSource = (bytes: Uint8Array): RangeSource => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})

/** The caller closes it. */
export const openFile = async (path: string): Promise<RangeSource & { close(): Promise<void> }> => {
  const file = await open(path)
  const { size } = await file.stat()
  return {
    size,
    read: async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    },
    close: () => file.close(),
  }
}

/** Never requests bytes out of range and never accepts fewer than requested. */
export const readExactly = async (source: RangeSource, offset: number, length: number, signal?: AbortSignal) => {
  signal?.throwIfAborted()
  if (offset < 0 || length < 0 || offset + length > source.size)
    throw new RangeError(`bytes ${offset} to ${offset + length} are not within ${source.size}`)
  if (length === 0) return Buffer.alloc(0)
  const bytes = await source.read(offset, length, signal)
  if (bytes.length !== length) throw new Error(`the source gave ${bytes.length} of ${length} bytes at ${offset}`)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
