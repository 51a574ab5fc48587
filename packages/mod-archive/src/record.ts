import { crc32 } from 'node:zlib'
import { safeUInt64 } from './ending.ts'

const RECORD = 0x02014b50
const RECORD_BYTES = 46
const ZIP64 = 0x0001
const UNICODE_PATH = 0x7075
const SATURATED = 0xffffffff
const NAME_IS_UTF8 = 0x800
const HIGH_CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** One record of the directory, as written. */
export interface DirectoryRecord {
  name: string
  /** The name that programs see if they ignore the Unicode name field. Usually it is the same. */
  headerName: string
  nameBytes: Buffer
  hasBadEncoding: boolean
  flags: number
  method: number
  crc: number
  packedSize: number
  size: number
  headerOffset: number
  attributes: number
  /** The system and version of the program that wrote the entry. */
  madeBy: number
  /** Time and date in zip format. */
  modified: number
  isOnFirstDisk: boolean
  extraLength: number
  extra: ReadonlyMap<number, Buffer>
}

/** Null if the bytes are not a record. */
export const readRecord = (directory: Buffer, place: number): { record: DirectoryRecord; next: number } | null => {
  if (place + RECORD_BYTES > directory.length || directory.readUInt32LE(place) !== RECORD) return null
  const nameEnd = place + RECORD_BYTES + directory.readUInt16LE(place + 28)
  const extraEnd = nameEnd + directory.readUInt16LE(place + 30)
  const next = extraEnd + directory.readUInt16LE(place + 32)
  if (next > directory.length) return null
  const fields = extraFields(directory.subarray(nameEnd, extraEnd))
  const long = fields && longNumbers(directory, place, fields.get(ZIP64))
  if (!fields || !long) return null

  const flags = directory.readUInt16LE(place + 8)
  const nameBytes = directory.subarray(place + RECORD_BYTES, nameEnd)
  const headerName = decodeName(nameBytes, (flags & NAME_IS_UTF8) > 0)
  const name = unicodeName(fields.get(UNICODE_PATH), nameBytes) ?? headerName
  const record = {
    name,
    headerName,
    nameBytes,
    hasBadEncoding: name.includes('\ufffd'),
    flags,
    method: directory.readUInt16LE(place + 10),
    crc: directory.readUInt32LE(place + 16),
    ...long,
    attributes: directory.readUInt32LE(place + 38),
    madeBy: directory.readUInt16LE(place + 4),
    modified: directory.readUInt32LE(place + 12),
    isOnFirstDisk: [0, 0xffff].includes(directory.readUInt16LE(place + 34)),
    extraLength: extraEnd - nameEnd,
    extra: fields,
  }
  return { record, next }
}

/** Null if a field exceeds the bytes, or a field we read occurs twice, because programs may take either. */
const extraFields = (bytes: Buffer) => {
  const fields = new Map<number, Buffer>()
  let place = 0
  while (place + 4 <= bytes.length) {
    const end = place + 4 + bytes.readUInt16LE(place + 2)
    const kind = bytes.readUInt16LE(place)
    const isTwice = fields.has(kind) && [ZIP64, UNICODE_PATH].includes(kind)
    if (end > bytes.length || isTwice) return null
    fields.set(kind, bytes.subarray(place + 4, end))
    place = end
  }
  return fields
}

/** Numbers that are too large for 32 bits are in the 64-bit field, in this order. */
const longNumbers = (directory: Buffer, place: number, field: Buffer = Buffer.alloc(0)) => {
  let taken = 0
  const long = (short: number) => {
    if (short !== SATURATED) return short
    if (taken + 8 > field.length) return null
    taken += 8
    return safeUInt64(field, taken - 8)
  }
  const size = long(directory.readUInt32LE(place + 24))
  const packedSize = long(directory.readUInt32LE(place + 20))
  const headerOffset = long(directory.readUInt32LE(place + 42))
  return size === null || packedSize === null || headerOffset === null ? null : { size, packedSize, headerOffset }
}

const decodeName = (bytes: Buffer, isUtf8: boolean) =>
  isUtf8
    ? bytes.toString('utf8')
    : Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : HIGH_CP437[byte - 128])).join('')

/** Valid only if its checksum matches this exact name. */
const unicodeName = (field: Buffer | undefined, nameBytes: Buffer) =>
  field && field.length > 5 && field[0] === 1 && field.readUInt32LE(1) === crc32(nameBytes)
    ? field.subarray(5).toString('utf8')
    : null
