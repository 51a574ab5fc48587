import { createWindow } from '../block-window.ts'
import { streamEntry } from '../entry-stream.ts'
import type { ArchiveEntry, Listing } from '../listing.ts'
import type { RangeSource } from '../source.ts'
import { capacityOf } from './capacity.ts'
import { chooseSlots } from './choose-slots.ts'
import { type MarkKey, planKeys } from './keys.ts'
import type { Plan } from './plan.ts'
import { isPhysics, textOfBytes } from './text.ts'
import { localHeaderOf, recordOf } from './zip-records.ts'

const MARKABLE = /^vehicles\/.*(\.jbeam|\.pc|\/info[^/]*\.json)$/i
const HASH_LIST = /^mod_info\/[^/]+\/info\.json$/i
const MAX_TEXT_BYTES = 4 * 2 ** 20
const MAX_ALL_TEXTS_BYTES = 16 * 2 ** 20
const NAME_IS_UTF8 = 0x800

interface SplitOptions {
  id: string
  key: MarkKey
  /** Gets the body piece by piece. The next piece comes after it resolves. */
  write: (bytes: Buffer) => void | Promise<void>
  onProgress?: (progress: { readBytes: number; ofBytes: number }) => void
  signal?: AbortSignal
}

/**
 * Splits a master: everything that cannot be marked becomes the body, which all copies share, and the rest goes into
 * the plan. Every entry is read once and checked. Throws an `EntryError` if one is damaged; the body is then unusable.
 */
export const splitMaster = async (source: RangeSource, listing: Listing, options: SplitOptions): Promise<Plan> => {
  if (listing.verdict === 'refused') throw new Error('a refused archive is not marked')
  const { id, key } = options
  const keys = planKeys(key, id)
  const { markable, tooLarge } = chooseMarkable(listing.entries)
  const { texts, records, bodyBytes, hashLists } = await readOnce(source, listing, markable, options)
  const files = markable.map((entry) => ({ name: entry.name, ...headOf(entry), text: texts.get(entry) ?? '' }))
  const { edits, slotCount, missed, unreadable } = chooseSlots(files, keys)
  const physicsFiles = markable.filter(({ name }) => isPhysics(name)).length
  return {
    id,
    keyId: key.id,
    bodyBytes,
    slotCount,
    files: files.map((file, at) => ({ ...file, edits: edits[at] ?? new Int32Array() })),
    directory: directoryOf(listing.entries, records, markable),
    entryCount: listing.entries.length,
    capacity: capacityOf(edits, { physicsFiles, ...missed, unreadable: unreadable.length, tooLarge, hashLists }),
  }
}

const chooseMarkable = (entries: readonly ArchiveEntry[]) => {
  const texts = entries.filter(({ name, size }) => MARKABLE.test(name) && size > 0)
  const markable: ArchiveEntry[] = []
  let total = 0
  for (const entry of texts) {
    if (entry.size > MAX_TEXT_BYTES || total + entry.size > MAX_ALL_TEXTS_BYTES) continue
    total += entry.size
    markable.push(entry)
  }
  return { markable, tooLarge: texts.length - markable.length }
}

/** Reads the entries in the order of their bytes, so that one pass is enough. */
const readOnce = async (
  source: RangeSource,
  listing: Listing,
  markable: readonly ArchiveEntry[],
  { write, onProgress, signal }: SplitOptions,
) => {
  const window = createWindow(source, signal)
  const isMarkable = new Set(markable)
  const texts = new Map<ArchiveEntry, string>()
  const records = new Map<ArchiveEntry, Buffer>()
  let bodyBytes = 0
  let hashLists = 0
  const put = async (bytes: Buffer) => {
    await write(bytes)
    bodyBytes += bytes.length
  }
  for (const entry of listing.entries.toSorted((a, b) => a.headerOffset - b.headerOffset)) {
    const isBody = !isMarkable.has(entry)
    const isKept = !isBody || (HASH_LIST.test(entry.name) && entry.size <= MAX_TEXT_BYTES)
    const content: Buffer[] = []
    if (isBody) {
      records.set(entry, recordOf({ ...entry, ...headOf(entry), headerOffset: bodyBytes }))
      await put(localHeaderOf({ ...entry, ...headOf(entry) }))
    }
    await streamEntry(window, entry, {
      take: async (piece, place) => {
        if (isBody) await put(piece)
        onProgress?.({ readBytes: place, ofBytes: source.size })
      },
      takeContent: isKept ? (piece) => void content.push(piece) : undefined,
      signal,
    })
    if (isKept) {
      const text = textOfBytes(Buffer.concat(content))
      if (!isBody) texts.set(entry, text)
      else if (text.includes('"hashes"')) hashLists++
    }
  }
  return { texts, records, bodyBytes, hashLists }
}

/** What an entry keeps of its header. Names outside ASCII are written in UTF-8, whatever their original encoding. */
const headOf = ({ name, nameBytes, flags, modified, attributes, madeBy }: ArchiveEntry) => {
  const isAscii = nameBytes.every((byte) => byte < 128) && nameBytes.toString('latin1') === name
  return {
    nameBytes: isAscii ? nameBytes : Buffer.from(name),
    flags: isAscii ? flags & NAME_IS_UTF8 : NAME_IS_UTF8,
    modified,
    attributes,
    madeBy,
  }
}

const directoryOf = (
  entries: readonly ArchiveEntry[],
  records: ReadonlyMap<ArchiveEntry, Buffer>,
  markable: readonly ArchiveEntry[],
) => {
  const numbers = new Map(markable.map((entry, number) => [entry, number]))
  const parts: (Buffer[] | number)[] = []
  for (const entry of entries) {
    const record = records.get(entry)
    const last = parts.at(-1)
    if (!record) parts.push(numbers.get(entry) ?? 0)
    else if (Array.isArray(last)) last.push(record)
    else parts.push([record])
  }
  return parts.map((part) => (Array.isArray(part) ? Buffer.concat(part) : part))
}
