import { and, eq, inArray, sql } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import type { ChangeQuote } from '@slipstream/contract/subscriptions-mine'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import {
  planPrices,
  subscriptionChanges,
  subscriptionInvoices,
  subscriptionPlans,
  subscriptions,
} from '@slipstream/db/tables/subscriptions'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { StripeRefusal } from '#gateways/stripe.ts'
import { readClock } from '#lib/database-clock.ts'
import { DomainError } from '#lib/domain-error.ts'
import { failpoint } from '#lib/failpoints.ts'
import { readOpenChange } from './carry-out-change.service.ts'
import { findRunning, lockRunning } from './end-subscription.service.ts'
import { followSubscription } from './follow-subscription.service.ts'
import { isSameOffer, isUpgrade, timingOf } from './plan-change-rule.ts'
import { type PlanPrice, readSoldPrice } from './sold-price.ts'
import type { SubscriptionRow } from './subscription-row.ts'

/** How long the quoted amount can be confirmed. */
const QUOTE_MS = 30 * 60_000

/**
 * What a change to a plan would cost and when it would begin. The quote is stored, so that nobody can confirm anything
 * else.
 */
export const quoteChange = async (parts: PaymentParts, userId: number, planId: number): Promise<ChangeQuote> => {
  const { id } = await findRunning(parts.db, userId)
  const row = await followSubscription(parts, id)
  await refuseUnchangeable(parts.db, row)
  const from = await readPrice(parts.db, row.planPriceId)
  const to = await readSoldPrice(parts, planId)
  if (isSameOffer(from, to)) throw new DomainError('subscriptions.same_plan')
  const preview = isUpgrade(from, to) ? await previewOf(parts, row, to, null) : null
  const isNow = preview !== null && timingOf(from, to, preview.dueCents) === 'now'
  const values = isNow
    ? ({ timing: 'now', dueCents: preview.dueCents, proratedAt: preview.proratedAt } as const)
    : ({ timing: 'period_end', dueCents: 0 } as const)
  const key = await inTransaction(parts.db, async (tx) => {
    await refuseUnchangeable(tx, await lockRunning(tx, userId))
    return writeQuote(tx, { subscriptionId: id, fromPriceId: from.id, toPriceId: to.id, ...values })
  })
  return {
    quote: key,
    plan: await termsOf(parts.db, to),
    timing: values.timing,
    dueCents: cents(values.dueCents),
    creditCents: cents(isNow ? preview.creditCents : 0),
    renewsAt: (isNow ? preview.paidUntil : (row.paidThrough ?? new Date())).toISOString(),
  }
}

const previewOf = (parts: PaymentParts, row: SubscriptionRow, to: PlanPrice, proratedAt: Date | null) =>
  parts.stripe.previewChange({ subscription: row.stripeSubscriptionId ?? '', priceId: to.stripePriceId }, proratedAt)

/** Only a paid subscription that will renew can change its plan, and only one change can be open at a time. */
const refuseUnchangeable = async (db: Db, row: SubscriptionRow) => {
  if (row.status !== 'active' || row.endsAt !== null || row.endRequested !== null) {
    throw new DomainError('subscriptions.not_changeable')
  }
  if ((await readOpenChange(db, row.id)) !== null) throw new DomainError('subscriptions.change_open')
  const [unpaid] = await db
    .select({ id: subscriptionInvoices.id })
    .from(subscriptionInvoices)
    .where(
      and(eq(subscriptionInvoices.subscriptionId, row.id), inArray(subscriptionInvoices.status, ['draft', 'open'])),
    )
    .limit(1)
  if (unpaid) throw new DomainError('subscriptions.not_changeable')
}

type NewQuote = Omit<typeof subscriptionChanges.$inferInsert, 'key' | 'state'>

/** Replaces the previous quote, so that only the one shown last can be confirmed. */
const writeQuote = async (tx: Tx, quote: NewQuote): Promise<string> => {
  await tx
    .delete(subscriptionChanges)
    .where(and(eq(subscriptionChanges.subscriptionId, quote.subscriptionId), eq(subscriptionChanges.state, 'quoted')))
  const [row] = await tx.insert(subscriptionChanges).values(quote).returning({ key: subscriptionChanges.key })
  if (!row) throw new Error('the quote was not written')
  return row.key
}

