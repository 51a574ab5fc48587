import { and, eq, sql } from 'drizzle-orm'
import { REFUND_REQUEST_DAYS } from '@slipstream/contract/legal'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { DisputeEvidence } from '@slipstream/contract/orders-admin'
import type { Settings } from '@slipstream/contract/settings'
import { type Db, inTransaction } from '@slipstream/db/client'
import { disputes } from '@slipstream/db/tables/payments'
import type { StripeGateway } from '#gateways/stripe.ts'
import { DomainError } from '#lib/domain-error.ts'
import { recordOnOrder } from './audit-order.service.ts'
import { noteOnOrder } from './order-events.service.ts'
import { lockOrder } from './order-state.service.ts'
import { fitLines, fitText } from './evidence-text.ts'
import { readAdminOrder, readFirstDownloads } from './read-admin-order.service.ts'

interface Parts {
  db: Db
  stripe: StripeGateway
}

/** The evidence that the cardholder ordered, agreed and downloaded. */
export const evidenceOf = async (db: Db, settings: Settings, orderId: number): Promise<DisputeEvidence> => {
  const order = await readAdminOrder(db, settings, orderId)
  const { first, count } = await readFirstDownloads(db, orderId)
  const log = first.map(
    ({ at, title, version, ip }) => `${at.toUTCString()}: ${title} ${version} from ${ip ?? 'unknown'}`,
  )
  return {
    customerName: order.buyer.name,
    customerEmail: order.buyer.email,
    productDescription: fitText(`Vehicle mods for download: ${order.items.map(({ title }) => title).join(', ')}`),
    accessActivityLog: count === 0 ? 'Nothing was downloaded.' : fitLines(log, count),
    serviceDate: day(order.paidAt ?? order.createdAt),
    refundPolicy: `Refunds can be requested within ${REFUND_REQUEST_DAYS} days of the purchase.`,
    text: [
      `Order ${order.number} of ${day(order.createdAt)}, ${formatUsd(cents(order.totalCents))}.`,
      `On ${day(order.consents.at)} the customer agreed to: "${order.consents.delivery}" and "${order.consents.withdrawal}"`,
      'The mods were available in the customer’s account right after the payment.',
    ].join('\n'),
  }
}

/** Written out, for a reader at a bank. */
const day = (at: string) => new Date(at).toUTCString()

/** Submits the evidence to the bank. Stripe accepts it only once. */
export const submitEvidence = async ({ db, stripe }: Parts, settings: Settings, orderId: number, by: number) => {
  const [dispute] = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), eq(disputes.state, 'open'), sql`${disputes.evidenceSentAt} is null`))
  if (!dispute) throw new DomainError('orders.no_dispute')
  const evidence = await evidenceOf(db, settings, orderId)
  await stripe.submitEvidence(dispute.id, {
    customer_name: evidence.customerName,
    ...(evidence.customerEmail !== null && { customer_email_address: evidence.customerEmail }),
    product_description: evidence.productDescription,
    access_activity_log: evidence.accessActivityLog,
    service_date: evidence.serviceDate,
    refund_policy_disclosure: evidence.refundPolicy,
    uncategorized_text: evidence.text,
  })
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    await tx.update(disputes).set({ evidenceSentAt: new Date() }).where(eq(disputes.id, dispute.id))
    await recordOnOrder(tx, order, { by, action: 'submit evidence', after: { dispute: dispute.id } })
    await noteOnOrder(tx, orderId, { what: 'evidence_sent', by, detail: { stripeId: dispute.id } })
  })
}
