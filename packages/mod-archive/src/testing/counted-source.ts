import type { RangeSource } from '../source.ts'

/** Counts the reads of a source. */
export const countedSource = (source: RangeSource) => {
  const count = { reads: 0, bytes: 0, atOnce: 0, mostAtOnce: 0 }
  const read: RangeSource['read'] = async (offset, length, signal) => {
    count.reads++
    count.bytes += length
    count.atOnce++
    count.mostAtOnce = Math.max(count.mostAtOnce, count.atOnce)
    try {
      return await source.read(offset, length, signal)
    } finally {
      count.atOnce--
    }
  }
  return { size: source.size, read, count }
}
