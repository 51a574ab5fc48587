import { median } from '../bench/summary.ts'
import type { AttackReport } from './attackers.ts'
import type { PathSummary } from './bystander.ts'
import type { PictureOutcome } from './picture-burst.ts'

const MAX_P99_MS = 250
const MAX_SERVER_MB = 350
const MAX_PICTURE_MB = 400
const MAX_SMALL_PICTURE_MS = 5_000
const MAX_PAGE_MS = 1_000
/** How far a heap sample may be from the median. */
const HEAP_MARGIN = 0.1
/** Refusals are answers. A 5xx is a fault of the store, except 503 when it is busy. */
const isFault = (status: number) => status >= 500 && status !== 503

export interface Outcome {
  attack: AttackReport
  bystander: PathSummary[]
  /** In MB, after a forced collection, evenly spaced after the warm-up. */
  heap: readonly number[]
  residentMb: number
  pictures: PictureOutcome
}

/** One sentence for each way the attack hurt the bystander. Empty when the store held up. */
export const judgeBystander = ({ bystander }: Pick<Outcome, 'bystander'>): string[] =>
  bystander.flatMap(({ name, p99Ms, failures, answers }) => [
    ...(answers === 0 ? [`the bystander got no answer to ${name}`] : []),
    ...(failures > 0 ? [`the bystander was refused ${name} ${failures} times`] : []),
    ...(name === 'all' && p99Ms >= MAX_P99_MS ? [`the bystander's p99 is ${Math.round(p99Ms)} ms`] : []),
  ])

/** The same for sixteen hostile pictures at once. */
export const judgePictureTimes = ({ smallMs, slowestPageMs }: PictureOutcome): string[] => [
  ...(smallMs > MAX_SMALL_PICTURE_MS ? [`a small picture took ${Math.round(smallMs)} ms among hostile ones`] : []),
  ...(slowestPageMs > MAX_PAGE_MS ? [`a page took ${Math.round(slowestPageMs)} ms among hostile pictures`] : []),
]

export const judgePictureMemory = ({ serverMb, pictureMb, hostile }: PictureOutcome): string[] => [
  ...(serverMb > MAX_SERVER_MB ? [`hostile pictures made the server hold ${Math.round(serverMb)} MB`] : []),
  ...(pictureMb > MAX_PICTURE_MB ? [`the picture process held ${Math.round(pictureMb)} MB`] : []),
  ...Object.entries(hostile)
    .filter(([status]) => isFault(Number(status)))
    .map(([status, count]) => `a hostile picture was answered with ${status} ${count} times`),
]

/** One sentence for each way the attack hurt the store itself: its memory, or answers that only a bug can explain. */
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
