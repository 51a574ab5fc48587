import { HOUR_MS } from './durations.ts'

/** The groups of the queue in their order. A ticket that waits for the customer has no due time. */
export const QUEUE_GROUPS = ['late', 'soon', 'later', 'waiting'] as const
export type QueueGroup = (typeof QUEUE_GROUPS)[number]

export const DUE_SOON_MS = 2 * HOUR_MS

interface Queued {
  id: number
  dueAt: number | null
  isPremium: boolean
}

export const queueGroup = (dueAt: number | null, now: number): QueueGroup => {
  if (dueAt === null) return 'waiting'
  if (dueAt < now) return 'late'
  return dueAt <= now + DUE_SOON_MS ? 'soon' : 'later'
}

/** Late first, then due within two hours, then the rest; in each group Premium first, then by due time. */
export const compareInQueue =
  (now: number) =>
  (one: Queued, other: Queued): number =>
    QUEUE_GROUPS.indexOf(queueGroup(one.dueAt, now)) - QUEUE_GROUPS.indexOf(queueGroup(other.dueAt, now)) ||
    Number(other.isPremium) - Number(one.isPremium) ||
    (one.dueAt ?? 0) - (other.dueAt ?? 0) ||
    one.id - other.id
