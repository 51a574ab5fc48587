import { and, eq } from 'drizzle-orm'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { Tx } from '@slipstream/db/client'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orders } from '@slipstream/db/tables/orders'
import { tickets } from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'
import { grantMod } from '#features/entitlements/entitlements.service.ts'
import { decideRefund } from '#features/orders/admin-acts.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { changeTicket } from '../change-ticket.service.ts'

interface Decision {
  by: number
  reason: string
}

/** The account behind a ticket. A guest's address proves nothing, so money and mods need an account. */
const customerOf = async (tx: Tx, ticketId: number) => {
  const [ticket] = await tx.select({ userId: tickets.userId }).from(tickets).where(eq(tickets.id, ticketId))
  if (!ticket) throw new DomainError('tickets.not_found')
  if (ticket.userId === null) throw new DomainError('tickets.unverified')
  return ticket.userId
}

interface RefundDecision extends Decision {
  /** All that is left, unless some are named. */
  itemIds?: readonly number[] | undefined
}

/** Refunds an order of the ticket's own customer, or some of its items. Returns the refund's id. */
export const refundFromTicket = async (tx: Tx, ticketId: number, orderId: number, decision: RefundDecision) => {
  const userId = await customerOf(tx, ticketId)
  const [order] = await tx
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  if (!order) throw new DomainError('orders.not_found')
  const refundId = await decideRefund(tx, orderId, decision)
  const [refund] = await tx
    .select({ amountCents: orderRefunds.amountCents })
    .from(orderRefunds)
    .where(eq(orderRefunds.id, refundId))
  const amount = formatUsd(cents(refund?.amountCents ?? 0))
  await changeTicket(tx, eq(tickets.id, ticketId), { actorId: decision.by }, () => ({
    events: [{ kind: 'refunded', data: { detail: `${amount} of ${order.number}` } }],
  }))
  return refundId
}

export const regrantFromTicket = async (tx: Tx, ticketId: number, modId: number, { by, reason }: Decision) => {
  const userId = await customerOf(tx, ticketId)
  const [person] = await tx.select({ username: users.username }).from(users).where(eq(users.id, userId))
  await grantMod(tx, { username: person?.username ?? '', modId, reason, by })
  await changeTicket(tx, eq(tickets.id, ticketId), { actorId: by }, () => ({
    events: [{ kind: 'regranted', data: { modId } }],
  }))
}
