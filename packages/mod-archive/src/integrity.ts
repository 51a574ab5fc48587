import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { contentOffset, failure, LOCAL_HEADER_BYTES } from './content.ts'
import { collectFindings, EntryError, type Finding } from './findings.ts'
import type { ArchiveEntry, Listing } from './listing.ts'
import { type RangeSource, readExactly } from './source.ts'

const BLOCK_BYTES = 4 * 2 ** 20
const STORED = 0

interface Progress {
  /** Bytes of the archive, from its beginning. */
  readBytes: number
  ofBytes: number
}

/**
 * Reads every entry once and compares its size and checksum. Keeps two blocks in memory, whatever the size of the
 * archive. Returns the findings; an empty list means an intact archive.
 */
export const checkIntegrity = async (
  source: RangeSource,
  listing: Listing,
  { onProgress, signal }: { onProgress?: (progress: Progress) => void; signal?: AbortSignal } = {},
): Promise<Finding[]> => {
  if (listing.verdict === 'refused') throw new Error('a refused archive is not read')
  const findings = collectFindings()
  const window = createWindow(source, signal)
  const report = (readBytes: number) => onProgress?.({ readBytes, ofBytes: source.size })
  for (const entry of listing.entries.toSorted((a, b) => a.headerOffset - b.headerOffset)) {
    try {
      await checkEntry(window, entry, report, signal)
    } catch (error) {
      if (!(error instanceof EntryError)) throw error
      findings.add(error.finding.code, entry.name)
    }
  }
  report(source.size)
  return findings.list()
}

type Window = ReturnType<typeof createWindow>

/** Reads one block ahead, because entries are visited in the order of their position. */
const createWindow = (source: RangeSource, signal?: AbortSignal) => {
  let blocks: { number: number; bytes: Promise<Buffer> }[] = []
  const load = (number: number) => {
    const offset = number * BLOCK_BYTES
    const bytes = readExactly(source, offset, Math.min(BLOCK_BYTES, source.size - offset), signal)
    // The caller that needs the block gets the error. Possibly none does.
    bytes.catch(() => undefined)
    return { number, bytes }
  }
  const block = (number: number) => {
    const wanted = [number, number + 1].filter((one) => one * BLOCK_BYTES < source.size)
    blocks = wanted.map((one) => blocks.find((loaded) => loaded.number === one) ?? load(one))
    return blocks[0]?.bytes ?? Promise.resolve(Buffer.alloc(0))
  }
  /** The available bytes between `offset` and `end`. */
  const some = async (offset: number, end: number) => {
    const number = Math.floor(offset / BLOCK_BYTES)
    const start = number * BLOCK_BYTES
    return (await block(number)).subarray(offset - start, end - start)
  }
  const pieces = async function* (offset: number, end: number) {
    for (let place = offset; place < end; ) {
      const piece = await some(place, end)
      place += piece.length
      yield piece
    }
  }
  return { pieces }
}

const checkEntry = async (
  window: Window,
  entry: ArchiveEntry,
  report: (readBytes: number) => void,
  signal?: AbortSignal,
) => {
  const headerEnd = Math.min(entry.headerOffset + LOCAL_HEADER_BYTES + entry.nameBytes.length, entry.limit)
  const pieces: Buffer[] = []
  for await (const piece of window.pieces(entry.headerOffset, headerEnd)) pieces.push(piece)
  const header = Buffer.concat(pieces)
  const start = contentOffset(header, entry)
  const end = start + entry.packedSize
  const packed = async function* () {
    let place = start
    for await (const piece of window.pieces(start, end)) {
      yield piece
      place += piece.length
      report(place)
    }
  }
  const measured = await (entry.method === STORED ? measure(packed(), entry) : measureInflated(packed(), entry, signal))
  if (measured.size !== entry.size) throw failure('lying-size', entry)
  if (measured.crc !== entry.crc) throw failure('damaged', entry)
}

const measure = async (pieces: AsyncIterable<Buffer>, entry: ArchiveEntry) => {
  let size = 0
  let crc = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > entry.size) throw failure('lying-size', entry)
    crc = crc32(piece, crc)
  }
  return { size, crc }
}

const measureInflated = async (packed: AsyncIterable<Buffer>, entry: ArchiveEntry, signal?: AbortSignal) => {
  const inflate = createInflateRaw()
  let measured = { size: 0, crc: 0 }
  try {
    await pipeline(
      Readable.from(packed),
      inflate,
      async (pieces: AsyncIterable<Buffer>) => {
        measured = await measure(pieces, entry)
      },
      { signal },
    )
  } catch (error) {
    const isBroken = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isBroken ? failure('damaged', entry, error) : error
  }
  // zlib ignores bytes after the end of the compressed stream. We do not.
  if (inflate.bytesWritten !== entry.packedSize) throw failure('damaged', entry)
  return measured
}
