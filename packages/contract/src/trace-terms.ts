import * as z from 'zod/mini'
import { Id } from './id.ts'

export const TRACE_VERDICTS = ['match', 'several', 'none', 'too-little'] as const
export type TraceVerdict = (typeof TRACE_VERDICTS)[number]

const Marks = z.object({ V: z.int(), K: z.int(), N: z.int(), W: z.int() })

/** A stored trace result. It names no mark below the threshold, so nobody below it can be looked up. */
export const TraceFindings = z.object({
  verdict: z.enum(TRACE_VERDICTS),
  named: z.array(
    z.object({
      markId: Id,
      releaseId: Id,
      score: z.number(),
      /** The chance that any innocent purchase scores this high, as a power of ten. */
      chancePower: z.number(),
      hasToken: z.boolean(),
    }),
  ),
  /** The highest score below the threshold. */
  nextBest: z.nullable(z.number()),
  /** The score to reach; null if no score would be enough. */
  threshold: z.nullable(z.number()),
  /** The score that a single, unmixed copy would reach. */
  expected: z.number(),
  read: Marks,
  of: Marks,
  neededMarks: z.int(),
  files: z.int(),
  unreadable: z.int(),
  skipped: z.int(),
  /** How many purchases were compared. */
  scored: z.int(),
  /** Releases with copies that could not be compared, because MARK_KEYS lacks their key. Absent in older traces. */
  uncompared: z.optional(z.int()),
  milliseconds: z.int(),
})
export type TraceFindings = z.output<typeof TraceFindings>
