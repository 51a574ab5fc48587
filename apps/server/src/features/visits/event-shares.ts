import { LRUCache } from 'lru-cache'
import { DAY_MS, MINUTE_MS } from '@slipstream/contract/durations'
import { atMost } from '#lib/cache/at-most.ts'

/** Sixty pages with everything that is measured on them. */
const PER_MINUTE = 600
/** A thousand pages: a large household, or an office behind one address. */
const PER_DAY = 10_000
const ADDRESSES = 20_000

/** Counts events per address and process. Returns how many of the wanted ones are allowed. */
export const createEventShares = (now: () => number = () => performance.now()) => {
  const counter = (windowMs: number, most: number) => {
    const used = new LRUCache<string, number>({
      ...atMost(ADDRESSES),
      ttl: windowMs,
      noUpdateTTL: true,
      perf: { now },
      ttlResolution: 0,
    })
    return {
      left: (address: string) => most - (used.get(address) ?? 0),
      take: (address: string, count: number) => void used.set(address, (used.get(address) ?? 0) + count),
    }
  }
  const counters = [counter(MINUTE_MS, PER_MINUTE), counter(DAY_MS, PER_DAY)]
  return (address: string, wanted: number) => {
    const allowed = Math.min(wanted, ...counters.map(({ left }) => left(address)))
    for (const { take } of counters) take(address, allowed)
    return allowed
  }
}
