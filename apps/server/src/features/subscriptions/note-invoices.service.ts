import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { planPrices, subscriptionInvoices, subscriptionRefunds } from '@slipstream/db/tables/subscriptions'
import { recordLedgerEntry } from '#features/payments/ledger.service.ts'
import type { RefundFact } from '#features/payments/read-payment.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { IS_UUID } from './find-subscription.service.ts'
import type { InvoiceFact, PaymentFact } from './read-subscription.ts'

export interface NotedInvoice extends InvoiceFact {
  id: number
  planPriceId: number | null
  refundedCents: number
  /** A bank holds the money, or has taken it for good. */
  isDisputed: boolean
  /** Paid since we last read the subscription. */
  isNewlyPaid: boolean
}

/**
 * Copies a subscription's invoices, and records their money in the ledger. Idempotent: it runs every few minutes for
 * every subscription, so what is already known is not written again. The caller has locked the subscription.
 */
export const noteInvoices = async (
  tx: Tx,
  subscriptionId: number,
  invoices: readonly InvoiceFact[],
): Promise<NotedInvoice[]> => {
  const prices = await readPrices(tx, invoices)
  const known = await readKnown(tx, invoices)
  const noted: NotedInvoice[] = []
  for (const invoice of invoices) {
    const { payment, priceId, ...copied } = invoice
    const { isNewlyPaid, returned } = payment ? await notePayment(tx, subscriptionId, payment) : UNPAID
    const values = {
      ...copied,
      ...moneyOf(payment),
      subscriptionId,
      planPriceId: prices.get(priceId ?? '') ?? null,
    }
    const id = await writeInvoice(tx, known.get(invoice.stripeId), values)
    for (const refund of payment?.refunds ?? []) await noteRequested(tx, id, refund)
    for (const refundId of returned) await mailReturned(tx, subscriptionId, id, refundId)
    noted.push({ ...invoice, ...values, id, isNewlyPaid })
  }
  return noted
}

type Row = typeof subscriptionInvoices.$inferSelect

const readKnown = async (tx: Tx, invoices: readonly InvoiceFact[]): Promise<Map<string, Row>> => {
  const ids = invoices.map(({ stripeId }) => stripeId)
  const rows = await tx.select().from(subscriptionInvoices).where(inArray(subscriptionInvoices.stripeId, ids))
  return new Map(rows.map((row) => [row.stripeId, row]))
}

const writeInvoice = async (tx: Tx, known: Row | undefined, values: Omit<Row, 'id'>): Promise<number> => {
  if (known) {
    const isSame = isDeepStrictEqual(known, { ...known, ...values })
    if (!isSame) await tx.update(subscriptionInvoices).set(values).where(eq(subscriptionInvoices.id, known.id))
    return known.id
  }
  const [row] = await tx.insert(subscriptionInvoices).values(values).returning({ id: subscriptionInvoices.id })
  if (!row) throw new Error('the invoice was not written')
  return row.id
}

const UNPAID = { isNewlyPaid: false, returned: [] }

const mailReturned = (tx: Tx, subscriptionId: number, invoiceId: number, refundId: string) =>
  enqueue(
    tx,
    'subscriptions.mail',
    { subscriptionId, letter: 'refund_failed', invoiceId },
    { jobKey: `subscription-mail-${subscriptionId}-refund_failed-${refundId}` },
  )

const moneyOf = (payment: PaymentFact | null) => ({
  paymentIntentId: payment?.paymentIntentId ?? null,
  refundedCents: refundedOf(payment),
  isDisputed: payment?.disputes.some(({ state }) => state !== 'won') ?? false,
})

const readPrices = async (tx: Tx, invoices: readonly InvoiceFact[]) => {
  const ids = invoices.flatMap(({ priceId }) => (priceId === null ? [] : [priceId]))
  const rows = await tx.select().from(planPrices).where(inArray(planPrices.stripePriceId, ids))
  return new Map(rows.map(({ id, stripePriceId }) => [stripePriceId ?? '', id]))
}

const refundedOf = (payment: PaymentFact | null) =>
  (payment?.refunds ?? [])
    .filter(({ state }) => state === 'succeeded')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Returns whether the payment was new, and the refunds that the bank has returned since the last time. */
const notePayment = async (tx: Tx, subscriptionId: number, payment: PaymentFact) => {
  const { paymentIntentId, amountCents, at, refunds, disputes } = payment
  const note = (
    kind: 'payment' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won',
    stripeId: string,
    cents: number,
    when: Date,
  ) => recordLedgerEntry(tx, { subscriptionId, kind, amountCents: cents, stripeId, at: when })
  const isNewlyPaid = await note('payment', paymentIntentId, amountCents, at)
  const returned: string[] = []
  for (const refund of refunds) {
    if (refund.state === 'pending') continue
    await note('refund', refund.id, -refund.amountCents, refund.at)
    // As with orders, a failed refund gets both entries, even if we never saw it succeed.
    if (refund.state !== 'failed') continue
    if (await note('refund_failed', refund.id, refund.amountCents, refund.at)) returned.push(refund.id)
  }
  for (const dispute of disputes) {
    await note('dispute', dispute.id, -dispute.amountCents, dispute.openedAt)
    if (dispute.state === 'won') await note('dispute_won', dispute.id, dispute.amountCents, dispute.openedAt)
  }
  return { isNewlyPaid, returned }
}

/** Updates our own decision to refund, if this refund was made for one. */
const noteRequested = async (tx: Tx, invoiceId: number, { id, key, state, error }: RefundFact) => {
  // Other products of the account may use the same metadata key.
  if (key === null || !IS_UUID.test(key)) return
  const { stripeId, error: noted, state: reached } = subscriptionRefunds
  const after = state === 'succeeded' ? 'sent' : state === 'failed' ? 'failed' : 'queued'
  const isNews = sql`(${stripeId}, ${noted}, ${reached}) is distinct from (${id}, ${error}, ${after})`
  await tx
    .update(subscriptionRefunds)
    .set({ stripeId: id, error, state: after })
    .where(and(eq(subscriptionRefunds.invoiceId, invoiceId), eq(subscriptionRefunds.key, key), isNews))
}
