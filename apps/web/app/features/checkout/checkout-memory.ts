import type { TabKey } from '@slipstream/contract/browser-storage'
import { tabMemory } from '#lib/browser-storage.ts'

/**
 * What this tab remembers of a checkout while the visitor is at the payment page. The idempotency key goes with the
 * quote: a reload or a double click returns the same order, a changed cart creates a new one.
 */
const PLACE = 'checkout' satisfies TabKey
const COUPON = 'checkout-coupon' satisfies TabKey

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
  /** The coupon code, so that it survives a reload or a declined card. */
  coupon: (): string => tabMemory.read(COUPON) ?? '',
  keepCoupon: (code: string) => void tabMemory.write(COUPON, code || null),
  /** The order is closed: the next attempt creates a new one. */
  forget: () => void tabMemory.write(PLACE, null),
  /** The order is paid, so its coupon is forgotten too. */
  finish: () => {
    tabMemory.write(PLACE, null)
    tabMemory.write(COUPON, null)
  },
}
