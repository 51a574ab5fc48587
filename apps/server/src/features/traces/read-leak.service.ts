import { inArray } from 'drizzle-orm'
import type { TraceFindings } from '@slipstream/contract/trace-terms'
import type { Db } from '@slipstream/db/client'
import { copyMarks } from '@slipstream/db/tables/copies'
import type { RangeSource } from '@slipstream/mod-archive/source'
import { type Trace, traceLeak } from '@slipstream/mod-archive/tracing/trace'
import { byKey, listSplits, type SplitRow, type SuspectParts, suspectsOf } from './suspects.service.ts'

/** Time limit for comparing a file with all mods of a large store. One mod takes seconds. */
const MOST_MILLISECONDS = 10 * 60_000
/** JSON has no infinity. */
const LEAST_POWER = -300

interface Leak {
  source: RangeSource
  fileName: string
  /** Null for all mods. */
  modId: number | null
}

interface Options {
  signal?: AbortSignal
  onProgress?: (message: string) => void
}

/** Compares a leaked file with every purchase. Only purchases above the threshold are in the answer. */
export const readLeak = async (
  parts: SuspectParts,
  { source, fileName, modId }: Leak,
  { signal, onProgress }: Options = {},
): Promise<TraceFindings> => {
  const begun = performance.now()
  const { splits, uncompared } = byKey(parts.markKeys, await listSplits(parts.db, modId))
  const trace = await traceLeak(source, fileName, suspectsOf(parts, splits), {
    mostMilliseconds: MOST_MILLISECONDS,
    ...(signal && { signal }),
    onProgress: ({ step, done }) =>
      onProgress?.(step === 'reading' ? `Read ${done} files` : `Compared with ${done} purchases`),
  })
  return {
    verdict: trace.verdict,
    named: await identify(parts.db, trace.named, splits),
    nextBest: trace.nextBest,
    threshold: trace.threshold,
    expected: trace.expected,
    read: trace.read,
    of: trace.of,
    neededMarks: trace.neededMarks,
    ...trace.material,
    scored: trace.scored,
    uncompared,
    milliseconds: Math.round(performance.now() - begun),
  }
}

const identify = async (db: Db, named: Trace['named'], splits: readonly SplitRow[]) => {
  if (named.length === 0) return []
  const codes = named.map(({ purchase }) => purchase)
  const marks = await db
    .select({ id: copyMarks.id, code: copyMarks.code })
    .from(copyMarks)
    .where(inArray(copyMarks.code, codes))
  return named.flatMap(({ planId, purchase, score, chancePower, hasToken }) => {
    const mark = marks.find(({ code }) => code === purchase)
    const split = splits.find((one) => one.planId === planId)
    if (!mark || !split) return []
    const known = { markId: mark.id, releaseId: split.releaseId, score, hasToken }
    return [{ ...known, chancePower: Math.max(LEAST_POWER, chancePower) }]
  })
}
