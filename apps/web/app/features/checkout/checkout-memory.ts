/**
 * What this tab remembers of a checkout while its visitor is at the payment page. The key goes with the quote: reloading
 * the page or pressing twice asks for the same order, another cart for another one.
 */
const PLACE = 'checkout'
const COUPON = 'checkout-coupon'

interface Memory {
  quote: string
  key: string
  /** Gone to pay, and not back by the way that the payment leads. */
  isPaying: boolean
}

const read = (): Memory | null => {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as Memory | null
  } catch {
    return null
  }
}

const keep = (place: string, text: string) => {
  try {
    sessionStorage.setItem(place, text)
  } catch {
    // Without a memory the server still makes one order of one cart.
  }
}
const write = (memory: Memory) => keep(PLACE, JSON.stringify(memory))

const drop = (place: string) => {
  try {
    sessionStorage.removeItem(place)
  } catch {
    // There was nothing to forget.
  }
}

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
  coupon: (): string => {
    try {
      return sessionStorage.getItem(COUPON) ?? ''
    } catch {
      return ''
    }
  },
  keepCoupon: (code: string) => (code === '' ? drop(COUPON) : keep(COUPON, code)),
  /** The order is closed: the next attempt is another one. */
  forget: () => drop(PLACE),
  /** Bought, with the coupon in it. */
  finish: () => {
    drop(PLACE)
    drop(COUPON)
  },
}
