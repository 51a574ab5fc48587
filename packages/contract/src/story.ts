import * as z from 'zod/mini'
import { Picture } from './picture.ts'

const StoryLine = z.object({
  /** Text with one formatting. Plain text is just a string. */
  runs: z.array(
    z.union([
      z.string(),
      z.object({
        text: z.string(),
        isStrong: z.optional(z.boolean()),
        isEmphasis: z.optional(z.boolean()),
        /** Only http and https. */
        href: z.optional(z.string()),
      }),
    ]),
  ),
})
export type StoryRun = z.output<typeof StoryLine>['runs'][number]

const { runs } = StoryLine.shape

/** A part of a formatted story. HTML cannot occur: pages render these with their own elements. */
export const StoryBlock = z.union([
  z.object({ kind: z.literal('paragraph'), runs }),
  z.object({ kind: z.literal('heading'), isSmall: z.boolean(), runs }),
  z.object({
    kind: z.literal('list'),
    isOrdered: z.boolean(),
    /** `below` are the items of the nested list. */
    items: z.array(z.object({ runs, below: z.array(runs) })),
  }),
  /** A picture from the mod's own gallery. */
  z.object({ kind: z.literal('picture'), picture: Picture, caption: z.string() }),
])
export type StoryBlock = z.output<typeof StoryBlock>
