import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { InvoiceDocument } from './invoices.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { pageOf } from './page.ts'
import { cursor, text } from './text.ts'

export const OrderNumber = text(20).check(z.regex(/^SL-\d{4}-\d{6,9}$/))
const orderParams = z.strictObject({ number: OrderNumber })

export const OrderSummary = z.object({
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  createdAt: z.iso.datetime(),
  paidAt: z.nullable(z.iso.datetime()),
  totalCents: CentsAmount,
  refundedCents: CentsAmount,
  titles: z.array(z.string()),
})
export type OrderSummary = z.output<typeof OrderSummary>

export const OrderItem = z.object({
  id: Id,
  modId: Id,
  /** The title at the time of sale. */
  title: z.string(),
  priceCents: CentsAmount,
  discountCents: CentsAmount,
  paidCents: CentsAmount,
  refundedCents: CentsAmount,
  isInLocker: z.boolean(),
})
export type OrderItem = z.output<typeof OrderItem>

const REQUEST_KINDS = ['refund', 'withdrawal'] as const
const REQUEST_STATES = ['open', 'granted', 'declined'] as const

export const RefundRequest = z.object({
  kind: z.enum(REQUEST_KINDS),
  state: z.enum(REQUEST_STATES),
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** Why it was declined. */
  answer: z.nullable(z.string()),
})
export type RefundRequest = z.output<typeof RefundRequest>

export const Order = z.object({
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  createdAt: z.iso.datetime(),
  paidAt: z.nullable(z.iso.datetime()),
  items: z.array(OrderItem),
  subtotalCents: CentsAmount,
  saleCents: CentsAmount,
  couponCents: CentsAmount,
  couponCode: z.nullable(z.string()),
  totalCents: CentsAmount,
  refundedCents: CentsAmount,
  refunds: z.array(z.object({ at: z.iso.datetime(), amountCents: CentsAmount })),
  seller: z.object({ name: z.string(), address: z.string(), taxId: z.string(), email: z.string() }),
  /** The invoice and its credit notes. Free and unpaid orders have none. */
  documents: z.array(InvoiceDocument),
  buyer: z.object({ name: z.string(), email: z.nullable(z.string()) }),
  consents: z.object({ version: z.string(), at: z.iso.datetime(), delivery: z.string(), withdrawal: z.string() }),
  /** The end of the period, and whether there is still something to withdraw from. Downloaded mods are excluded. */
  withdrawal: z.object({ until: z.nullable(z.iso.datetime()), isOpen: z.boolean() }),
  refundRequest: z.object({
    until: z.nullable(z.iso.datetime()),
    isOpen: z.boolean(),
    latest: z.nullable(RefundRequest),
  }),
})
export type Order = z.output<typeof Order>

const reason = text(2_000, { min: 3, tooShort: 'Please say why, in a few words.', multiline: true })

export const ordersApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/orders',
    summary: 'List your orders, newest first',
    access: 'user',
    query: z.strictObject({ after: cursor() }),
    response: pageOf(OrderSummary),
  }),
  order: endpoint({
    method: 'GET',
    path: '/api/orders/:number',
    summary: 'Get an order with the data of its invoice',
    access: 'user',
    owned: true,
    params: orderParams,
    response: Order,
    errors: ['orders.not_found'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/orders/:number/withdraw',
    summary: 'Withdraw from the contract; mods that were not downloaded are refunded',
    access: 'user',
    owned: true,
    params: orderParams,
    response: Order,
    errors: ['orders.not_found', 'orders.withdrawal_over'],
  }),
  requestRefund: endpoint({
    method: 'POST',
    path: '/api/orders/:number/refund-request',
    summary: 'Request a refund; a person decides',
    access: 'user',
    owned: true,
    params: orderParams,
    body: z.strictObject({ reason }),
    response: Order,
    errors: ['orders.not_found', 'orders.refund_window_over', 'orders.request_waits', 'orders.nothing_to_refund'],
  }),
}
