import { and, eq, sql } from 'drizzle-orm'
import { DAY_MS } from '@slipstream/contract/durations'
import { SUBSCRIPTION_MONEY_BACK_DAYS } from '@slipstream/contract/legal'
import { inTransaction, type Db, type Tx } from '@slipstream/db/client'
import { subscriptionInvoices, subscriptionRefunds, subscriptions } from '@slipstream/db/tables/subscriptions'
import type { Encryption } from '#features/auth/encryption.ts'
import { payRefund } from '#features/payments/pay-refund.ts'
import { StripeRefusal, type StripeGateway } from '#gateways/stripe.ts'
import { DomainError } from '#lib/domain-error.ts'
import { failpoint } from '#lib/failpoints.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { hasUsedGuarantee, lockGuarantee, noteGuaranteeUse } from './guarantee.service.ts'
import { isLive } from './premium-access.ts'
import type { SubscriptionRow } from './subscription-row.ts'

interface RefundDecision {
  reason: string
  /** Null for the store itself. */
  by: number | null
}

interface Refundable {
  id: number
  status: string
  amountCents: number
  refundedCents: number
}

/**
 * Decides to refund what is left of each invoice. A refund that is already queued is not queued again. Returns whether
 * any was queued.
 */
export const queueRefunds = async (
  tx: Tx,
  invoices: readonly Refundable[],
  { reason, by }: RefundDecision,
): Promise<boolean> => {
  let isAny = false
  for (const { id, status, amountCents, refundedCents } of invoices) {
    const left = amountCents - refundedCents
    if (status !== 'paid' || left <= 0) continue
    const [refund] = await tx
      .insert(subscriptionRefunds)
      .values({ invoiceId: id, amountCents: left, reason, byUserId: by })
      .onConflictDoNothing()
      .returning({ id: subscriptionRefunds.id })
    if (refund) {
      isAny = true
      const key = `subscription-refund-${refund.id}`
      await enqueue(tx, 'subscriptions.send_refund', { refundId: refund.id }, { jobKey: key })
    }
  }
  return isAny
}

/**
 * Whether the money of refund `r` of invoice `i` has not arrived. If the invoice has a later refund, that one counts
 * instead, and the bank decides about a disputed payment. The store does not know about money returned by other means,
 * so it reports the refund for only 90 days.
 */
export const isRefundOwed = sql`
  i.refunded_cents < i.amount_cents and not i.is_disputed and r.created_at > now() - interval '90 days'
  and not exists (select from ${subscriptionRefunds} later where later.invoice_id = r.invoice_id and later.id > r.id)`

const MONEY_BACK_MS = SUBSCRIPTION_MONEY_BACK_DAYS * DAY_MS

/** Until when the guarantee applies; null if nothing was paid. */
export const moneyBackUntil = ({ startedAt }: Pick<SubscriptionRow, 'startedAt'>): Date | null =>
  startedAt && new Date(startedAt.getTime() + MONEY_BACK_MS)

/** The money-back guarantee: everything paid for this subscription, once per person. The caller holds both locks. */
export const takeMoneyBack = async (tx: Tx, encryption: Encryption, subscription: SubscriptionRow, now: Date) => {
  const until = moneyBackUntil(subscription)
  if (until === null || now >= until) throw new DomainError('subscriptions.refund_over')
  await lockGuarantee(tx)
  if (await hasUsedGuarantee(tx, encryption, subscription.userId)) {
    throw new DomainError('subscriptions.refunded_before')
  }
  const invoices = await tx
    .select()
    .from(subscriptionInvoices)
    .where(eq(subscriptionInvoices.subscriptionId, subscription.id))
  if (invoices.some(({ isDisputed }) => isDisputed)) throw new DomainError('subscriptions.refund_over')
  const isQueued = await queueRefunds(tx, invoices, { reason: 'Money-back guarantee', by: subscription.userId })
  if (!isQueued) throw new DomainError('subscriptions.nothing_to_refund')
  await noteGuaranteeUse(tx, encryption, subscription.userId)
  const isRunning = isLive(subscription)
  await tx
    .update(subscriptions)
    .set({ refundedAt: now, ...(isRunning && { endRequested: 'now', endReason: 'refund', nextCheckAt: now }) })
    .where(eq(subscriptions.id, subscription.id))
  // A running subscription sends this mail when it ends.
  if (!isRunning) {
    const letter = { subscriptionId: subscription.id, letter: 'ended_refund' as const }
    await enqueue(tx, 'subscriptions.mail', letter, { jobKey: `subscription-mail-${subscription.id}-money_back` })
  }
  failpoint('subscription.refund_before_commit')
}

interface Parts {
  db: Db
  stripe: StripeGateway
  /** Reads the subscription again and applies what is new. */
  follow: (subscriptionId: number) => Promise<unknown>
}

/** Sends a refund to Stripe and applies the result. Idempotent: the same refund is never paid twice. */
export const sendSubscriptionRefund = async ({ db, stripe, follow }: Parts, refundId: number) => {
  const [found] = await db
    .select({ refund: subscriptionRefunds, invoice: subscriptionInvoices })
    .from(subscriptionRefunds)
    .innerJoin(subscriptionInvoices, eq(subscriptionInvoices.id, subscriptionRefunds.invoiceId))
    .where(and(eq(subscriptionRefunds.id, refundId), eq(subscriptionRefunds.state, 'queued')))
  if (!found || found.invoice.paymentIntentId === null) return
  const { refund, invoice } = found
  const paymentIntentId = found.invoice.paymentIntentId
  const refusal = await payRefund(stripe, paymentIntentId, refund).then(() => null, refusalIn)
  if (refusal) {
    await inTransaction(db, (tx) =>
      tx
        .update(subscriptionRefunds)
        .set({ state: 'failed', error: refusal.reason })
        .where(and(eq(subscriptionRefunds.id, refundId), eq(subscriptionRefunds.state, 'queued'))),
    )
  }
  failpoint('subscription.refund_paid')
  await follow(invoice.subscriptionId)
  if (refusal) await inTransaction(db, (tx) => refundTheRest(tx, refund))
}

const refusalIn = (error: unknown) => {
  if (error instanceof StripeRefusal) return error
  throw error
}

/** A part was returned in Stripe's dashboard before the store heard of it: now that it knows, less is left to refund. */
const refundTheRest = async (tx: Tx, refused: typeof subscriptionRefunds.$inferSelect) => {
  const [invoice] = await tx
    .select()
    .from(subscriptionInvoices)
    .where(eq(subscriptionInvoices.id, refused.invoiceId))
    .for('update')
  if (!invoice || invoice.isDisputed || invoice.amountCents - invoice.refundedCents >= refused.amountCents) return
  await queueRefunds(tx, [invoice], { reason: refused.reason, by: refused.byUserId })
}
