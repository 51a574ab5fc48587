import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { orderEvents } from '@slipstream/db/tables/order-history'

export interface OrderNote {
  what:
    | 'ordered'
    | 'paid'
    | 'card_declined'
    | 'payment_differs'
    | 'not_delivered'
    | 'canceled'
    | 'receipt_mailed'
    | 'mailed'
    | 'refund_asked'
    | 'refund_failed'
    | 'refunded'
    | 'refund_requested'
    | 'request_declined'
    | 'request_closed'
    | 'withdrawn'
    | 'disputed'
    | 'dispute_won'
    | 'dispute_lost'
    | 'evidence_sent'
    | 'mod_revoked'
    | 'moved'
    | 'adopted'
  /** Null for the store itself. */
  by?: number | null
  detail?: Record<string, unknown>
}

/** Adds a line to the order's timeline. */
export const noteOnOrder = async (tx: Tx, orderId: number, { what, by = null, detail = {} }: OrderNote) => {
  await tx.insert(orderEvents).values({ orderId, what, byUserId: by, detail })
}

/**
 * Adds the line only once, for facts that every read finds again; a fact with an id at Stripe once per id. The caller holds
 * the order's lock.
 */
export const noteOnce = async (tx: Tx, orderId: number, note: OrderNote) => {
  const stripeId = note.detail?.stripeId
  const isSameThing = typeof stripeId === 'string' ? sql`${orderEvents.detail}->>'stripeId' = ${stripeId}` : undefined
  const [before] = await tx
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.what, note.what), isSameThing))
    .limit(1)
  if (!before) await noteOnOrder(tx, orderId, note)
}
