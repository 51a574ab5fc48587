import * as z from 'zod'
import { seededRandom } from '../../http/seeded-random.ts'

/** JSON has booleans, a form has texts. */
const flag = z.union([z.boolean(), z.stringbool()]).default(false)
const milliseconds = z.coerce.number().int().min(0).max(120_000)

/** How deliveries are mistreated and retried. An empty order is a friendly network. */
export const DeliveryOrder = z.strictObject({
  /** The same seed and the same events give the same plan. */
  seed: z.coerce.number().int().default(1),
  /** How many deliveries are lost for good: a lost one is not retried. */
  dropPercent: z.coerce.number().min(0).max(100).default(0),
  /** How often each endpoint is sent each event. */
  copies: z.coerce.number().int().min(1).max(20).default(1),
  /** Deliveries overtake each other. */
  shuffle: flag,
  minDelayMs: milliseconds.default(0),
  maxDelayMs: milliseconds.default(0),
  /** Deliveries are gathered until `release` sends them one after the other. */
  hold: flag,
  /** How often a delivery is tried until it counts as failed. Stripe tries for three days. */
  attempts: z.coerce.number().int().min(1).max(20).default(6),
  /** The pause before the second attempt; each further one is twice as long. */
  firstPauseMs: milliseconds.default(500),
  /** How long an endpoint may take to answer. */
  timeoutMs: milliseconds.min(1).default(10_000),
})
export type DeliveryOrder = z.infer<typeof DeliveryOrder>

/** What becomes of one delivery. */
interface Fate {
  isDropped: boolean
  /** Those that are held back are sent by rising rank, equals in the order of their events. */
  rank: number
  delayMs: number
}

/** Without a delay there is nothing to overtake. */
const SHUFFLED_WITHIN_MS = 1_000

/** Decides over one delivery after the other. Each takes two numbers, whatever is ordered: a seed means the same luck. */
export const planDeliveries = ({ seed, dropPercent, shuffle, minDelayMs, maxDelayMs }: DeliveryOrder): (() => Fate) => {
  const random = seededRandom(seed)
  const spread = Math.max(0, maxDelayMs - minDelayMs) || (shuffle ? SHUFFLED_WITHIN_MS : 0)
  return () => {
    const isDropped = random() * 100 < dropPercent
    const luck = random()
    return { isDropped, rank: shuffle ? luck : 0, delayMs: minDelayMs + Math.round(luck * spread) }
  }
}
