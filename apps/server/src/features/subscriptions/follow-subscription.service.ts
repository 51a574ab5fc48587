import { and, eq, isNull, sql } from 'drizzle-orm'
import { SUBSCRIBE_RETURN } from '@slipstream/contract/subscriptions-mine'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { planPrices, subscriptions } from '@slipstream/db/tables/subscriptions'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { type Session, StripeRefusal } from '#gateways/stripe.ts'
import { DomainError } from '#lib/domain-error.ts'
import { failpoint } from '#lib/failpoints.ts'
import { applyFacts, findOther, lockUnchanged } from './apply-facts.service.ts'
import {
  carryOutChange,
  isUntold,
  readOpenChange,
  type Refusal,
  settleChange,
  type Told,
} from './carry-out-change.service.ts'
import { isLive } from './premium-access.ts'
import { isUnpaid, readSubscription, type SubscriptionFacts } from './read-subscription.ts'
import type { SubscriptionRow } from './subscription-row.ts'

const ATTEMPTS = 6

/**
 * Brings a subscription in line with Stripe: tells Stripe what was decided here, reads the subscription and applies it.
 * The return page, webhooks, the reconciler and every button lead here. Unlike an order, a subscription moves back and
 * forth, so a stale read must not win: each application raises the version, and a read that began before is repeated.
 */
export const followSubscription = async (parts: PaymentParts, id: number): Promise<SubscriptionRow> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await readRow(parts.db, id)
    const seen = await readAtStripe(parts, before)
    failpoint('subscription.read')
    const applied = await inTransaction(parts.db, (tx) => apply(tx, before, seen))
    failpoint('subscription.applied')
    if (applied && applied.row.endRequested === null && !applied.isUntold) return applied.row
  }
  // Others keep applying newer facts, so the row is up to date. Only an unfinished request must be tried again.
  const latest = await readRow(parts.db, id)
  if (latest.endRequested !== null || isUntold(await readOpenChange(parts.db, id))) throw new DomainError('server.busy')
  return latest
}

const readRow = async (db: Db, id: number): Promise<SubscriptionRow> => {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id))
  if (!row) throw new Error(`there is no subscription ${id}`)
  return row
}

interface Read {
  facts: SubscriptionFacts
  refusal: Refusal | null
}

type Seen = 'waits' | 'abandoned' | Read

const readAtStripe = async (parts: PaymentParts, row: SubscriptionRow): Promise<Seen> => {
  const id = row.stripeSubscriptionId ?? (await findAtStripe(parts, row))
  if (id === 'waits' || id === 'abandoned') return id
  const facts = await readOurs(parts, row, id)
  const isSecond = await isSecondOne(parts, row, facts)
  const told = await (isSecond ? endNow(parts, facts) : carryOut(parts, row, facts))
  if (told === 'nothing') return { facts, refusal: null }
  return { facts: await readOurs(parts, row, id), refusal: told === 'changed' ? null : told }
}

/**
 * An abandoned page may be paid after the person has opened a new one. The new page is then closed; if it was paid too,
 * its subscription is the one that stays.
 */
const isSecondOne = async (parts: PaymentParts, row: SubscriptionRow, facts: SubscriptionFacts): Promise<boolean> => {
  if (row.status !== 'abandoned' || !isLive(facts)) return false
  const other = await findOther(parts.db, row)
  if (other?.status !== 'pending') return other !== undefined
  await closePage(parts, other)
  return isLive(await followSubscription(parts, other.id))
}

const readOurs = async ({ stripe }: PaymentParts, { id, reference }: SubscriptionRow, stripeId: string) => {
  const facts = await readSubscription(stripe, stripeId)
  if (facts?.reference !== reference || !facts.isOfThisMode) {
    throw new Error(`${stripeId} at Stripe is not our subscription ${id}`)
  }
  return facts
}

