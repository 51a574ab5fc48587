import { asc, eq, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { invoiceBacklog } from '@slipstream/db/tables/invoices'
import { orders } from '@slipstream/db/tables/orders'
import { issueDocuments } from '#features/invoices/issue-documents.service.ts'
import { notedNumbers } from '#features/invoices/noted-numbers.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { readPayment } from '#features/payments/read-payment.ts'
import { lockOrder } from './order-state.service.ts'

/** Each order needs a read from Stripe. A run of this size ends before the next one starts, a minute later. */
const AT_ONCE = 100

/**
 * Issues the documents that the previous release did not issue, oldest orders first. Orders are not reconciled here:
 * only the payment method is read from Stripe, and left out if Stripe does not know the payment. An order that fails
 * goes behind all others, and the run fails after it has tried the rest.
 */
export const issueMissing = async ({ db, stripe }: Pick<PaymentParts, 'db' | 'stripe'>) => {
  const due = await db
    .select({ orderId: invoiceBacklog.orderId })
    .from(invoiceBacklog)
    .orderBy(asc(invoiceBacklog.since), asc(invoiceBacklog.orderId))
    .limit(AT_ONCE)
  const failures: unknown[] = []
  for (const { orderId } of due) {
    try {
      await issueFor({ db, stripe }, orderId)
    } catch (cause) {
      failures.push(new Error(`order ${orderId} got no invoice`, { cause }))
      await inTransaction(db, (tx) =>
        tx.update(invoiceBacklog).set({ since: sql`now()` }).where(eq(invoiceBacklog.orderId, orderId)),
      )
    }
  }
  if (failures.length > 0) throw failures[0]
}

const issueFor = async ({ db, stripe }: Pick<PaymentParts, 'db' | 'stripe'>, orderId: number) => {
  const sessionId = await readSessionId(db, orderId)
  const facts = sessionId === null ? null : await readPayment(stripe, sessionId)
  await inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId)
    await issueDocuments(tx, orderId, facts?.method ?? null, facts ? notedNumbers(facts) : {})
  })
}

const readSessionId = async (db: Db, orderId: number) => {
  const [order] = await db.select({ id: orders.stripeSessionId }).from(orders).where(eq(orders.id, orderId))
  return order?.id ?? null
}
