import * as z from 'zod/mini'

/** The answer to a write that returns only a message for the person. */
export const done = () => z.object({ success: z.literal(true), message: z.string() })