/** What became of the payment page: Stripe's id of the subscription, if it was paid. */
const findAtStripe = async (parts: PaymentParts, row: SubscriptionRow) => {
  // If there is a page, it is read again: a wrong API key or a lost race may have made us abandon it too early.
  if (row.status === 'abandoned' && row.stripeSessionId === null) return 'abandoned' as const
  const session = row.endRequested === 'now' ? await closePage(parts, row) : await pageOf(parts, row)
  if (!session || session.status === 'expired') return 'abandoned' as const
  const { subscription } = session
  if (subscription === null) return 'waits' as const
  return typeof subscription === 'string' ? subscription : subscription.id
}

const pageOf = async (parts: PaymentParts, row: SubscriptionRow): Promise<Session | null> => {
  if (row.stripeSessionId !== null) return parts.stripe.readSession(row.stripeSessionId)
  try {
    return await openPage(parts, row)
  } catch (error) {
    // The customer or price no longer exists at Stripe, so there is no page on which the subscription could be paid.
    if (error instanceof StripeRefusal) return null
    throw error
  }
}

/** Opens the payment page. A person whose customer was deleted in Stripe's dashboard becomes a new customer. */
export const openPage = async (parts: PaymentParts, row: SubscriptionRow): Promise<Session> => {
  try {
    return await createPage(parts, row)
  } catch (error) {
    if (row.stripeCustomerId === null || !isCustomerGone(error)) throw error
    const anew = { ...row, stripeCustomerId: null }
    await inTransaction(parts.db, (tx) =>
      tx.update(subscriptions).set({ stripeCustomerId: null }).where(eq(subscriptions.id, row.id)),
    )
    return createPage(parts, anew)
  }
}

const isCustomerGone = (error: unknown) =>
  error instanceof StripeRefusal && error.stripeCode === 'resource_missing' && error.parameter === 'customer'

/** Idempotent: everything in the page comes from the row, and the key returns the same session. */
const createPage = async ({ db, stripe, publicUrl }: PaymentParts, row: SubscriptionRow): Promise<Session> => {
  const [price] = await db.select().from(planPrices).where(eq(planPrices.id, row.planPriceId))
  if (!price?.stripePriceId) throw new Error(`the price of subscription ${row.id} is not at Stripe`)
  const returnTo = `${publicUrl}${SUBSCRIBE_RETURN.path}`
  const session = await stripe.createSubscriptionSession({
    idempotencyKey: ['subscription', row.reference, row.stripeCustomerId].filter(Boolean).join('-'),
    priceId: price.stripePriceId,
    customer: row.stripeCustomerId === null ? { email: row.email ?? '' } : { id: row.stripeCustomerId },
    metadata: { subscription: row.reference, user: String(row.userId), plan: price.reference },
    successUrl: `${returnTo}?${SUBSCRIBE_RETURN.parameter}={CHECKOUT_SESSION_ID}`,
    cancelUrl: returnTo,
  })
  failpoint('subscription.page_made')
  await inTransaction(db, (tx) =>
    tx
      .update(subscriptions)
      .set({ stripeSessionId: session.id })
      .where(and(eq(subscriptions.id, row.id), isNull(subscriptions.stripeSessionId))),
  )
  return session
}

export const closePage = async (parts: PaymentParts, row: SubscriptionRow): Promise<Session | null> => {
  const session = await pageOf(parts, row)
  if (session?.status !== 'open') return session
  try {
    await parts.stripe.expireSession(session.id)
  } catch (error) {
    // The session has just been completed or has expired.
    if (!(error instanceof StripeRefusal)) throw error
  }
  failpoint('subscription.page_closed')
  return parts.stripe.readSession(session.id)
}

/** Tells Stripe what was decided here. */
const carryOut = async (
  { db, stripe }: PaymentParts,
  row: SubscriptionRow,
  facts: SubscriptionFacts,
): Promise<Told> => {
  const { stripeId, schedule } = facts
  if (!isLive(facts) || endsNow(row, facts)) return endNow({ stripe }, facts)
  if (row.endRequested === 'period_end' && facts.endsAt === null) {
    // While a schedule is active, Stripe refuses to cancel the subscription directly.
    if (schedule !== null) await stripe.releaseSchedule(schedule.id)
    await stripe.cancelAtPeriodEnd(stripeId)
    failpoint('subscription.end_planned')
    return 'changed'
  }
  const told = await carryOutChange({ stripe }, await readOpenChange(db, row.id), facts)
  return told === 'nothing' ? useNewCard({ stripe }, row, facts) : told
}

