import { type Ending, readEnding, readTail, type Tail } from './ending.ts'
import { checkEntries } from './entries-check.ts'
import { collectFindings, type Finding, type FindingCode, findingOf, isRefused } from './findings.ts'
import { MAX_ARCHIVE_BYTES, MAX_DIRECTORY_BYTES, MAX_ENTRIES } from './limits.ts'
import { type DirectoryRecord, readRecord } from './record.ts'
import { type RangeSource, readExactly } from './source.ts'

const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 0x1
const LOCAL_HEADER_BYTES = 30

/** A file or folder of an archive that was found safe. */
export interface ArchiveEntry {
  /** With `/` between segments; a folder's name ends with one. */
  name: string
  isFolder: boolean
  size: number
  packedSize: number
  crc: number
  method: number
  flags: number
  attributes: number
  madeBy: number
  /** Time and date in zip format. */
  modified: number
  nameBytes: Buffer
  extraLength: number
  headerOffset: number
  /** Where the next entry or the directory begins. */
  limit: number
}

export interface Listing {
  verdict: 'accepted' | 'refused'
  findings: Finding[]
  /** Empty if the archive is refused, so that an unsafe path cannot be used by mistake. */
  entries: ArchiveEntry[]
  packedBytes: number
  unpackedBytes: number
}

/** Lists an archive and decides whether it is safe, from its directory alone. */
export const listArchive = async (source: RangeSource, signal?: AbortSignal): Promise<Listing> => {
  const found = await readRecords(source, signal)
  return 'code' in found ? refused(found.code, found.detail) : verdictOf(found.records, found.ending)
}

/**
 * The entries of an untrusted archive, with their names and extra fields as they are: for reading contents into memory,
 * never for writing files. Entries that cannot be read are left out. Null if there is no readable directory.
 */
export const listUnsafe = async (source: RangeSource, signal?: AbortSignal) => {
  const found = await readRecords(source, signal)
  if ('code' in found) return null
  const limits = checkEntries(found.records, found.ending.directoryOffset, collectFindings())
  return found.records
    .filter(({ method, flags }) => (method === STORED || method === DEFLATED) && (flags & ENCRYPTED) === 0)
    .map((record) => ({ entry: entryOf(record, limits.get(record) ?? 0), extra: record.extra }))
    .filter(({ entry }) => entry.headerOffset + LOCAL_HEADER_BYTES + entry.packedSize <= entry.limit)
}

const readRecords = async (source: RangeSource, signal?: AbortSignal) => {
  if (source.size > MAX_ARCHIVE_BYTES) return problem('archive-too-large')
  if (source.size === 0) return problem('not-a-zip')
  const tail = await readTail(source, signal)
  const ending = await readEnding(source, tail, signal)
  if ('code' in ending) return ending
  const found = problemOfEnding(ending)
  if (found) return found
  const records = recordsIn(await readDirectory(source, tail, ending, signal), ending.entryCount)
  if (!records) return problem('directory-damaged')
  return records.length === 0 ? problem('empty') : { records, ending }
}

const problem = (code: FindingCode): { code: FindingCode; detail?: string } => ({ code })

const refused = (code: FindingCode, detail?: string): Listing => ({
  verdict: 'refused',
  findings: [findingOf(code, null, detail)],
  entries: [],
  packedBytes: 0,
  unpackedBytes: 0,
})

const problemOfEnding = (ending: Ending): { code: FindingCode; detail?: string } | null => {
  const { entryCount, directoryBytes, directoryOffset, directoryEnd } = ending
  if (entryCount > MAX_ENTRIES) return { code: 'too-many-entries', detail: entryCount.toLocaleString('en-US') }
  if (directoryBytes > MAX_DIRECTORY_BYTES) return { code: 'directory-too-large' }
  const between = directoryEnd - directoryOffset - directoryBytes
  if (between < 0) return { code: 'directory-damaged' }
  return between > 0 ? { code: 'prepended', detail: between.toLocaleString('en-US') } : null
}

/** The directory is usually in the tail that was already read. */
const readDirectory = async (source: RangeSource, tail: Tail, ending: Ending, signal?: AbortSignal) => {
  const { directoryOffset, directoryEnd } = ending
  const inTail = tail.bytes.subarray(Math.max(0, directoryOffset - tail.start), Math.max(0, directoryEnd - tail.start))
  const missing = directoryEnd - directoryOffset - inTail.length
  return missing === 0 ? inTail : Buffer.concat([await readExactly(source, directoryOffset, missing, signal), inTail])
}

/** Null unless the directory consists of exactly the announced number of records. */
const recordsIn = (directory: Buffer, entryCount: number) => {
  const records: DirectoryRecord[] = []
  let place = 0
  while (records.length < entryCount) {
    const found = readRecord(directory, place)
    if (!found) return null
    records.push(found.record)
    place = found.next
  }
  return place === directory.length ? records : null
}

const verdictOf = (records: DirectoryRecord[], ending: Ending): Listing => {
  const findings = collectFindings()
  const limits = checkEntries(records, ending.directoryOffset, findings)
  const list = findings.list()
  const isUnsafe = isRefused(list)
  return {
    verdict: isUnsafe ? 'refused' : 'accepted',
    findings: list,
    entries: isUnsafe ? [] : records.map((record) => entryOf(record, limits.get(record) ?? 0)),
    packedBytes: sum(records, 'packedSize'),
    unpackedBytes: sum(records, 'size'),
  }
}

const sum = (records: DirectoryRecord[], field: 'size' | 'packedSize') =>
  records.reduce((total, record) => total + record[field], 0)

const entryOf = (record: DirectoryRecord, limit: number): ArchiveEntry => {
  const { name, size, packedSize, crc, method, flags, attributes, madeBy, modified } = record
  const { nameBytes, extraLength, headerOffset } = record
  return {
    name,
    isFolder: name.endsWith('/'),
    size,
    packedSize,
    crc,
    method,
    flags,
    attributes,
    madeBy,
    modified,
    nameBytes,
    extraLength,
    headerOffset,
    limit,
  }
}
