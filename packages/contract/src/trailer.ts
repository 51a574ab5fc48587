import * as z from 'zod/mini'
import { TRAILER_ID } from './trailer-hosts.ts'

/** A video that the mod's page plays after a click. Only these two services, and only valid ids of theirs. */
export const Trailer = z.discriminatedUnion('service', [
  z.object({ service: z.literal('youtube'), id: z.string().check(z.regex(TRAILER_ID.youtube)) }),
  z.object({ service: z.literal('vimeo'), id: z.string().check(z.regex(TRAILER_ID.vimeo)) }),
])
export type Trailer = z.output<typeof Trailer>
