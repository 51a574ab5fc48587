import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { filledText } from './text.ts'

/** Best effort: signals may be lost. `here` and `left` reach only the staff. */
export const LIVE_SIGNALS = ['typing', 'here', 'left'] as const
export type LiveSignalKind = (typeof LIVE_SIGNALS)[number]

/** A signal as it reaches a page. */
export interface LiveSignal {
  topic: string
  kind: LiveSignalKind
  isStaff: boolean
  /** The sender, for the staff only. */
  userId?: number
}

export const liveApi = {
  follow: endpoint({
    method: 'GET',
    path: '/api/live',
    summary: 'Follow topics as server-sent events: `hint` names a topic to fetch again, `reset` means all of them',
    access: 'user',
    query: z.strictObject({ topics: filledText(1_000) }),
    response: z.string(),
    errors: ['live.no_topic'],
    poll: true,
  }),
  signal: endpoint({
    method: 'POST',
    path: '/api/live/signals',
    summary: 'Tell the others who follow a topic that the caller is typing, is here or has left',
    access: 'user',
    body: z.strictObject({ topic: filledText(60), kind: z.enum(LIVE_SIGNALS) }),
    response: z.object({ success: z.literal(true) }),
    errors: ['live.no_topic'],
    poll: true,
  }),
}
