/** Points between two steps of a purchase at which a process may die. */
export const FAILPOINTS = [
  'checkout.before_commit',
  'checkout.order_written',
  'checkout.session_made',
  'checkout.session_saved',
  'checkout.session_expired',
  'webhook.verified',
  'webhook.kept',
  'event.taken',
  'event.followed',
  'fulfill.read',
  'fulfill.locked',
  'fulfill.before_commit',
  'fulfill.committed',
  'receipt.before_commit',
  'refund.before_commit',
  'refund.queued',
  'refund.paid',
  'refund.noted',
  'reconcile.claimed',
] as const

/** The same for a subscription: its start, renewals, plan changes, cancellations and refunds. */
export const SUBSCRIPTION_FAILPOINTS = [
  'subscription.written',
  'subscription.page_made',
  'subscription.page_closed',
  'subscription.read',
  'subscription.locked',
  'subscription.applied',
  'subscription.end_written',
  'subscription.end_planned',
  'subscription.kept',
  'subscription.canceled',
  'subscription.change_written',
  'subscription.change_told',
  'subscription.change_scheduled',
  'subscription.change_released',
  'subscription.change_settled',
  'subscription.refund_before_commit',
  'subscription.refund_paid',
] as const

/** The same for what a person does after a restore. */
type RestoreFailpoint =
  | 'copy.gaps_booked'
  | 'stray.order_written'
  | 'stray.subscription_written'
  | 'stray.refunded'
  | 'stray.carried_out'

export type Failpoint = (typeof FAILPOINTS)[number] | (typeof SUBSCRIPTION_FAILPOINTS)[number] | RestoreFailpoint

let listener: (point: Failpoint) => void = () => {}

/** Does nothing in production. The crash tests install a listener and kill the process at each point. */
export const failpoint = (point: Failpoint) => listener(point)

export const onFailpoint = (next: typeof listener) => {
  listener = next
}
