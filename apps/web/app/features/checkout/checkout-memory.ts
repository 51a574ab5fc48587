import type { LocalKey, TabKey } from '@slipstream/contract/browser-storage'
import { localMemory, tabMemory } from '#lib/browser-storage.ts'

/**
 * What this tab remembers of a checkout while the visitor is at the payment page. The idempotency key goes with the
 * quote: a reload or a double click returns the same order, a changed cart creates a new one.
 */
const PLACE = 'checkout' satisfies TabKey
const COUPON = 'checkout-coupon' satisfies LocalKey

interface Memory {
  quote: string
  key: string
  /** The visitor has left to pay and has not returned through the payment's return URL. */
  isPaying: boolean
}

const read = (): Memory | null => {
  try {
    return JSON.parse(tabMemory.read(PLACE) ?? 'null') as Memory | null
  } catch {
    return null
  }
}

const write = (memory: Memory) => tabMemory.write(PLACE, JSON.stringify(memory))

export const checkoutMemory = {
  keyFor: (quote: string): string => {
    const kept = read()
    if (kept?.quote === quote) return kept.key
    const key = crypto.randomUUID()
    write({ quote, key, isPaying: false })
    return key
  },
  /** Whether this tab has tried to order exactly this quote, which requires both consents. */
  hasAgreedTo: (quote: string): boolean => read()?.quote === quote,
  leaveToPay: () => {
    const kept = read()
    if (kept) write({ ...kept, isPaying: true })
  },
  /** Whether the visitor came back from the payment page without paying. Read once. */
  takeReturn: (): boolean => {
    const kept = read()
    if (!kept?.isPaying) return false
    write({ ...kept, isPaying: false })
    return true
  },
  /** The coupon of the last quote, so that it survives a reload, a declined card, and a reopened checkout. */
  coupon: (): string => localMemory.read(COUPON) ?? '',
  /** Only one that the store accepts: a wrong code would be complained about at every visit. Null forgets it. */
  keepCoupon: (code: string | null) => void localMemory.write(COUPON, code),
  /** The order is closed: the next attempt creates a new one. */
  forget: () => void tabMemory.write(PLACE, null),
  /** The order is paid, so its coupon is forgotten too. */
  finish: () => {
    tabMemory.write(PLACE, null)
    localMemory.write(COUPON, null)
  },
}
