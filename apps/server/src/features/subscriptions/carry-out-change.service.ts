import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '@slipstream/db/client'
import { OPEN_CHANGES, planPrices, subscriptionChanges } from '@slipstream/db/tables/subscriptions'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { StripeRefusal } from '#gateways/stripe.ts'
import { failpoint } from '#lib/failpoints.ts'
import { queueLetter } from './mail-subscription.service.ts'
import { isLive } from './premium-access.ts'
import { isUnpaid, type SubscriptionFacts } from './read-subscription.ts'
import type { SubscriptionLetter } from './subscription-mails.ts'
import type { SubscriptionRow } from './subscription-row.ts'

type ChangeRow = typeof subscriptionChanges.$inferSelect
type OpenChange = ChangeRow & { to: typeof planPrices.$inferSelect; isLate: boolean }

/** Why a change was refused. */
export interface Refusal {
  changeId: number
  reason: NonNullable<ChangeRow['refusal']>
}

/**
 * Stripe keeps an idempotency key for a day. A change that could not reach Stripe is given up well before that. By the
 * database's clock, which also wrote when it was decided.
 */
const isLate = sql<boolean>`coalesce(${subscriptionChanges.decidedAt} < now() - interval '1 hour', false)`

/** The change that was decided but is not finished yet. */
export const readOpenChange = async (db: Db, subscriptionId: number): Promise<OpenChange | null> => {
  const [found] = await db
    .select({ change: subscriptionChanges, to: planPrices, isLate })
    .from(subscriptionChanges)
    .innerJoin(planPrices, eq(planPrices.id, subscriptionChanges.toPriceId))
    .where(
      and(
        eq(subscriptionChanges.subscriptionId, subscriptionId),
        inArray(subscriptionChanges.state, [...OPEN_CHANGES]),
      ),
    )
  return found ? { ...found.change, to: found.to, isLate: found.isLate } : null
}

/** Whether Stripe has not been told of the change yet. */
export const isUntold = (change: Pick<ChangeRow, 'state'> | null) =>
  change?.state === 'requested' || change?.state === 'withdrawing'

/** The result of telling Stripe: something may have changed there, nothing changed, or the change was refused. */
export type Told = 'changed' | 'nothing' | Refusal

type Parts = Pick<PaymentParts, 'stripe'>

/** Carries out a change at Stripe. If no change is wanted anymore, it releases our schedule instead. */
export const carryOutChange = async (
  { stripe }: Parts,
  change: OpenChange | null,
  facts: SubscriptionFacts,
): Promise<Told> => {
  const { schedule } = facts
  const isWanted = change !== null && change.state !== 'withdrawing' && facts.endsAt === null && !isDone(change, facts)
  if (isWanted) return change.timing === 'now' ? changeNow({ stripe }, change, facts) : plan({ stripe }, change, facts)
  if (schedule === null || (schedule.change === null && change === null)) return 'nothing'
  await stripe.releaseSchedule(schedule.id)
  failpoint('subscription.change_released')
  return 'changed'
}

const isDone = ({ to }: OpenChange, { priceId }: SubscriptionFacts) => priceId === to.stripePriceId

const changeNow = async ({ stripe }: Parts, change: OpenChange, facts: SubscriptionFacts): Promise<Told> => {
  const { id: changeId, key, to, proratedAt, decidedAt, isLate } = change
  // The credit would be for time that nobody has paid for.
  if (isUnpaid(facts)) return { changeId, reason: 'unpaid' }
  if (decidedAt === null || isLate) return { changeId, reason: 'late' }
  return orRefusal(changeId, async () => {
    const priceId = to.stripePriceId ?? ''
    const at = proratedAt ?? decidedAt
    const outcome = await stripe.changeNow({ subscription: facts.stripeId, priceId, key, proratedAt: at })
    failpoint('subscription.change_told')
    return outcome === 'paid' ? 'changed' : { changeId, reason: 'declined' }
  })
}

const plan = async ({ stripe }: Parts, change: OpenChange, facts: SubscriptionFacts): Promise<Told> => {
  const { id: changeId, key, to, state } = change
  const { schedule, stripeId } = facts
  if (state === 'planned' || schedule?.nextPriceId === to.stripePriceId) return 'nothing'
  if (isUnpaid(facts)) return { changeId, reason: 'unpaid' }
  // Another change has been planned in Stripe's dashboard.
  if (schedule !== null && schedule.nextPriceId !== null) return { changeId, reason: 'refused' }
  return orRefusal(changeId, async () => {
    await stripe.planChange({
      subscription: stripeId,
      schedule: schedule?.id ?? null,
      priceId: to.stripePriceId ?? '',
      interval: to.interval,
      key,
    })
    failpoint('subscription.change_scheduled')
    return 'changed'
  })
}

const orRefusal = async (changeId: number, tell: () => Promise<Told>): Promise<Told> => {
  try {
    return await tell()
  } catch (error) {
    if (error instanceof StripeRefusal) return { changeId, reason: 'refused' }
    throw error
  }
}

/**
 * Compares the open change with Stripe's state. The caller holds the locks. Returns whether Stripe still has to be told
 * of something.
 */
export const settleChange = async (
  tx: Tx,
  after: SubscriptionRow,
  facts: SubscriptionFacts,
  refusal: Refusal | null,
): Promise<boolean> => {
  const change = await readOpenChange(tx, after.id)
  if (change === null) return false
  const reason = refusal?.changeId === change.id ? refusal.reason : null
  const state = stateOf(change, after, facts, reason !== null)
  if (state === change.state) return isUntold(change)
  await tx
    .update(subscriptionChanges)
    .set({ state, refusal: state === 'refused' ? reason : null })
    .where(eq(subscriptionChanges.id, change.id))
  failpoint('subscription.change_settled')
  const letter = letterOf(change, state, after)
  if (letter !== null) await queueLetter(tx, after, { letter, planPriceId: change.toPriceId })
  return isUntold({ state })
}

const stateOf = (
  change: OpenChange,
  after: SubscriptionRow,
  facts: SubscriptionFacts,
  isRefused: boolean,
): ChangeRow['state'] => {
  if (isDone(change, facts)) return 'done'
  if (isRefused) return 'refused'
  if (!isLive(after) || after.endRequested !== null || after.endsAt !== null) return 'withdrawn'
  if (change.timing === 'now') return change.state
  if (facts.schedule?.nextPriceId === change.to.stripePriceId) {
    return change.state === 'requested' ? 'planned' : change.state
  }
  // A planned change without a schedule was withdrawn here or in Stripe's dashboard.
  return change.state === 'requested' ? 'requested' : 'withdrawn'
}

/**
 * No mail for a paid change, which has its receipt, or for one that ends with the subscription, which has its own mail.
 */
const letterOf = (before: OpenChange, state: ChangeRow['state'], after: SubscriptionRow): SubscriptionLetter | null => {
  if (state === 'planned') return 'change_planned'
  if (state === 'refused') return 'change_refused'
  const isKept = isLive(after) && after.endRequested === null && after.endsAt === null
  return state === 'withdrawn' && isKept && before.state !== 'requested' ? 'change_withdrawn' : null
}
