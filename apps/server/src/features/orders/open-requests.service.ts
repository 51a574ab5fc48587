import { and, count, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '@slipstream/db/client'
import { refundRequests } from '@slipstream/db/tables/order-history'
import { announceChange } from '#lib/cache/change-bus.ts'
import { enqueue } from '#lib/jobs/jobs.ts'

declare module '#lib/cache/change-bus.ts' {
  interface Topics {
    /** Requests that wait for a decision by the staff. */
    requests: unknown
  }
}

// A literal, because the planner uses the partial index only if it sees the state.
const isOpen = sql`${refundRequests.state} = 'open'`

/** How many requests wait for a decision. Reads only their index entries. */
export const countOpenRequests = async (db: Db): Promise<number> => {
  const [row] = await db.select({ open: count() }).from(refundRequests).where(isOpen)
  return row?.open ?? 0
}

/** Opens a request on an order and notifies the staff. Returns false if one is already open. */
export const openRequest = async (
  tx: Tx,
  orderId: number,
  { origin, reason }: { origin: 'buyer' | 'store'; reason: string },
): Promise<boolean> => {
  const [request] = await tx
    .insert(refundRequests)
    .values({ orderId, kind: 'refund', origin, reason })
    .onConflictDoNothing()
    .returning({ id: refundRequests.id })
  if (!request) return false
  await enqueue(tx, 'orders.tell_staff', { requestId: request.id, isReminder: false })
  await enqueue(tx, 'tickets.follow_request', { requestId: request.id })
  await announceChange(tx, 'requests')
  return true
}

export const isFromBuyer = sql<boolean>`${refundRequests.origin} = 'buyer'`

interface Decision {
  state: 'granted' | 'declined'
  answer?: string
  /** Null for the store itself. */
  by: number | null
}

/** Closes the order's open request, if there is one. */
export const decideRequest = async (tx: Tx, orderId: number, { state, answer, by }: Decision) => {
  const [decided] = await tx
    .update(refundRequests)
    .set({ state, decidedAt: new Date(), decidedByUserId: by, ...(answer !== undefined && { answer }) })
    .where(and(eq(refundRequests.orderId, orderId), isOpen))
    .returning({ id: refundRequests.id, isFromBuyer })
  if (decided) {
    await enqueue(tx, 'tickets.follow_request', { requestId: decided.id })
    await announceChange(tx, 'requests')
  }
  return decided
}
