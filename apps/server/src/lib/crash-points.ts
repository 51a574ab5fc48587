/** Places in buying between two steps, where a process may be gone from one moment to the next. */
export const CRASH_POINTS = [
  'checkout.before_commit',
  'checkout.order_written',
  'checkout.session_made',
  'checkout.session_saved',
  'checkout.session_expired',
  'webhook.verified',
  'webhook.kept',
  'event.taken',
  'event.followed',
  'fulfil.read',
  'fulfil.locked',
  'fulfil.before_commit',
  'fulfil.committed',
  'receipt.before_commit',
  'refund.before_commit',
  'refund.queued',
  'refund.paid',
  'refund.noted',
  'reconcile.claimed',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

let notice: (point: CrashPoint) => void = () => {}

/** Nothing happens here. That the store survives a crash at each of them is shown by who starts it with a `notice`. */
export const passed = (point: CrashPoint) => notice(point)

/** For who starts a process in order to end it at one of the points. */
export const noticeCrashPoints = (next: typeof notice) => {
  notice = next
}
