import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { done } from './done.ts'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { pageSize } from './number.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { Order, OrderItem, RefundRequest } from './orders.ts'
import { pageOf } from './page.ts'
import { cursor, filledText, instant, text } from './text.ts'

const reason = text(500, { min: 3, tooShort: 'Enter a reason.', multiline: true })

const FILTERS = {
  /** The beginning of an order number or e-mail address, a username, or a Stripe id. */
  q: z.optional(filledText(255)),
  status: z.optional(z.enum(ORDER_STATUSES)),
  /** Only orders with a refund request that waits for a decision. */
  requested: z.optional(z.literal('true')),
  from: z.optional(instant()),
  to: z.optional(instant()),
}

export const OrderFilters = z.strictObject(FILTERS)
export type OrderFilters = z.output<typeof OrderFilters>

export const OrderRow = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  userId: Id,
  username: z.string(),
  email: z.nullable(z.string()),
  titles: z.array(z.string()),
  totalCents: CentsAmount,
  refundedCents: CentsAmount,
  couponCode: z.nullable(z.string()),
  hasOpenRequest: z.boolean(),
  createdAt: z.iso.datetime(),
  paidAt: z.nullable(z.iso.datetime()),
})
export type OrderRow = z.output<typeof OrderRow>

const TIMELINE_SOURCES = ['order', 'stripe', 'ledger', 'download'] as const

