import { and, eq, inArray } from 'drizzle-orm'
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

/** Copies a subscription's invoices, and records their money in the ledger. Idempotent. */
export const noteInvoices = async (
  tx: Tx,
  subscriptionId: number,
  invoices: readonly InvoiceFact[],
): Promise<NotedInvoice[]> => {
  const prices = await readPrices(tx, invoices)
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
    const [row] = await tx
      .insert(subscriptionInvoices)
      .values(values)
      .onConflictDoUpdate({ target: subscriptionInvoices.stripeId, set: values })
      .returning({ id: subscriptionInvoices.id })
    if (!row) throw new Error('the invoice was not written')
    for (const refund of payment?.refunds ?? []) await noteRequested(tx, row.id, refund)
    for (const refundId of returned) await mailReturned(tx, subscriptionId, row.id, refundId)
    noted.push({ ...invoice, ...values, id: row.id, isNewlyPaid })
  }
  return noted
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
  await tx
    .update(subscriptionRefunds)
    .set({
      stripeId: id,
      error,
      state: state === 'succeeded' ? 'sent' : state === 'failed' ? 'failed' : 'queued',
    })
    .where(and(eq(subscriptionRefunds.invoiceId, invoiceId), eq(subscriptionRefunds.key, key)))
}
