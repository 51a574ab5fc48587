import type { subscriptions } from '@slipstream/db/tables/subscriptions'

export type SubscriptionRow = typeof subscriptions.$inferSelect
export type EndReason = NonNullable<SubscriptionRow['endReason']>
