import { and, eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { refundRequests } from '@slipstream/db/tables/order-history'
import { orders } from '@slipstream/db/tables/orders'
import { tickets } from '@slipstream/db/tables/tickets'
import { changeTicket } from './change-ticket.service.ts'
import { insertTicket } from './open-ticket.service.ts'

const SUBJECTS = { refund: 'Refund request for', withdrawal: 'Withdrawal from' }

/**
 * A buyer's request is a ticket too, so that there is only one inbox. The ticket is opened with the request and closed
 * with the decision, wherever that is made. Runs as a job and may be repeated.
 */
export const followRequest = async (tx: Tx, requestId: number) => {
  const [request] = await tx
    .select({
      kind: refundRequests.kind,
      origin: refundRequests.origin,
      state: refundRequests.state,
      reason: refundRequests.reason,
      decidedBy: refundRequests.decidedByUserId,
      orderId: orders.id,
      number: orders.number,
      userId: orders.userId,
    })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.orderId))
    .where(eq(refundRequests.id, requestId))
  if (!request || request.origin !== 'buyer') return
  const { userId, orderId, kind, number, reason } = request
  const subject = `${SUBJECTS[kind]} ${number}`
  const clientKey = `refund-request-${requestId}`
  await insertTicket(tx, { userId, orderId }, { subject, category: 'refund', clientKey, body: reason || subject })
  if (request.state === 'open') return
  const isRequest = and(eq(tickets.userId, userId), eq(tickets.clientKey, clientKey))
  await changeTicket(tx, isRequest, { actorId: request.decidedBy }, ({ status }) =>
    status === 'solved' || status === 'spam'
      ? null
      : // A decision is an answer: the buyer is mailed about it.
        { set: { status: 'solved', snoozedUntil: null }, events: [{ kind: 'staff_answered' }, { kind: 'solved' }] },
  )
}
