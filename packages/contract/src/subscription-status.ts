/** Stripe's statuses, and our own for a payment page that is open or was abandoned. */
export const SUBSCRIPTION_STATUSES = [
  'pending',
  'abandoned',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const
/** A subscription in one of these is over and never charged again. */
export const ENDED_STATUSES = ['abandoned', 'incomplete_expired', 'canceled'] as const satisfies SubscriptionStatus[]
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]
