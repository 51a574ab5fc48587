import { createCode, everySlot } from '../marking/code.ts'
import { planKeys } from '../marking/keys.ts'
import { createChance } from '../tracing/chance.ts'
import { createScorer, weigh } from '../tracing/evidence.ts'
import type { LeakedText } from '../tracing/material.ts'
import { createReader } from '../tracing/read-marks.ts'
import { ATTACKS, collude, STRATEGIES } from './attacks.ts'
import { randomFrom } from './random.ts'
import { splitMod, TEST_KEY } from './traced-mod.ts'

const BATCH = 100

interface Size {
  leaks: number
  purchases: number
  physicsFiles: number
  seed: number
}

/**
 * Scores innocent purchases against leaks of all kinds: parts of copies, mixed copies, changed copies. Counts how many
 * innocent purchases would be named.
 */
export const tryInnocents = async ({ leaks, purchases, physicsFiles, seed }: Size) => {
  const random = randomFrom(seed)
  const { plan } = await splitMod({ vehicles: 3, configurations: 12, physicsFiles })
  const all = createCode(planKeys(TEST_KEY, plan.id), everySlot(plan.slotCount))
  const limit = -Math.log(1_000_000 * purchases)
  const trials = Array.from({ length: leaks }, (_, number) => {
    const reader = createReader(plan)
    for (const text of leakOf(plan, number, random)) reader.add(text)
    const reading = reader.finish()
    const own = weigh(
      reading,
      Uint8Array.from(reading.slots, (slot) => all.isFrequent[slot] ?? 0),
    )
    const weights = new Float64Array(plan.slotCount)
    for (const [at, slot] of reading.slots.entries()) weights[slot] = own.weights[at] ?? 0
    const scoreOf = createScorer({ ...own, weights, isFrequent: all.isFrequent })
    return { scoreOf, threshold: createChance(own).scoreFor(limit) ?? Infinity, slots: reading.slots.length }
  })
  let [accused, highest, sum, squares, found] = [0, 0, 0, 0, 0]
  for (const [number, { scoreOf, threshold }] of trials.entries())
    if (scoreOf(all.bitsOf(`buyer-${number}-0`)) >= threshold) found++
  // In batches, so that the weights of a leak stay in the processor's cache.
  for (let first = 0; first < purchases; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, purchases - first) }, (_, at) =>
      all.bitsOf(`innocent-${first + at}`),
    )
    for (const { scoreOf, threshold } of trials)
      for (const bits of batch) {
        const score = scoreOf(bits)
        if (score >= threshold) accused++
        highest = Math.max(highest, score)
        sum += score
        squares += score * score
      }
  }
  const count = leaks * purchases
  const fewest = Math.min(...trials.map(({ slots }) => slots))
  return { count, accused, found, highest, mean: sum / count, deviation: Math.sqrt(squares / count), fewest }
}

/** A leak by one to four buyers, of a random part of the files, changed in a random way. */
const leakOf = (plan: Parameters<typeof collude>[0], number: number, random: () => number): readonly LeakedText[] => {
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)]
  const people = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, at) => `buyer-${number}-${at}`)
  const strategy = pick(Object.keys(STRATEGIES) as (keyof typeof STRATEGIES)[]) ?? 'coin'
  const mixed = collude(plan, people, strategy, random)
  const share = random()
  const some = mixed.filter(() => random() < share)
  const left = some.length > 0 ? some : mixed.slice(0, 1)
  const change = pick([
    (texts: LeakedText[]) => texts,
    ATTACKS.stripLineEnds,
    ATTACKS.rewrite,
    ATTACKS.sortKeys,
    ATTACKS.rename,
    (texts: LeakedText[]) => ATTACKS.round(texts, 2),
    (texts: LeakedText[]) => ATTACKS.step(texts, random),
    (texts: LeakedText[]) => ATTACKS.noise(texts, 5, random),
  ])
  return change?.(left) ?? left
}
