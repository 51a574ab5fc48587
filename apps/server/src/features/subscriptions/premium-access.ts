import { DAY_MS } from '@slipstream/contract/durations'
import { SUBSCRIPTION_GRACE_DAYS } from '@slipstream/contract/legal'
import type { SubscriptionStatus } from '@slipstream/contract/subscription-status'

const GRACE_MS = SUBSCRIPTION_GRACE_DAYS * DAY_MS

/** Statuses of a subscription that may still be charged. */
export const LIVE_STATUSES = ['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused'] as const
const LIVE = new Set<SubscriptionStatus>(LIVE_STATUSES)
export const isLive = ({ status }: { status: SubscriptionStatus }) => LIVE.has(status)

export interface Standing {
  status: SubscriptionStatus
  /** The end of the last period that was paid and kept. */
  paidThrough: Date | null
  /** When Stripe will cancel it. */
  endsAt: Date | null
  endedAt: Date | null
}

type Rule = (standing: Standing) => Date | null

const never: Rule = () => null
const untilPaid: Rule = ({ paidThrough }) => paidThrough
/**
 * A renewal is collected after its period has begun, and retried for days. Access continues for that long, unless
 * Stripe will cancel earlier. The date does not depend on whether the renewal has been tried yet, so nobody loses
 * access in the hour before the first try, and a lost webhook costs nobody a minute.
 */
const untilGraceEnds: Rule = ({ paidThrough, endsAt }) => paidThrough && earlier(graceEnd(paidThrough), endsAt)
const untilEnded: Rule = ({ endedAt, paidThrough }) =>
  endedAt && paidThrough ? earlier(endedAt, graceEnd(paidThrough)) : endedAt

/** The only place that derives Premium access from Stripe's status: never, or until when. */
const ACCESS: Record<SubscriptionStatus, Rule> = {
  pending: never,
  abandoned: never,
  incomplete: never,
  incomplete_expired: never,
  trialing: untilGraceEnds,
  active: untilGraceEnds,
  past_due: untilGraceEnds,
  // Stripe has given up collecting, or was told not to.
  unpaid: untilPaid,
  paused: untilPaid,
  canceled: untilEnded,
}

export const accessUntil = (standing: Standing): Date | null => ACCESS[standing.status](standing)

const graceEnd = (paidThrough: Date) => new Date(paidThrough.getTime() + GRACE_MS)

const earlier = (one: Date, other: Date | null) => (other !== null && other < one ? other : one)

/** The second mail is due this long after the missed renewal, and the third this long before the end of grace. */
const SECOND_MAIL_MS = 3 * DAY_MS
const LAST_MAIL_MS = DAY_MS

/** How many of the three mails about a failing renewal are due by now. */
export const dunningMailsDue = (
  { paidThrough, accessUntil: end }: { paidThrough: Date; accessUntil: Date },
  now: Date,
): 1 | 2 | 3 => {
  if (now.getTime() >= end.getTime() - LAST_MAIL_MS) return 3
  return now.getTime() >= paidThrough.getTime() + SECOND_MAIL_MS ? 2 : 1
}

/** When the next of these mails is due; null after the last. */
export const nextDunningMail = (
  { paidThrough, accessUntil: end }: { paidThrough: Date; accessUntil: Date },
  now: Date,
): Date | null =>
  [paidThrough.getTime() + SECOND_MAIL_MS, end.getTime() - LAST_MAIL_MS]
    .filter((at) => at > now.getTime())
    .map((at) => new Date(at))[0] ?? null
