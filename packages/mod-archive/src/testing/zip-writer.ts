import { crc32, deflateRawSync } from 'node:zlib'

const STORED = 0
const DEFLATED = 8
const NAME_IS_UTF8 = 0x800
const SATURATED = 0xffffffff
const REGULAR_FILE = 0o100644

/** An entry of a test zip. All fields except name and content exist so that a test can write false values. */
export interface NewEntry {
  name: string | Buffer
  content?: string | Buffer
  isStored?: boolean
  /** Compression level; by default, content that does not get smaller is stored. */
  level?: number
  mode?: number
  /** Windows attributes. */
  attributes?: number
  flags?: number
  method?: number
  /** What the directory claims. */
  size?: number
  crc?: number
  headerOffset?: number
  extra?: Buffer
  /** What the local header claims. */
  localName?: string
  localFlags?: number
  localSize?: number
  localExtra?: Buffer
  /** Writes sizes as 64-bit numbers, whether needed or not. */
  isZip64?: boolean
}

interface EndOptions {
  comment?: Buffer
  isZip64?: boolean
  entryCount?: number
}

/** Writes a zip front to back, so it may be larger than memory. */
export const createZipWriter = (write: (bytes: Buffer) => void | Promise<void>) => {
  const records: Buffer[] = []
  let offset = 0
  const put = async (...parts: Buffer[]) => {
    for (const part of parts) {
      await write(part)
      offset += part.length
    }
  }
  return {
    put,
    add: async (entry: NewEntry) => {
      const facts = factsOf(entry)
      records.push(recordOf(facts, entry, entry.headerOffset ?? offset))
      await put(localHeaderOf(facts, entry), facts.packed)
    },
    end: async ({ comment = Buffer.alloc(0), isZip64 = false, entryCount = records.length }: EndOptions = {}) => {
      const start = offset
      await put(...records)
      const facts = { entryCount, start, bytes: offset - start }
      await put(...(isZip64 ? [end64Of(facts, offset)] : []), endOf(facts, comment, isZip64))
    },
  }
}

export const zipOf = async (entries: readonly NewEntry[], options?: EndOptions) => {
  const parts: Buffer[] = []
  const writer = createZipWriter((bytes) => void parts.push(bytes))
  for (const entry of entries) await writer.add(entry)
  await writer.end(options)
  return Buffer.concat(parts)
}

type Facts = ReturnType<typeof factsOf>

const factsOf = (entry: NewEntry) => {
  const content = Buffer.from(entry.content ?? '')
  const { level } = entry
  const deflated = entry.isStored ? null : deflateRawSync(content, level === undefined ? {} : { level })
  const packed = deflated && (level !== undefined || deflated.length < content.length) ? deflated : content
  return {
    packed,
    size: content.length,
    crc: crc32(content),
    method: packed === deflated ? DEFLATED : STORED,
    flags: NAME_IS_UTF8 | (entry.flags ?? 0),
    name: Buffer.from(entry.name),
  }
}

const localHeaderOf = ({ packed, crc, method, flags, name, size }: Facts, entry: NewEntry) => {
  const localName = entry.localName === undefined ? name : Buffer.from(entry.localName)
  const claimed = entry.localSize ?? entry.size ?? size
  const extra = Buffer.concat([
    ...(entry.isZip64 ? [longField(claimed, packed.length)] : []),
    entry.localExtra ?? Buffer.alloc(0),
  ])
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(entry.isZip64 ? 45 : 20, 4)
  header.writeUInt16LE(entry.localFlags ?? flags, 6)
  header.writeUInt16LE(entry.method ?? method, 8)
  header.writeUInt32LE(entry.crc ?? crc, 14)
  header.writeUInt32LE(entry.isZip64 ? SATURATED : packed.length, 18)
  header.writeUInt32LE(entry.isZip64 ? SATURATED : claimed, 22)
  header.writeUInt16LE(localName.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, localName, extra])
}

const recordOf = ({ packed, crc, method, flags, name, size }: Facts, entry: NewEntry, offset: number) => {
  const claimed = entry.size ?? size
  const extra = Buffer.concat([
    ...(entry.isZip64 ? [longField(claimed, packed.length, offset)] : []),
    entry.extra ?? Buffer.alloc(0),
  ])
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE((3 << 8) | 45, 4)
  record.writeUInt16LE(entry.isZip64 ? 45 : 20, 6)
  record.writeUInt16LE(flags, 8)
  record.writeUInt16LE(entry.method ?? method, 10)
  record.writeUInt16LE(0x21, 14)
  record.writeUInt32LE(entry.crc ?? crc, 16)
  record.writeUInt32LE(entry.isZip64 ? SATURATED : packed.length, 20)
  record.writeUInt32LE(entry.isZip64 ? SATURATED : claimed, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE((((entry.mode ?? REGULAR_FILE) << 16) | (entry.attributes ?? 0)) >>> 0, 38)
  record.writeUInt32LE(entry.isZip64 ? SATURATED : offset, 42)
  return Buffer.concat([record, name, extra])
}

const longField = (...numbers: number[]) => {
  const field = Buffer.alloc(4 + 8 * numbers.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * numbers.length, 2)
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + 8 * index)
  return field
}

interface EndFacts {
  entryCount: number
  start: number
  bytes: number
}

const end64Of = ({ entryCount, start, bytes }: EndFacts, offset: number) => {
  const record = Buffer.alloc(56 + 20)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(entryCount), 24)
  record.writeBigUInt64LE(BigInt(entryCount), 32)
  record.writeBigUInt64LE(BigInt(bytes), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(offset), 64)
  record.writeUInt32LE(1, 72)
  return record
}

const endOf = ({ entryCount, start, bytes }: EndFacts, comment: Buffer, isZip64: boolean) => {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(isZip64 ? 0xffff : entryCount, 8)
  record.writeUInt16LE(isZip64 ? 0xffff : entryCount, 10)
  record.writeUInt32LE(isZip64 ? SATURATED : bytes, 12)
  record.writeUInt32LE(isZip64 ? SATURATED : start, 16)
  record.writeUInt16LE(comment.length, 20)
  return Buffer.concat([record, comment])
}
