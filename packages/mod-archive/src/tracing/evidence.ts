import { BIT_DEVIATION, RARE_SHARE } from '../marking/code.ts'
import { CHANNELS, type Channel } from '../marking/edits.ts'
import type { Reading } from './read-marks.ts'

/** Outliers are clipped to this many times the median. */
const MOST_TIMES_MEDIAN = 3

/**
 * Sorting keys or removing spaces leaves meaningless bits, so a channel may lose all its weight. Coordinates always
 * count: noise on them shows in their power and makes the estimate of the intact share unreliable.
 */
const LEAST_INTACT: Record<Channel, number> = { V: 0.25, K: 0, N: 0, W: 0 }

/**
 * The weight of every readable slot, scaled so that the scores of innocent purchases have a standard deviation of 1.
 * The weights depend on the leak and the key, never on a purchase, so an innocent score has mean 0 whatever was done to
 * the leak.
 */
export interface Evidence {
  weights: Float64Array
  isFrequent: Uint8Array
  slots: Record<Channel, number>
  /** The average score of the buyer, if the leak is a single copy. */
  expected: number
}

export const weigh = ({ channels, values }: Reading, isFrequent: Uint8Array): Evidence => {
  const weights = new Float64Array(values.length)
  const slots: Record<Channel, number> = { V: 0, K: 0, N: 0, W: 0 }
  let signal = 0
  for (const channel of CHANNELS) {
    const own = [...channels.keys()].filter((at) => channels[at] === channel)
    slots[channel] = own.length
    const clipped = clip(own.map((at) => values[at] ?? 0))
    const power = clipped.reduce((sum, value) => sum + value * value, 0) / Math.max(1, own.length)
    const intact = Math.max(LEAST_INTACT[channel], intactShare(clipped, own, isFrequent))
    const factor = power > 0 ? intact / power : 0
    for (const [index, at] of own.entries()) weights[at] = factor * (clipped[index] ?? 0)
    signal += BIT_DEVIATION * factor * intact * own.length
  }
  const norm = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)) || 1
  return { weights: weights.map((weight) => weight / norm), isFrequent, slots, expected: signal / norm }
}

const clip = (values: number[]) => {
  const sizes = values.map(Math.abs).toSorted((a, b) => a - b)
  const most = MOST_TIMES_MEDIAN * (sizes[Math.floor(sizes.length / 2)] ?? 0)
  return values.map((value) => Math.max(-most, Math.min(most, value)))
}

/**
 * From 0, if the bits ignore the shares of ones, to 1, if they follow them like those of a copy. The shares depend on
 * the key, so nobody can fake this.
 */
const intactShare = (values: readonly number[], own: readonly number[], isFrequent: Uint8Array) => {
  const along = values.reduce((sum, value, index) => sum + (isFrequent[own[index] ?? 0] === 1 ? value : -value), 0)
  return Math.max(0, Math.min(1, along / (Math.max(1, own.length) * (0.5 - RARE_SHARE))))
}

/** Turns the bits of a purchase into its score. `bits` has the same order as the slots of the reading. */
export const createScorer = ({ weights, isFrequent }: Evidence) => {
  const steps = weights.map((weight) => weight / BIT_DEVIATION)
  const base = steps.reduce((sum, step, at) => sum - step * shareOf(isFrequent[at]), 0)
  return (bits: Uint8Array) => {
    let score = base
    for (let at = 0; at < steps.length; at++) score += (bits[at] ?? 0) * (steps[at] ?? 0)
    return score
  }
}

export const shareOf = (isFrequent = 0) => (isFrequent === 1 ? 1 - RARE_SHARE : RARE_SHARE)
