/**
 * The event types we process, at most 20: Stripe's list of events filters by no more. The endpoint at Stripe need not
 * send others. In a file without schemas, so that pages can use it without loading them.
 */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.updated',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** A `failing` event was tried without success and will be retried. */
export const EVENT_STATES = ['handled', 'waiting', 'failing'] as const
export type EventState = (typeof EVENT_STATES)[number]
