import type { Channel } from '../marking/edits.ts'
import type { MarkKey } from '../marking/keys.ts'
import type { Plan } from '../marking/plan.ts'
import type { RangeSource } from '../source.ts'
import { type Budget, createBudget } from './budget.ts'
import { type Chance, createChance } from './chance.ts'
import { type LeakedText, type MaterialCounts, readMaterial } from './material.ts'
import { createReader, type Reading } from './read-marks.ts'
import { type Scored, scorePurchases } from './score-purchases.ts'

/** At most one in a million traces names an innocent purchase. */
const WRONG_ONCE_IN = 1_000_000
const MOST_MILLISECONDS = 120_000
/** If a smaller share of the nodes is recognized, the leak is not a copy of this mod. */
const LEAST_RECOGNIZED = 0.25
const MANY_NODES = 100

interface Suspects {
  plan: Plan
  key: MarkKey
  /** Every purchase of the plan, in any order. They are read once, one at a time. */
  purchases: AsyncIterable<string> | Iterable<string>
}

interface Named {
  planId: string
  purchase: string
  score: number
  /** The chance that any innocent purchase scores this high, as a power of ten. */
  chancePower: number
  /** Whether the hidden token in the archive is the one of this purchase. */
  hasToken: boolean
}

/**
 * - `match`: one purchase is above the threshold
 * - `several`: more are, so copies were mixed
 * - `none`: enough was read, and it belongs to no purchase
 * - `too-little`: not even the right purchase could be told from chance
 */
type Verdict = 'match' | 'several' | 'none' | 'too-little'

export interface Trace {
  verdict: Verdict
  /** Only purchases above the threshold. Nobody is named on a guess. */
  named: Named[]
  /** The highest score below the threshold, without a name. */
  nextBest: number | null
  /** The score to reach; null if no score would be enough. */
  threshold: number | null
  /** The score that a single, unmixed copy would reach. */
  expected: number
  read: Record<Channel, number>
  of: Record<Channel, number>
  /** About how many marks are needed, in the same mix of channels as was read. */
  neededMarks: number
  material: MaterialCounts
  scored: number
}

interface TraceOptions {
  onProgress?: (progress: { step: 'reading' | 'scoring'; done: number }) => void
  mostMilliseconds?: number
  signal?: AbortSignal
}

/**
 * Finds the purchase that leaked material came from: an archive, archives in an archive, or a single file. The suspects
 * are requested one after the other, so only one plan is in memory at a time.
 */
export const traceLeak = async (
  source: RangeSource,
  fileName: string,
  suspects: AsyncIterable<Suspects> | Iterable<Suspects>,
  { onProgress, mostMilliseconds = MOST_MILLISECONDS, signal }: TraceOptions = {},
): Promise<Trace> => {
  const budget = createBudget(mostMilliseconds, signal)
  const material = readMaterial(source, fileName, budget)
  const texts: LeakedText[] = []
  for await (const text of material.texts) {
    texts.push(text)
    onProgress?.({ step: 'reading', done: texts.length })
  }
  const tokens = [...material.tokens.values()]

  const results: Result[] = []
  const unreadable = new Set<LeakedText>()
  let scored = 0
  for await (const one of suspects) {
    const reading = readTexts(one.plan, texts, budget, unreadable)
    if (reading.slots.length === 0 && tokens.length === 0) {
      results.push(resultOf(one.plan, reading))
      continue
    }
    const before = scored
    const { evidence, best, count } = await scorePurchases(one, reading, tokens, budget, (done) =>
      onProgress?.({ step: 'scoring', done: before + done }),
    )
    scored += count
    results.push({ ...resultOf(one.plan, reading), evidence, best, chance: createChance(evidence) })
  }
  material.counts.unreadable += unreadable.size
  return conclude(results, material.counts, scored)
}

const readTexts = (plan: Plan, texts: readonly LeakedText[], budget: Budget, unreadable: Set<LeakedText>) => {
  const reader = createReader(plan)
  for (const text of texts) {
    budget.check()
    if (!reader.add(text)) unreadable.add(text)
  }
  return reader.finish()
}

const NOTHING: Record<Channel, number> = { V: 0, K: 0, N: 0, W: 0 }

interface Result {
  planId: string
  of: Record<Channel, number>
  nodes: Reading['nodes']
  evidence: { expected: number; slots: Record<Channel, number> }
  best: Scored[]
  /** Null if nothing was read. */
  chance: Chance | null
}

const resultOf = ({ id, capacity }: Plan, { nodes }: Reading): Result => ({
  planId: id,
  of: capacity.slots,
  nodes,
  evidence: { expected: 0, slots: NOTHING },
  best: [],
  chance: null,
})

/** A token has 128 bits. */
const TOKEN_CHANCE_POWER = -38

const conclude = (results: readonly Result[], material: MaterialCounts, scored: number): Trace => {
  const limit = -Math.log(WRONG_ONCE_IN * Math.max(1, scored))
  const judged = results.flatMap(({ planId, best, chance }) => {
    if (!chance) return []
    const threshold = chance.scoreFor(limit) ?? Infinity
    return best.map((one) => ({ ...one, planId, chance, isNamed: one.score >= threshold || one.hasToken }))
  })
  const named = judged
    .filter(({ isNamed }) => isNamed)
    .toSorted((a, b) => b.score - a.score)
    .map(({ planId, purchase, score, hasToken, chance }) => {
      const power = Math.min(0, (chance.logOf(score) + Math.log(Math.max(1, scored))) / Math.LN10)
      return { planId, purchase, score, hasToken, chancePower: hasToken ? Math.min(power, TOKEN_CHANCE_POWER) : power }
    })
  const others = judged.filter(({ isNamed }) => !isNamed).map(({ score }) => score)
  const main = results.toSorted((a, b) => b.evidence.expected - a.evidence.expected)[0]
  const facts = factsOf(main, limit)
  return {
    verdict: verdictOf(new Set(named.map(({ purchase }) => purchase)).size, facts, main),
    named,
    nextBest: others.length > 0 ? Math.max(...others) : null,
    ...facts,
    material,
    scored,
  }
}

const factsOf = (main: Result | undefined, limit: number) => {
  const { expected, slots } = main?.evidence ?? { expected: 0, slots: NOTHING }
  const threshold = main?.chance?.scoreFor(limit) ?? null
  const marks = Object.values(slots).reduce((sum, count) => sum + count, 0)
  const needed = threshold ?? Math.sqrt(-2 * limit)
  return {
    threshold,
    expected,
    read: slots,
    of: main?.of ?? NOTHING,
    neededMarks: expected > 0 ? Math.ceil(marks * (needed / expected) ** 2) : 0,
  }
}

const verdictOf = (
  named: number,
  { threshold, expected }: { threshold: number | null; expected: number },
  main?: Result,
): Verdict => {
  if (named > 0) return named === 1 ? 'match' : 'several'
  const { read, recognized } = main?.nodes ?? { read: 0, recognized: 0 }
  const isOtherMod = read >= MANY_NODES && recognized < read * LEAST_RECOGNIZED
  const isEnough = threshold !== null && expected >= threshold
  return isEnough || isOtherMod ? 'none' : 'too-little'
}
