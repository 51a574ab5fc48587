import type { TabKey } from '@slipstream/contract/browser-storage'
import { tabMemory } from '#lib/browser-storage.ts'

/**
 * What this tab remembers of a checkout while its visitor is at the payment page. The key goes with the quote: reloading
 * the page or pressing twice asks for the same order, another cart for another one.
 */
const PLACE = 'checkout' satisfies TabKey
const COUPON = 'checkout-coupon' satisfies TabKey

interface Memory {
  quote: string
  key: string
  /** Gone to pay, and not back by the way that the payment leads. */
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
  leaveToPay: () => {
    const kept = read()
    if (kept) write({ ...kept, isPaying: true })
  },
  /** Whether the visitor comes back from the payment page without having paid. Told once. */
  takeReturn: (): boolean => {
    const kept = read()
    if (!kept?.isPaying) return false
    write({ ...kept, isPaying: false })
    return true
  },
  /** The code that was typed, so that nobody types it again after a reload or a declined card. */
  coupon: (): string => tabMemory.read(COUPON) ?? '',
  keepCoupon: (code: string) => void tabMemory.write(COUPON, code || null),
  /** The order is closed: the next attempt is another one. */
  forget: () => void tabMemory.write(PLACE, null),
  /** Bought, with the coupon in it. */
  finish: () => {
    tabMemory.write(PLACE, null)
    tabMemory.write(COUPON, null)
  },
}
