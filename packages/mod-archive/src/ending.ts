import type { FindingCode } from './findings.ts'
import { type RangeSource, readExactly } from './source.ts'

const END = 0x06054b50
const END_BYTES = 22
const LOCATOR64 = 0x07064b50
const LOCATOR64_BYTES = 20
const END64 = 0x06064b50
const END64_BYTES = 56
const LONGEST_COMMENT = 0xffff
const FIRST_ENTRY = 0x04034b50

/** Covers every possible ending, and the whole directory of an archive with a few hundred entries. */
const TAIL_BYTES = END64_BYTES + LOCATOR64_BYTES + END_BYTES + LONGEST_COMMENT

export interface Tail {
  /** Its offset in the archive. */
  start: number
  bytes: Buffer
}

export interface Ending {
  entryCount: number
  directoryOffset: number
  directoryBytes: number
  /** Where the directory must end, because the next record begins there. */
  directoryEnd: number
}

/** Why no usable end record was found. */
interface NoEnding {
  code: FindingCode
  detail?: string
}

export const readTail = async (source: RangeSource, signal?: AbortSignal): Promise<Tail> => {
  const length = Math.min(source.size, TAIL_BYTES)
  const start = source.size - length
  return { start, bytes: await readExactly(source, start, length, signal) }
}

export const readEnding = async (source: RangeSource, tail: Tail, signal?: AbortSignal): Promise<Ending | NoEnding> => {
  const place = findEnd(tail.bytes)
  if (place === null) return { code: await whatIsMissing(source, signal) }
  if (typeof place !== 'number') return place

  const { bytes } = tail
  const ending = {
    entryCount: bytes.readUInt16LE(place + 10),
    directoryBytes: bytes.readUInt32LE(place + 12),
    directoryOffset: bytes.readUInt32LE(place + 16),
    directoryEnd: tail.start + place,
  }
  const locator = place - LOCATOR64_BYTES
  if (locator >= 0 && bytes.readUInt32LE(locator) === LOCATOR64) return readEnd64(source, tail, locator, ending, signal)
  const isOneOfSeveral = bytes.readUInt16LE(place + 4) > 0 || bytes.readUInt16LE(place + 6) > 0
  return isOneOfSeveral ? { code: 'multi-part' } : ending
}

/** The last end record is valid if its comment reaches exactly to the last byte and no other record's comment does. */
const findEnd = (bytes: Buffer): number | null | NoEnding => {
  const found: { place: number; after: number }[] = []
  for (let place = bytes.length - END_BYTES; place >= 0; place--) {
    if (bytes.readUInt32LE(place) !== END) continue
    found.push({ place, after: bytes.length - place - END_BYTES - bytes.readUInt16LE(place + 20) })
  }
  const [last, ...others] = found
  if (others.some(({ after }) => after === 0)) return { code: 'ambiguous-ending' }
  if (!last || last.after < 0) return null
  return last.after === 0 ? last.place : { code: 'bytes-after', detail: last.after.toLocaleString('en-US') }
}

const whatIsMissing = async (source: RangeSource, signal?: AbortSignal): Promise<FindingCode> => {
  if (source.size < 4) return 'not-a-zip'
  const start = await readExactly(source, 0, 4, signal)
  return start.readUInt32LE(0) === FIRST_ENTRY ? 'truncated' : 'not-a-zip'
}

/** Both records must agree, or programs that read only one of them would see a different archive. */
const readEnd64 = async (
  source: RangeSource,
  tail: Tail,
  locator: number,
  short: Ending,
  signal?: AbortSignal,
): Promise<Ending | NoEnding> => {
  const offset = safeUInt64(tail.bytes, locator + 8)
  if (offset === null || offset + END64_BYTES > tail.start + locator) return { code: 'ambiguous-ending' }
  const record =
    offset >= tail.start
      ? tail.bytes.subarray(offset - tail.start, offset - tail.start + END64_BYTES)
      : await readExactly(source, offset, END64_BYTES, signal)
  const long = end64In(record)
  if (!long || offset + 12 + long.recordBytes !== tail.start + locator || !agree(short, long))
    return { code: 'ambiguous-ending' }
  const isOneOfSeveral = record.readUInt32LE(16) > 0 || record.readUInt32LE(20) > 0
  const { entryCount, directoryBytes, directoryOffset } = long
  return isOneOfSeveral ? { code: 'multi-part' } : { entryCount, directoryBytes, directoryOffset, directoryEnd: offset }
}

const end64In = (record: Buffer) => {
  if (record.readUInt32LE(0) !== END64) return null
  const recordBytes = safeUInt64(record, 4)
  const entryCount = safeUInt64(record, 32)
  const directoryBytes = safeUInt64(record, 40)
  const directoryOffset = safeUInt64(record, 48)
  const isSafe = recordBytes !== null && entryCount !== null && directoryBytes !== null && directoryOffset !== null
  return isSafe ? { recordBytes, entryCount, directoryBytes, directoryOffset } : null
}

/** A number that fits into the short record may be in both records, and must then be equal. */
const agree = (short: Ending, long: Omit<Ending, 'directoryEnd'>) =>
  [0xffff, long.entryCount].includes(short.entryCount) &&
  [0xffffffff, long.directoryBytes].includes(short.directoryBytes) &&
  [0xffffffff, long.directoryOffset].includes(short.directoryOffset)

export const safeUInt64 = (bytes: Buffer, place: number) => {
  const value = bytes.readBigUInt64LE(place)
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(value)
}
