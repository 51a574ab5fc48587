import { setImmediate as others } from 'node:timers/promises'
import { createCode } from '../marking/code.ts'
import { type MarkKey, planKeys } from '../marking/keys.ts'
import type { Plan } from '../marking/plan.ts'
import { isTokenOf } from '../marking/token.ts'
import type { Budget } from './budget.ts'
import { createScorer, weigh } from './evidence.ts'
import type { Reading } from './read-marks.ts'

/** More purchases than could ever be traced together. */
const MOST_KEPT = 16

export interface Scored {
  purchase: string
  score: number
  hasToken: boolean
}

interface Suspects {
  plan: Plan
  key: MarkKey
  /** Every purchase of the plan, in any order. They are read once, one at a time. */
  purchases: AsyncIterable<string> | Iterable<string>
}

/** Scores every purchase and keeps the highest and those whose token was found. */
export const scorePurchases = async (
  { plan, key, purchases }: Suspects,
  reading: Reading,
  tokens: readonly Buffer[],
  budget: Budget,
  onScored?: (count: number) => void,
) => {
  if (key.id !== plan.keyId) throw new Error(`plan ${plan.id} was made with key ${plan.keyId}, not ${key.id}`)
  const keys = planKeys(key, plan.id)
  const code = createCode(keys, reading.slots)
  const evidence = weigh(reading, code.isFrequent)
  const scoreOf = createScorer(evidence)
  let best: Scored[] = []
  let count = 0
  for await (const purchase of purchases) {
    const score = scoreOf(code.bitsOf(purchase))
    const hasToken = tokens.some((token) => isTokenOf(keys, purchase, token))
    count++
    if (hasToken || best.length < MOST_KEPT || score > (best.at(-1)?.score ?? -Infinity))
      best = keepBest([...best, { purchase, score, hasToken }])
    if (count % 100 === 0) {
      budget.check()
      onScored?.(count)
      // Lets other work of the process run.
      await others()
    }
  }
  return { evidence, best, count }
}

const keepBest = (scored: Scored[]) => {
  const sorted = scored.toSorted((a, b) => b.score - a.score)
  return sorted.filter(({ hasToken }, at) => at < MOST_KEPT || hasToken)
}