/** Carries out a quote. The decision is written first: if this process dies, the reconciler tells Stripe. */
export const confirmChange = async (parts: PaymentParts, userId: number, key: string) => {
  const quote = await readQuote(parts.db, userId, key)
  if (quote.change.state === 'quoted') {
    await refuseChanged(parts, quote)
    await inTransaction(parts.db, (tx) => decide(tx, userId, quote.change.id))
    failpoint('subscription.change_written')
  }
  await followSubscription(parts, quote.subscription.id)
  await refuseFailed(parts.db, quote.change.id)
}

const readQuote = async (db: Db, userId: number, key: string) => {
  const [found] = await db
    .select({ change: subscriptionChanges, subscription: subscriptions, to: planPrices })
    .from(subscriptionChanges)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionChanges.subscriptionId))
    .innerJoin(planPrices, eq(planPrices.id, subscriptionChanges.toPriceId))
    .where(and(eq(subscriptions.userId, userId), sql`${subscriptionChanges.key}::text = ${key}`))
  if (!found) throw new DomainError('subscriptions.quote_over')
  return found
}

type Quote = Awaited<ReturnType<typeof readQuote>>

/**
 * Lets Stripe calculate the amount again for the same second, so a different amount means that something else has
 * changed.
 */
const refuseChanged = async (parts: PaymentParts, { change, subscription, to }: Quote) => {
  const now = await readClock(parts.db)
  if (now.getTime() - change.createdAt.getTime() > QUOTE_MS) throw new DomainError('subscriptions.quote_over')
  const sold = await readSoldPrice(parts, to.planId)
  if (sold.id !== to.id) throw new DomainError('subscriptions.price_changed')
  if (change.timing !== 'now') return
  const dueCents = await readDue(parts, subscription, sold, change.proratedAt)
  if (dueCents !== change.dueCents) throw new DomainError('subscriptions.quote_over')
}

/** Null if Stripe no longer accepts that proration time, because another period has begun. */
const readDue = async (parts: PaymentParts, row: SubscriptionRow, to: PlanPrice, proratedAt: Date | null) => {
  try {
    return (await previewOf(parts, row, to, proratedAt)).dueCents
  } catch (error) {
    if (error instanceof StripeRefusal) return null
    throw error
  }
}

const decide = async (tx: Tx, userId: number, changeId: number) => {
  const row = await lockRunning(tx, userId)
  const [change] = await tx.select().from(subscriptionChanges).where(eq(subscriptionChanges.id, changeId))
  // The change was already confirmed in another tab.
  if (change && change.state !== 'quoted') return
  await refuseUnchangeable(tx, row)
  if (change?.fromPriceId !== row.planPriceId) throw new DomainError('subscriptions.quote_over')
  await tx
    .update(subscriptionChanges)
    .set({ state: 'requested', decidedAt: sql`now()` })
    .where(eq(subscriptionChanges.id, changeId))
  await followSoon(tx, row)
}

const followSoon = (tx: Tx, { id }: SubscriptionRow) =>
  tx.update(subscriptions).set({ nextCheckAt: sql`now()` }).where(eq(subscriptions.id, id))

const refuseFailed = async (db: Db, changeId: number) => {
  const [change] = await db.select().from(subscriptionChanges).where(eq(subscriptionChanges.id, changeId))
  if (change?.refusal === 'declined') throw new DomainError('subscriptions.card_declined')
  if (change?.state === 'refused') throw new DomainError('subscriptions.quote_over')
  if (change?.state === 'withdrawn') throw new DomainError('subscriptions.not_changeable')
}

/** Withdraws a planned change. Does nothing if there is none. */
export const withdrawChange = async (parts: PaymentParts, userId: number) => {
  const id = await inTransaction(parts.db, async (tx) => {
    const row = await lockRunning(tx, userId)
    const change = await readOpenChange(tx, row.id)
    if (change === null) return row.id
    // The change is being paid right now.
    if (change.timing === 'now') throw new DomainError('subscriptions.change_open')
    await tx.update(subscriptionChanges).set({ state: 'withdrawing' }).where(eq(subscriptionChanges.id, change.id))
    await followSoon(tx, row)
    return row.id
  })
  failpoint('subscription.change_written')
  await followSubscription(parts, id)
}

const readPrice = async (db: Db, id: number) => {
  const [price] = await db.select().from(planPrices).where(eq(planPrices.id, id))
  if (!price) throw new Error(`there is no price ${id}`)
  return price
}

const termsOf = async (db: Db, { planId, price, interval }: PlanPrice): Promise<ChangeQuote['plan']> => {
  const [plan] = await db.select().from(subscriptionPlans).where(eq(subscriptionPlans.id, planId))
  return { planId, planName: plan?.name ?? '', amountCents: cents(price), interval }
}
