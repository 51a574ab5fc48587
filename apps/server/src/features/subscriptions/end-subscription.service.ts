import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { CANCEL_FEEDBACK } from '@slipstream/contract/subscriptions-mine'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import type { Encryption } from '#features/auth/encryption.ts'
import { lockStanding } from '#features/auth/user-standing.service.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { readClock } from '#lib/database-clock.ts'
import { DomainError } from '#lib/domain-error.ts'
import { failpoint } from '#lib/failpoints.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { followSubscription } from './follow-subscription.service.ts'
import { LIVE_STATUSES } from './premium-access.ts'
import { takeMoneyBack } from './refund-subscription.service.ts'
import type { SubscriptionRow } from './subscription-row.ts'

export const findRunning = async (db: Db, userId: number): Promise<SubscriptionRow> => {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.status, [...LIVE_STATUSES])))
  if (!row) throw new DomainError('subscriptions.none')
  return row
}

/** Like `findRunning`, but under a lock. Takes the locks in the same order as the code that applies Stripe's state. */
export const lockRunning = async (tx: Tx, userId: number): Promise<SubscriptionRow> => {
  await lockStanding(tx, userId)
  const { id } = await findRunning(tx, userId)
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update')
  if (!row) throw new DomainError('subscriptions.none')
  return row
}

/** Whether the subscription will end at once, even if something is paid until then. */
const isEnding = ({ endRequested, endReason }: SubscriptionRow) => endRequested === 'now' && endReason !== 'unpaid'

type Feedback = (typeof CANCEL_FEEDBACK)[number]

/**
 * Cancels at the end of the paid period. While a renewal is due or failing that period is over, so it ends at once and
 * Stripe stops charging. The decision is written first: a crash before Stripe is told loses nothing.
 */
export const cancelSubscription = async (parts: PaymentParts, userId: number, feedback?: Feedback) => {
  const { id, stripeSubscriptionId } = await inTransaction(parts.db, async (tx) => {
    const row = await lockRunning(tx, userId)
    if (isEnding(row)) return row
    await tx
      .update(subscriptions)
      .set({ endRequested: 'period_end', endReason: 'canceled', nextCheckAt: sql`now()` })
      .where(eq(subscriptions.id, row.id))
    return row
  })
  failpoint('subscription.end_written')
  const after = await followSubscription(parts, id)
  if (feedback !== undefined && stripeSubscriptionId !== null) {
    await parts.stripe.noteCancelFeedback(stripeSubscriptionId, feedback)
  }
  return after
}

/** Undoes a cancellation, whether it was made here, in the portal or in the dashboard. */
export const resumeSubscription = async (parts: PaymentParts, userId: number) => {
  const row = await inTransaction(parts.db, async (tx) => {
    const running = await lockRunning(tx, userId)
    if (running.endRequested === 'now') throw new DomainError('subscriptions.ended')
    await tx.update(subscriptions).set({ endRequested: null, endReason: null }).where(eq(subscriptions.id, running.id))
    return running
  })
  if (row.endsAt !== null && row.stripeSubscriptionId !== null) {
    await parts.stripe.keepSubscription(row.stripeSubscriptionId)
  }
  failpoint('subscription.kept')
  return followSubscription(parts, row.id)
}

/** Refunds the last subscription that was paid, whether it still runs or not. */
export const refundSubscription = async (parts: PaymentParts, encryption: Encryption, userId: number) => {
  const id = await inTransaction(parts.db, async (tx) => {
    await lockStanding(tx, userId)
    const [row] = await tx
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, userId), isNotNull(subscriptions.startedAt)))
      .orderBy(desc(subscriptions.id))
      .limit(1)
      .for('update')
    if (!row) throw new DomainError('subscriptions.none')
    await takeMoneyBack(tx, encryption, row, await readClock(tx))
    return row.id
  })
  return followSubscription(parts, id)
}

/**
 * Ends the subscriptions of a deleted or banned account in the same transaction. A deleted account's subscription ends
 * now; a banned person keeps what was paid for, but is never charged again. A job tells Stripe, and the reconciler does
 * if the job fails.
 */
export const endSubscriptionsOf = async (tx: Tx, userId: number, reason: 'banned' | 'deleted') => {
  const rows = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.status, ['pending', ...LIVE_STATUSES])))
    .for('update')
  for (const row of rows) {
    const { id } = row
    const isNow = reason === 'deleted' || row.startedAt === null || isEnding(row)
    await tx
      .update(subscriptions)
      .set({ endRequested: isNow ? 'now' : 'period_end', endReason: reason, nextCheckAt: sql`now()` })
      .where(eq(subscriptions.id, id))
    const jobKey = `subscription-follow-${id}`
    await enqueue(tx, 'subscriptions.follow', { subscriptionId: id }, { jobKey })
  }
}
