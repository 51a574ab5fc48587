import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { decimal } from './number.ts'
import { filledText } from './text.ts'
import { LONGEST_TERM, MOST_VISIT_EVENTS, VITAL_NAMES } from './visit-terms.ts'

const path = () => filledText(200)

/** What a browser reports. The server counts carts and checkouts itself. */
export const VisitEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('view'),
    path: path(),
    /** The host of the referring site, on the first page only. */
    referrer: z.optional(filledText(253).check(z.regex(/^[a-z0-9.-]+$/))),
  }),
  z.strictObject({ kind: z.literal('search'), term: filledText(LONGEST_TERM), found: z.boolean() }),
  /** Milliseconds; CLS has no unit. */
  z.strictObject({ kind: z.literal('vital'), path: path(), name: z.enum(VITAL_NAMES), value: decimal(0, 600_000) }),
])
export type VisitEvent = z.output<typeof VisitEvent>

export const visitsApi = {
  send: endpoint({
    method: 'POST',
    path: '/api/visits',
    summary: 'Report what a visitor saw, without a name or an address',
    access: 'public',
    body: z.strictObject({ events: z.array(VisitEvent).check(z.minLength(1), z.maxLength(MOST_VISIT_EVENTS)) }),
    response: z.object({ success: z.literal(true) }),
    // Views of the maintenance page count too.
    duringMaintenance: true,
    poll: true,
  }),
}
