import { createWindow } from './block-window.ts'
import { streamEntry } from './entry-stream.ts'
import { collectFindings, EntryError, type Finding } from './findings.ts'
import type { Listing } from './listing.ts'
import type { RangeSource } from './source.ts'

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
      await streamEntry(window, entry, { take: (_, place) => report(place), signal })
    } catch (error) {
      if (!(error instanceof EntryError)) throw error
      findings.add(error.finding.code, entry.name)
    }
  }
  report(source.size)
  return findings.list()
}
