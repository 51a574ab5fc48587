import * as z from 'zod'
import { seededRandom } from '../../http/seeded-random.ts'

/** JSON has booleans, a form has strings. */
const flag = z.union([z.boolean(), z.stringbool()]).default(false)
const milliseconds = z.coerce.number().int().min(0).max(120_000)

/** How deliveries are disturbed and retried. By default nothing is disturbed. */
export const DeliveryOrder = z.strictObject({
  /** The same seed and the same events give the same plan. */
  seed: z.coerce.number().int().default(1),
  /** Percentage of deliveries that are lost for good, without a retry. */
  dropPercent: z.coerce.number().min(0).max(100).default(0),
  /** How often each event is sent to each endpoint. */
  copies: z.coerce.number().int().min(1).max(20).default(1),
  /** Deliveries overtake each other. */
  shuffle: flag,
  minDelayMs: milliseconds.default(0),
  maxDelayMs: milliseconds.default(0),
  /** Deliveries are held until `release` sends them one after the other. */
  hold: flag,
  /** Attempts before a delivery counts as failed. Stripe tries for three days. */
  attempts: z.coerce.number().int().min(1).max(20).default(6),
  /** The delay before the second attempt; it doubles with each further one. */
  firstPauseMs: milliseconds.default(500),
  /** How long an endpoint may take to answer. */
  timeoutMs: milliseconds.min(1).default(10_000),
})
export type DeliveryOrder = z.infer<typeof DeliveryOrder>

/** What happens to one delivery. */
interface Fate {
  isDropped: boolean
  /** Held deliveries are sent by ascending rank, and those of equal rank in the order of their events. */
  rank: number
  delayMs: number
}

/** A shuffle needs delays: without them, no delivery could overtake another. */
const SHUFFLED_WITHIN_MS = 1_000

/**
 * Decides one delivery after another. Each uses two random numbers whatever the settings, so a seed always gives the
 * same random numbers.
 */
export const planDeliveries = ({ seed, dropPercent, shuffle, minDelayMs, maxDelayMs }: DeliveryOrder): (() => Fate) => {
  const random = seededRandom(seed)
  const spread = Math.max(0, maxDelayMs - minDelayMs) || (shuffle ? SHUFFLED_WITHIN_MS : 0)
  return () => {
    const isDropped = random() * 100 < dropPercent
    const luck = random()
    return { isDropped, rank: shuffle ? luck : 0, delayMs: minDelayMs + Math.round(luck * spread) }
  }
}
