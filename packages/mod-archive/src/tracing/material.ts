import { contentOffset, LOCAL_HEADER_BYTES, readEntry } from '../content.ts'
import { EntryError } from '../findings.ts'
import { MAX_ENTRIES } from '../limits.ts'
import { type ArchiveEntry, listUnsafe } from '../listing.ts'
import { textOfBytes } from '../marking/text.ts'
import { tokenIn } from '../marking/token.ts'
import { bufferSource, type RangeSource, readExactly } from '../source.ts'
import type { Budget } from './budget.ts'

const TEXT = /\.(jbeam|pc|json)$/i
const ARCHIVE = /\.zip$/i
const STORED = 0
const MAX_TEXT_BYTES = 4 * 2 ** 20
const MAX_ALL_TEXTS_BYTES = 64 * 2 ** 20
const MAX_NESTED_BYTES = 64 * 2 ** 20
const MAX_NESTING = 2
const MAX_TOKENS = 16

/** What was left out of a leak, and how much of it was read. */
export interface MaterialCounts {
  files: number
  /** Damaged, or an archive that is not a zip. */
  unreadable: number
  /** Above the limit for size, number or nesting. */
  skipped: number
}

export interface LeakedText {
  name: string
  text: string
}

/** The texts of an archive, of archives in it, or of a single file. Names are never used as paths. */
export const readMaterial = (source: RangeSource, fileName: string, budget: Budget) => {
  const counts: MaterialCounts = { files: 0, unreadable: 0, skipped: 0 }
  const tokens = new Map<string, Buffer>()
  let textBytes = 0
  let entries = 0

  const single = async function* (): AsyncGenerator<LeakedText> {
    if (source.size > MAX_TEXT_BYTES) {
      counts.unreadable++
      return
    }
    counts.files++
    const name = TEXT.test(fileName) ? fileName : `${fileName}.jbeam`
    yield { name, text: textOfBytes(await readExactly(source, 0, source.size)) }
  }

  const archive = async function* (from: RangeSource, depth: number): AsyncGenerator<LeakedText> {
    const listed = await listUnsafe(from)
    if (!listed && depth === 0) yield* single()
    else if (!listed) counts.unreadable++
    for (const { entry, extra } of listed ?? []) {
      budget.check()
      const token = tokenIn(extra)
      if (token && tokens.size < MAX_TOKENS) tokens.set(token.toString('hex'), token)
      if (++entries > MAX_ENTRIES) counts.skipped++
      else if (ARCHIVE.test(entry.name)) yield* nested(from, entry, depth)
      else if (TEXT.test(entry.name)) yield* oneText(from, entry)
    }
  }

  const oneText = async function* (from: RangeSource, entry: ArchiveEntry) {
    if (entry.size > MAX_TEXT_BYTES || entry.packedSize > MAX_TEXT_BYTES || textBytes > MAX_ALL_TEXTS_BYTES) {
      counts.skipped++
      return
    }
    textBytes += entry.size
    const bytes = await orUnreadable(() => readEntry(from, entry, { most: MAX_TEXT_BYTES }))
    if (!bytes) return
    counts.files++
    yield { name: entry.name, text: textOfBytes(bytes) }
  }

  const nested = async function* (from: RangeSource, entry: ArchiveEntry, depth: number): AsyncGenerator<LeakedText> {
    const isLarge = entry.method !== STORED && Math.max(entry.size, entry.packedSize) > MAX_NESTED_BYTES
    if (depth >= MAX_NESTING || isLarge) {
      counts.skipped++
      return
    }
    const inner = await orUnreadable(() => innerSource(from, entry))
    if (inner) yield* archive(inner, depth + 1)
  }

  const orUnreadable = async <T>(read: () => Promise<T>) => {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof EntryError)) throw error
      counts.unreadable++
      return null
    }
  }

  return { texts: archive(source, 0), counts, tokens }
}

/** A nested archive that is stored uncompressed is read in place, whatever its size. */
const innerSource = async (source: RangeSource, entry: ArchiveEntry): Promise<RangeSource> => {
  if (entry.method !== STORED) return bufferSource(await readEntry(source, entry, { most: MAX_NESTED_BYTES }))
  const { headerOffset, nameBytes, limit, packedSize } = entry
  const length = Math.min(LOCAL_HEADER_BYTES + nameBytes.length, limit - headerOffset)
  const start = contentOffset(await readExactly(source, headerOffset, length), entry)
  return { size: packedSize, read: (offset, bytes, signal) => source.read(start + offset, bytes, signal) }
}
