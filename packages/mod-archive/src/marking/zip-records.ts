const LOCAL_HEADER = 0x04034b50
const RECORD = 0x02014b50
const END = 0x06054b50
const END64 = 0x06064b50
const LOCATOR64 = 0x07064b50
const SATURATED = 0xffffffff
const SATURATED_COUNT = 0xffff
const VERSION = 20
const VERSION64 = 45
const LONG_NUMBERS = 1

/** An entry as it is written: without a data descriptor, and with only the extra fields it needs. */
export interface EntryFacts {
  nameBytes: Buffer
  flags: number
  method: number
  modified: number
  crc: number
  packedSize: number
  size: number
}

export interface RecordFacts extends EntryFacts {
  headerOffset: number
  attributes: number
  madeBy: number
}

const isLong = (number: number) => number >= SATURATED
const short = (number: number) => Math.min(number, SATURATED)

const longField = (numbers: readonly number[]) => {
  const field = Buffer.alloc(4 + 8 * numbers.length)
  field.writeUInt16LE(LONG_NUMBERS, 0)
  field.writeUInt16LE(8 * numbers.length, 2)
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + 8 * index)
  return field
}

export const localHeaderOf = ({ nameBytes, flags, method, modified, crc, packedSize, size }: EntryFacts) => {
  const isZip64 = isLong(packedSize) || isLong(size)
  // The 64-bit field of a local header has both sizes or none.
  const extra = isZip64 ? longField([size, packedSize]) : Buffer.alloc(0)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL_HEADER, 0)
  header.writeUInt16LE(isZip64 ? VERSION64 : VERSION, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(method, 8)
  header.writeUInt32LE(modified, 10)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(isZip64 ? SATURATED : packedSize, 18)
  header.writeUInt32LE(isZip64 ? SATURATED : size, 22)
  header.writeUInt16LE(nameBytes.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, nameBytes, extra])
}

export const recordOf = (facts: RecordFacts, ownExtra = Buffer.alloc(0)) => {
  const { nameBytes, packedSize, size, headerOffset } = facts
  const long = [size, packedSize, headerOffset].filter(isLong)
  const extra = Buffer.concat([...(long.length > 0 ? [longField(long)] : []), ownExtra])
  const record = Buffer.alloc(46)
  record.writeUInt32LE(RECORD, 0)
  record.writeUInt16LE(facts.madeBy, 4)
  record.writeUInt16LE(long.length > 0 ? VERSION64 : VERSION, 6)
  record.writeUInt16LE(facts.flags, 8)
  record.writeUInt16LE(facts.method, 10)
  record.writeUInt32LE(facts.modified, 12)
  record.writeUInt32LE(facts.crc, 16)
  record.writeUInt32LE(short(packedSize), 20)
  record.writeUInt32LE(short(size), 24)
  record.writeUInt16LE(nameBytes.length, 28)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE(facts.attributes, 38)
  record.writeUInt32LE(short(headerOffset), 42)
  return Buffer.concat([record, nameBytes, extra])
}

interface Directory {
  entryCount: number
  offset: number
  bytes: number
}

export const endOf = (directory: Directory) => {
  const { entryCount, offset, bytes } = directory
  const record = Buffer.alloc(22)
  record.writeUInt32LE(END, 0)
  record.writeUInt16LE(Math.min(entryCount, SATURATED_COUNT), 8)
  record.writeUInt16LE(Math.min(entryCount, SATURATED_COUNT), 10)
  record.writeUInt32LE(short(bytes), 12)
  record.writeUInt32LE(short(offset), 16)
  const isZip64 = entryCount >= SATURATED_COUNT || isLong(bytes) || isLong(offset)
  return isZip64 ? Buffer.concat([end64Of(directory), record]) : record
}

const end64Of = ({ entryCount, offset, bytes }: Directory) => {
  const record = Buffer.alloc(56 + 20)
  record.writeUInt32LE(END64, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(VERSION64, 12)
  record.writeUInt16LE(VERSION64, 14)
  record.writeBigUInt64LE(BigInt(entryCount), 24)
  record.writeBigUInt64LE(BigInt(entryCount), 32)
  record.writeBigUInt64LE(BigInt(bytes), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  record.writeUInt32LE(LOCATOR64, 56)
  record.writeBigUInt64LE(BigInt(offset + bytes), 64)
  record.writeUInt32LE(1, 72)
  return record
}