export const TimelineEntry = z.object({
  at: z.iso.datetime(),
  source: z.enum(TIMELINE_SOURCES),
  /** `paid`, `refund_sent`, `receipt_mailed`; events from Stripe keep Stripe’s names, such as `charge.refunded`. */
  what: z.string(),
  /** The username of the administrator; null for the store itself and for Stripe. */
  by: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

export const OrderRefund = z.object({
  id: Id,
  state: z.enum(['queued', 'sent', 'failed']),
  amountCents: CentsAmount,
  reason: z.string(),
  itemIds: z.array(Id),
  createdAt: z.iso.datetime(),
  error: z.nullable(z.string()),
})
export type OrderRefund = z.output<typeof OrderRefund>

export const OrderDispute = z.object({
  id: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  reason: z.string(),
  amountCents: CentsAmount,
  openedAt: z.iso.datetime(),
  evidenceDueAt: z.nullable(z.iso.datetime()),
})
export type OrderDispute = z.output<typeof OrderDispute>

const AdminOrderItem = z.extend(OrderItem, {
  entitlement: z.nullable(
    z.object({ id: Id, revokedAt: z.nullable(z.iso.datetime()), revokeReason: z.nullable(z.string()) }),
  ),
  firstDownloadedAt: z.nullable(z.iso.datetime()),
  /** The amount that can still be refunded. */
  refundableCents: CentsAmount,
})

export const AdminOrder = z.extend(z.omit(Order, { items: true }), {
  id: Id,
  userId: Id,
  username: z.string(),
  items: z.array(AdminOrderItem),
  stripeSessionId: z.nullable(z.string()),
  paymentIntentId: z.nullable(z.string()),
  expiresAt: z.nullable(z.iso.datetime()),
  /** A buyer’s request, or one the store opened for its own staff. */
  requests: z.array(z.extend(RefundRequest, { isFromBuyer: z.boolean() })),
  refundsAsked: z.array(OrderRefund),
  disputes: z.array(OrderDispute),
  timeline: z.array(TimelineEntry),
})
export type AdminOrder = z.output<typeof AdminOrder>

/** A mod that an administrator gave to a customer for free. */
export const GrantedMod = z.object({
  /** The id of the entitlement. */
  id: Id,
  userId: Id,
  username: z.string(),
  modId: Id,
  title: z.string(),
  reason: z.string(),
  /** The administrator’s username. */
  by: z.string(),
  grantedAt: z.iso.datetime(),
  firstDownloadedAt: z.nullable(z.iso.datetime()),
  revokedAt: z.nullable(z.iso.datetime()),
  revokeReason: z.nullable(z.string()),
})
export type GrantedMod = z.output<typeof GrantedMod>

/** The evidence a bank asks for in a dispute, in the terms of Stripe’s form. */
export const DisputeEvidence = z.object({
  customerName: z.string(),
  customerEmail: z.nullable(z.string()),
  productDescription: z.string(),
  accessActivityLog: z.string(),
  serviceDate: z.string(),
  refundPolicy: z.string(),
  text: z.string(),
})
export type DisputeEvidence = z.output<typeof DisputeEvidence>

export const ordersAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/orders',
    summary: 'List orders with search and filters, newest first',
    access: 'admin',
    query: z.strictObject({ ...FILTERS, limit: pageSize(50, 50), after: cursor() }),
    response: pageOf(OrderRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/admin/orders/export',
    summary: 'Export the same list as CSV',
    access: 'admin',
    needsProof: true,
    query: OrderFilters,
    response: z.string(),
  }),
  order: endpoint({
    method: 'GET',
    path: '/api/admin/orders/:id',
    summary: 'Get an order with its timeline',
    access: 'admin',
    params: idParams,
    response: AdminOrder,
    errors: ['orders.not_found'],
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/refund',
    summary: 'Refund the given items or the whole rest',
    access: 'admin',
    needsProof: true,
    params: idParams,
    body: z.strictObject({ itemIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(200))), reason }),
    response: AdminOrder,
    errors: ['orders.not_found', 'orders.not_paid', 'orders.nothing_to_refund', 'orders.not_refundable'],
  }),
  declineRequest: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/decline-request',
    summary: 'Decline a refund request with a reason, or close a request of the store itself',
    access: 'admin',
    needsProof: 'no: moves no money',
    params: idParams,
    body: z.strictObject({ reason }),
    response: AdminOrder,
    errors: ['orders.not_found', 'orders.no_request'],
  }),
  resendReceipt: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/receipt',
    summary: 'Mail the receipt again',
    access: 'admin',
    needsProof: 'no: mails only the buyer',
    params: idParams,
    response: done(),
    errors: ['orders.not_found', 'orders.not_paid'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/check',
    summary: 'Read the payment from Stripe now and update the order',
    access: 'admin',
    needsProof: 'no: moves no money',
    params: idParams,
    response: AdminOrder,
    errors: ['orders.not_found', 'payments.away', 'payments.refused'],
  }),
  evidence: endpoint({
    method: 'GET',
    path: '/api/admin/orders/:id/evidence',
    summary: 'Collect the evidence for a dispute about this order',
    access: 'admin',
    params: idParams,
    response: DisputeEvidence,
    errors: ['orders.not_found'],
  }),
  submitEvidence: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/evidence',
    summary: 'Submit the evidence to the bank through Stripe; this is final',
    access: 'admin',
    needsProof: 'no: tells the bank what the order says',
    params: idParams,
    response: done(),
    errors: ['orders.not_found', 'orders.no_dispute', 'payments.away', 'payments.refused'],
  }),
  granted: endpoint({
    method: 'GET',
    path: '/api/admin/entitlements',
    summary: 'List free mods with search, newest first',
    access: 'admin',
    query: z.strictObject({
      /** A part of the customer’s username or of the mod’s title. */
      q: z.optional(filledText(80)),
      after: cursor(),
    }),
    response: pageOf(GrantedMod),
  }),
  grant: endpoint({
    method: 'POST',
    path: '/api/admin/entitlements',
    summary: 'Give a mod to a customer for free',
    access: 'admin',
    needsProof: true,
    body: z.strictObject({
      username: filledText(80),
      modId: Id,
      reason,
    }),
    response: z.object({ id: Id }),
    errors: ['mod.not_found', 'entitlement.no_customer', 'entitlement.owned'],
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/admin/entitlements/:id/revoke',
    summary: 'Remove a mod from a customer’s locker',
    access: 'admin',
    needsProof: true,
    params: idParams,
    body: z.strictObject({ reason }),
    response: done(),
    errors: ['entitlement.not_found'],
  }),
}
