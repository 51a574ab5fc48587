import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { endpoint } from './endpoint.ts'
import { Id, WideId, wideIdParams } from './id.ts'
import { lenient } from './lenient.ts'
import { filledText } from './text.ts'

/** A payment for a subscription, as the administrators see it. */
export const RecentSubscription = z.object({
  id: WideId,
  createdAt: z.iso.datetime(),
  username: z.nullable(z.string()),
  userId: Id,
  planName: z.nullable(z.string()),
  amountCents: z.nullable(CentsAmount),
  interval: z.nullable(z.string()),
  paymentIntentId: z.nullable(z.string()),
  refundedCents: CentsAmount,
  /** The latest decision to refund it. */
  refund: z.nullable(z.object({ state: z.enum(['queued', 'sent', 'failed']), error: z.nullable(z.string()) })),
})
const RecentSubscriptions = z.object({ items: z.array(RecentSubscription) })
export type RecentSubscription = z.output<typeof RecentSubscription>

const FailedRenewal = z.object({
  id: Id,
  username: z.nullable(z.string()),
  userId: Id,
  planName: z.string(),
  amountCents: CentsAmount,
  failedAt: z.iso.datetime(),
  attempts: z.int(),
  /** What happens next: Stripe retries, and if that fails too, access ends. */
  nextAttemptAt: z.nullable(z.iso.datetime()),
  endsAt: z.iso.datetime(),
})

/** A refund that the bank returned or Stripe refused: the money is still owed. */
const FailedRefund = z.object({
  /** The id of the payment. */
  id: WideId,
  username: z.nullable(z.string()),
  userId: Id,
  amountCents: CentsAmount,
  decidedAt: z.iso.datetime(),
  error: z.nullable(z.string()),
})

export const SubscriptionFigures = z.object({
  active: z.int(),
  /** Started and ended in the last 30 days. */
  started: z.int(),
  churned: z.int(),
  /** The monthly revenue of all running subscriptions that renew; longer and shorter intervals are converted. */
  monthlyCents: CentsAmount,
  /** Paid minus refunded, for the last twelve calendar months of the store, oldest first. */
  revenue: z.array(z.object({ month: z.string(), amountCents: CentsAmount })),
  failedRenewals: z.array(FailedRenewal),
  failedRefunds: z.array(FailedRefund),
})
export type SubscriptionFigures = z.output<typeof SubscriptionFigures>

/** Subscriptions as administrators see them. */
export const subscriptionsAdminApi = {
  recent: endpoint({
    method: 'GET',
    path: '/api/admin/subscriptions/recent',
    summary: 'The latest payments for subscriptions, newest first',
    access: 'admin',
    response: RecentSubscriptions,
    reads: lenient(RecentSubscriptions, { state: 'queued' }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/admin/subscriptions/figures',
    summary: 'Active, new and churned subscribers, revenue by month, failing renewals and failed refunds',
    access: 'admin',
    response: SubscriptionFigures,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/admin/subscriptions/payments/:id/refund',
    summary: 'Refunds a payment in full. If it paid for the running period, the subscription ends',
    access: 'admin',
    needsProof: true,
    params: wideIdParams,
    body: z.strictObject({ reason: filledText(300) }),
    response: z.null(),
    errors: ['subscriptions.payment_not_found', 'subscriptions.nothing_to_refund'],
  }),
}
