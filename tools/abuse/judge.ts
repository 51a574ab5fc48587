import { median } from '../bench/summary.ts'
import type { AttackReport } from './attackers.ts'
import type { PathSummary } from './bystander.ts'

const MAX_P99_MS = 250
/** How far a heap sample may be from their median. */
const HEAP_MARGIN = 0.1
/** Refusals are answers; these are faults of the store, except that it may say 503 when it is busy. */
const isFault = (status: number) => status >= 500 && status !== 503

export interface Outcome {
  attack: AttackReport
  bystander: PathSummary[]
  /** In MB, after a forced collection, evenly over the time after the warm-up. */
  heap: readonly number[]
  residentMb: number
}

/** What the attack did to somebody else, one sentence each; nothing when the store held. */
export const judgeBystander = ({ bystander }: Pick<Outcome, 'bystander'>): string[] =>
  bystander.flatMap(({ name, p99Ms, failures, answers }) => [
    ...(answers === 0 ? [`the bystander got no answer to ${name}`] : []),
    ...(failures > 0 ? [`the bystander was refused ${name} ${failures} times`] : []),
    ...(name === 'all' && p99Ms >= MAX_P99_MS ? [`the bystander's p99 is ${Math.round(p99Ms)} ms`] : []),
  ])

/** What the attack did to the store itself: its memory, and answers that are nobody's fault but ours. */
export const judgeStore = ({ attack, heap }: Pick<Outcome, 'attack' | 'heap'>): string[] => [
  ...heapFaults(heap),
  ...Object.entries(attack.counts).flatMap(([kind, counts]) =>
    Object.entries(counts)
      .filter(([status]) => isFault(Number(status)))
      .map(([status, count]) => `${kind} was answered with ${status} ${count} times`),
  ),
]

const heapFaults = (heap: readonly number[]) => {
  if (heap.some(Number.isNaN)) return ['the heap could not be read']
  const middle = median(heap)
  return heap
    .filter((sample) => Math.abs(sample - middle) > middle * HEAP_MARGIN)
    .map((sample) => `a heap of ${Math.round(sample)} MB is more than 10 % from the median of ${Math.round(middle)} MB`)
}