/**
 * Whether the subscription ends at once. This depends on Stripe's current state, because a renewal may have failed or
 * been paid since the decision: a cancellation takes effect at once if the running period is not paid, and a renewal
 * that was paid late no longer ends the subscription.
 */
const endsNow = ({ endRequested, endReason, paidThrough }: SubscriptionRow, facts: SubscriptionFacts): boolean => {
  if (endRequested === 'period_end') return isUnpaid(facts)
  if (endRequested === null || endReason !== 'unpaid') return endRequested === 'now'
  return !facts.invoices.some(
    ({ status, periodEnd }) => status === 'paid' && (paidThrough === null || periodEnd > paidThrough),
  )
}

/** An ended subscription is never charged again. */
export const endNow = async ({ stripe }: Pick<PaymentParts, 'stripe'>, facts: SubscriptionFacts): Promise<Told> => {
  const open = facts.invoices.filter(({ status }) => status === 'open')
  if (isLive(facts)) await stripe.cancelSubscription(facts.stripeId)
  failpoint('subscription.canceled')
  for (const invoice of open) await stripe.voidInvoice(invoice.stripeId)
  // On cancellation Stripe stops collecting only finalized invoices, so drafts are stopped here.
  for (const id of facts.dueDrafts) await stripe.stopCollecting(id)
  return isLive(facts) || open.length + facts.dueDrafts.length > 0 ? 'changed' : 'nothing'
}

/** Switches the subscription to the customer's new card, which then pays the open invoices. */
const useNewCard = async (
  { stripe }: Pick<PaymentParts, 'stripe'>,
  row: SubscriptionRow,
  { stripeId, customerId, card, newCardId, invoices }: SubscriptionFacts,
): Promise<Told> => {
  // The card that was just entered on the payment page is newer than the customer's from an earlier subscription.
  if (row.paymentMethodId === null && card !== null && newCardId !== null) {
    await stripe.setCustomerCard(customerId, card.id)
    return 'changed'
  }
  if (newCardId !== null) await stripe.setSubscriptionCard(stripeId, newCardId)
  const isNew = newCardId !== null || (row.paymentMethodId !== null && card !== null && card.id !== row.paymentMethodId)
  if (!isNew) return 'nothing'
  const tried = invoices.filter(({ status, attempts }) => status === 'open' && attempts > 0)
  for (const invoice of tried) await stripe.payInvoice(invoice.stripeId)
  return 'changed'
}

interface Applied {
  row: SubscriptionRow
  /** Whether Stripe still has to be told of a plan change. */
  isUntold: boolean
}

const apply = async (tx: Tx, before: SubscriptionRow, seen: Seen): Promise<Applied | null> => {
  const locked = await lockUnchanged(tx, before)
  if (!locked) return null
  failpoint('subscription.locked')
  const { row, account } = locked
  if (seen !== 'waits' && seen !== 'abandoned') {
    const { facts, refusal } = seen
    const isTaken = row.status === 'abandoned' && isLive(facts) && (await findOther(tx, row)) !== undefined
    if (isTaken) return null
    const applied = await applyFacts(tx, row, facts, account)
    return { row: applied, isUntold: await settleChange(tx, applied, facts, refusal) }
  }
  // Another process has opened the page since.
  if (seen === 'abandoned' && row.stripeSessionId !== before.stripeSessionId) return null
  const [after] = await tx
    .update(subscriptions)
    .set({
      version: row.version + 1,
      ...(seen === 'abandoned'
        ? { status: 'abandoned' as const, endRequested: null, ...(account === 'deleted' && { email: null }) }
        : { nextCheckAt: sql`now() + greatest(interval '5 s', least(interval '5 min', (now() - created_at) / 6))` }),
    })
    .where(eq(subscriptions.id, row.id))
    .returning()
  return after ? { row: after, isUntold: false } : null
}
