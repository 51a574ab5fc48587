import * as z from 'zod/mini'

/** The answer to a write that returns nothing but what it did, in words for the person. */
export const done = () => z.object({ success: z.literal(true), message: z.string() })
