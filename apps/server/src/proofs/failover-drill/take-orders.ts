import { setTimeout as sleep } from 'node:timers/promises'
import { type Buyer, complete, newBuyers, newMods, startOrder } from '#testing/buying-store.ts'
import type { StoreOfProcesses } from '../storm/open-processes.ts'

export interface Acknowledged {
  number: string
  isPaid: boolean
  at: number
}

/** One in this many orders is paid at Stripe and completed. */
const PAID_EVERY = 3

/**
 * Buyers order at a steady rate, whether or not earlier ones were answered. An order is acknowledged when the store has
 * answered with its number, and it counts as paid when the store has answered that it is.
 */
export const takeOrders = async (store: StoreOfProcesses, perSecond: number, most: number) => {
  const mods = await newMods(store, [499, 1_299])
  const buyers = await newBuyers(store, most, mods)
  const acknowledged: Acknowledged[] = []
  const failures: string[] = []
  const underway = new Set<Promise<void>>()
  const over = new AbortController()

  const order = async (buyer: Buyer, isPaid: boolean) => {
    try {
      const { number, session } = await startOrder(buyer)
      const row = { number, isPaid: false, at: performance.now() }
      acknowledged.push(row)
      if (!isPaid) return
      await store.stripe.pay(session)
      const answer = await complete(buyer, session)
      row.isPaid = (answer.json<{ status?: string }>().status ?? '') === 'paid'
    } catch (error) {
      failures.push(String(error).slice(0, 300))
    }
  }

  const send = async () => {
    const began = performance.now()
    for (const [sent, buyer] of buyers.entries()) {
      const wait = began + (sent * 1_000) / perSecond - performance.now()
      if (wait > 0) await sleep(wait, undefined, { signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      const ordered = order(buyer, sent % PAID_EVERY === 0)
      underway.add(ordered)
      void ordered.then(() => underway.delete(ordered))
    }
  }
  const sending = send()
  return {
    acknowledged,
    failures,
    stop: async () => {
      over.abort()
      await sending
      await Promise.all(underway)
    },
  }
}

/** The longest time without an acknowledged order. */
export const longestGap = (orders: readonly Acknowledged[]) => {
  const times = orders.map(({ at }) => at).sort((one, other) => one - other)
  return Math.max(0, ...times.slice(1).map((at, place) => at - (times[place] ?? at)))
}
