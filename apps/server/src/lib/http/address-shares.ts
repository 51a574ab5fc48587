import { LRUCache } from 'lru-cache'
import { atMost } from '#lib/cache/at-most.ts'

/** At about 100 bytes each. An evicted address starts over with a full share. */
const ADDRESSES = 20_000

interface Share {
  left: number
  at: number
}

/** A token bucket per address. Every request takes one token; false once it is empty. */
export const createAddressShares = ({ perSecond, burst }: { perSecond: number; burst: number }) => {
  const shares = new LRUCache<string, Share>(atMost(ADDRESSES))
  return (address: string, nowMs = performance.now()): boolean => {
    const share = shares.get(address)
    if (!share) {
      shares.set(address, { left: burst - 1, at: nowMs })
      return true
    }
    share.left = Math.min(burst, share.left + ((nowMs - share.at) / 1_000) * perSecond)
    share.at = nowMs
    if (share.left < 1) return false
    share.left -= 1
    return true
  }
}
