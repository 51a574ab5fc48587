/**
 * A logarithmic scale on which times are counted: eight steps per doubling, so that a percentile is at most 9 % off.
 * Counts of any two hours can be added; percentiles cannot.
 */
const STEPS = 8
const SMALLEST = 0.5
/** Everything beyond 16 minutes is in the last bucket. */
const LAST = 168

export const bucketOf = (value: number) =>
  value <= SMALLEST ? 0 : Math.min(LAST, Math.ceil(Math.log2(value / SMALLEST) * STEPS))

/** The largest value of a bucket. */
const topOf = (bucket: number) => SMALLEST * 2 ** (bucket / STEPS)

export interface BucketCount {
  bucket: number
  count: number
}

/** The value that this share of all stays below; null without any. */
export const percentileOf = (counts: readonly BucketCount[], share: number): number | null => {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const { bucket, count } of counts.toSorted((one, other) => one.bucket - other.bucket)) {
    below += count
    if (below >= total * share) return topOf(bucket)
  }
  return null
}
