import * as z from 'zod/mini'

/** What the download waits for: the release is not split yet, the copy is queued, or it is being written. */
export const COPY_STEPS = ['release', 'queue', 'copy'] as const
export type CopyStep = (typeof COPY_STEPS)[number]

/** How well the copies of a release can be traced, in words for the creator. */
export const CopyCapacity = z.object({
  level: z.enum(['strong', 'weak', 'none']),
  sentence: z.string(),
  /** Marks per channel: node coordinates, order of keys, written numbers, spaces. */
  slots: z.object({ V: z.int(), K: z.int(), N: z.int(), W: z.int() }),
  /** How many people can mix their copies and still be traced. */
  colluders: z.int(),
  /** What would raise the capacity. */
  raises: z.array(z.object({ code: z.string(), count: z.int(), sentence: z.string() })),
})
export type CopyCapacity = z.output<typeof CopyCapacity>
