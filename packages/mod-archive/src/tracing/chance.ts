import { BIT_DEVIATION } from '../marking/code.ts'
import { type Evidence, shareOf } from './evidence.ts'

/** Beyond this, exponentials overflow. The bound holds for every tilt, so a smaller one is still a bound. */
const MOST_EXPONENT = 600
const HALVINGS = 60

/**
 * How likely an innocent purchase is to reach a score, as a Chernoff bound over the exact distribution of its bits. It
 * holds for any number of slots and any weights, where a normal distribution would only be an approximation.
 */
export const createChance = (evidence: Evidence) => {
  const terms = termsOf(evidence)
  const largest = terms.reduce((most, { weight }) => Math.max(most, Math.abs(weight)), 1e-9)
  const mostTilt = (MOST_EXPONENT * BIT_DEVIATION) / largest

  /** The logarithm of the mean of e^(tilt × score), and its derivative. */
  const cumulant = (tilt: number) => {
    let value = 0
    let slope = 0
    for (const { weight, share, count } of terms) {
      const one = (weight * (1 - share)) / BIT_DEVIATION
      const zero = (-weight * share) / BIT_DEVIATION
      const top = Math.max(tilt * one, tilt * zero)
      const ones = share * Math.exp(tilt * one - top)
      const zeros = (1 - share) * Math.exp(tilt * zero - top)
      value += count * (top + Math.log(ones + zeros))
      slope += (count * (ones * one + zeros * zero)) / (ones + zeros)
    }
    return { value, slope }
  }
  /** The largest tilt that is still low enough. */
  const solve = (isLow: (tilt: number) => boolean) => {
    let [low, high] = [0, mostTilt]
    for (let step = 0; step < HALVINGS; step++) {
      const middle = (low + high) / 2
      if (isLow(middle)) low = middle
      else high = middle
    }
    return low
  }
  const exponentAt = (tilt: number) => {
    const { value, slope } = cumulant(tilt)
    return tilt * slope - value
  }

  return {
    /** The natural logarithm of the chance, at most 0. */
    logOf: (score: number) => {
      if (score <= 0 || terms.length === 0) return 0
      const tilt = solve((at) => cumulant(at).slope < score)
      return Math.min(0, cumulant(tilt).value - tilt * score)
    },
    /** The score that innocent purchases reach with at most this chance, or null if no score is that unlikely. */
    scoreFor: (log: number) => {
      if (terms.length === 0 || exponentAt(mostTilt) < -log) return null
      return cumulant(solve((at) => exponentAt(at) < -log)).slope
    },
  }
}
export type Chance = ReturnType<typeof createChance>

/** Groups equal weights. Untouched slots have the same weight, so few terms are left. */
const termsOf = ({ weights, isFrequent }: Evidence) => {
  const terms = new Map<string, { weight: number; share: number; count: number }>()
  for (const [at, weight] of weights.entries()) {
    if (weight === 0) continue
    const share = shareOf(isFrequent[at])
    const key = `${weight} ${share}`
    const known = terms.get(key)
    if (known) known.count++
    else terms.set(key, { weight, share, count: 1 })
  }
  return [...terms.values()]
}
