import { promisify } from 'node:util'
import { crc32, type InflateRaw, inflateRaw, type ZlibOptions } from 'node:zlib'
import { EntryError, type FindingCode, findingOf } from './findings.ts'
import { MAX_READ_BYTES } from './limits.ts'
import type { ArchiveEntry } from './listing.ts'
import { type RangeSource, readExactly } from './source.ts'

export const LOCAL_HEADER_BYTES = 30
const LOCAL_HEADER = 0x04034b50
const SATURATED = 0xffffffff
const STORED = 0
const ENCRYPTED = 0x1
/** With this flag, the sizes come after the content. */
const HAS_DESCRIPTOR = 0x8
/** Room for extra fields that programs add only to the local header, so that one read is usually enough. */
const LIKELY_MORE_EXTRA_BYTES = 32

const unpack = promisify((bytes: Buffer, options: ZlibOptions, done: (error: Error | null, result: Unpacked) => void) =>
  // With `info`, zlib returns an object that its types do not show.
  inflateRaw(bytes, options, (error, result) => done(error, result as unknown as Unpacked)),
)
interface Unpacked {
  buffer: Buffer
  engine: InflateRaw
}

export const failure = (code: FindingCode, { name }: ArchiveEntry, cause?: unknown) =>
  new EntryError(findingOf(code, name), { cause })

/**
 * Reads the whole content of one entry. Throws an `EntryError` unless size and checksum are as declared, and a
 * `RangeError` if the entry declares more than may be read at once. Callers skip such entries.
 */
export const readEntry = async (
  source: RangeSource,
  entry: ArchiveEntry,
  { most = MAX_READ_BYTES, signal }: { most?: number; signal?: AbortSignal } = {},
) => {
  const packed = await readPacked(source, entry, most, signal)
  const bytes = entry.method === STORED ? packed : await inflated(packed, entry)
  if (bytes.length !== entry.size) throw failure('lying-size', entry)
  if (crc32(bytes) !== entry.crc) throw failure('damaged', entry)
  return bytes
}

const readPacked = async (source: RangeSource, entry: ArchiveEntry, most: number, signal?: AbortSignal) => {
  if (entry.size > most || entry.packedSize > most)
    throw new RangeError(`${entry.name} is larger than the ${most} bytes that may be read at once`)
  const { headerOffset, nameBytes, extraLength, packedSize, limit } = entry
  const likely = LOCAL_HEADER_BYTES + nameBytes.length + extraLength + LIKELY_MORE_EXTRA_BYTES + packedSize
  const bytes = await readExactly(source, headerOffset, Math.min(likely, limit - headerOffset), signal)
  const start = contentOffset(bytes, entry) - headerOffset
  const missing = start + packedSize - bytes.length
  if (missing <= 0) return bytes.subarray(start, start + packedSize)
  const rest = await readExactly(source, headerOffset + bytes.length, missing, signal)
  return Buffer.concat([bytes, rest]).subarray(start)
}

/** Where the content begins, after checking that the local header matches the directory. */
export const contentOffset = (header: Buffer, entry: ArchiveEntry) => {
  const { nameBytes, headerOffset, packedSize, limit } = entry
  const nameEnd = LOCAL_HEADER_BYTES + nameBytes.length
  const isSame =
    header.length >= nameEnd &&
    header.readUInt32LE(0) === LOCAL_HEADER &&
    header.readUInt16LE(8) === entry.method &&
    header.readUInt16LE(26) === nameBytes.length &&
    header.subarray(LOCAL_HEADER_BYTES, nameEnd).equals(nameBytes) &&
    hasSameFigures(header, entry)
  if (!isSame) throw failure('header-mismatch', entry)
  const start = headerOffset + nameEnd + header.readUInt16LE(28)
  if (start + packedSize > limit) throw failure('overlap', entry)
  return start
}

const hasSameFigures = (header: Buffer, { crc, packedSize, size }: ArchiveEntry) => {
  const flags = header.readUInt16LE(6)
  if ((flags & ENCRYPTED) > 0) return false
  if ((flags & HAS_DESCRIPTOR) > 0) return true
  return (
    header.readUInt32LE(14) === crc &&
    [packedSize, SATURATED].includes(header.readUInt32LE(18)) &&
    [size, SATURATED].includes(header.readUInt32LE(22))
  )
}

const inflated = async (packed: Buffer, entry: ArchiveEntry) => {
  const { buffer, engine } = await unpack(packed, { maxOutputLength: Math.max(1, entry.size), info: true }).catch(
    (error: unknown) => {
      throw failure(codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'lying-size' : 'damaged', entry, error)
    },
  )
  if (engine.bytesWritten !== packed.length) throw failure('damaged', entry)
  return buffer
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)
