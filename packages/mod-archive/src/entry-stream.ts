import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import type { BlockWindow } from './block-window.ts'
import { contentOffset, failure, LOCAL_HEADER_BYTES } from './content.ts'
import type { ArchiveEntry } from './listing.ts'

const STORED = 0

interface StreamOptions {
  /** Gets the packed bytes as they are read, with the archive position after them. */
  take?: (piece: Buffer, place: number) => void | Promise<void>
  /** Gets the content, never more than declared. It is verified only after all of it was read. */
  takeContent?: ((piece: Buffer) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Reads an entry of any size in pieces. Throws an `EntryError` unless its size and checksum are as declared. */
export const streamEntry = async (window: BlockWindow, entry: ArchiveEntry, options: StreamOptions) => {
  const { take } = options
  const headerEnd = Math.min(entry.headerOffset + LOCAL_HEADER_BYTES + entry.nameBytes.length, entry.limit)
  const pieces: Buffer[] = []
  for await (const piece of window.pieces(entry.headerOffset, headerEnd)) pieces.push(piece)
  const start = contentOffset(Buffer.concat(pieces), entry)
  const end = start + entry.packedSize
  const packed = async function* () {
    let place = start
    for await (const piece of window.pieces(start, end)) {
      place += piece.length
      await take?.(piece, place)
      yield piece
    }
  }
  const measured = await (entry.method === STORED
    ? measure(packed(), entry, options)
    : inflate(packed(), entry, options))
  if (measured.size !== entry.size) throw failure('lying-size', entry)
  if (measured.crc !== entry.crc) throw failure('damaged', entry)
}

const measure = async (pieces: AsyncIterable<Buffer>, entry: ArchiveEntry, { takeContent }: StreamOptions) => {
  let size = 0
  let crc = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > entry.size) throw failure('lying-size', entry)
    crc = crc32(piece, crc)
    takeContent?.(piece)
  }
  return { size, crc }
}

const inflate = async (packed: AsyncIterable<Buffer>, entry: ArchiveEntry, options: StreamOptions) => {
  const inflater = createInflateRaw()
  let measured = { size: 0, crc: 0 }
  try {
    await pipeline(
      Readable.from(packed),
      inflater,
      async (pieces: AsyncIterable<Buffer>) => {
        measured = await measure(pieces, entry, options)
      },
      { signal: options.signal },
    )
  } catch (error) {
    const isBroken = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isBroken ? failure('damaged', entry, error) : error
  }
  // zlib ignores bytes after the end of the compressed stream. We do not.
  if (inflater.bytesWritten !== entry.packedSize) throw failure('damaged', entry)
  return measured
}
