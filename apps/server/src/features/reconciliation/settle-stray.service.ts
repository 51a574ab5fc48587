import { eq, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { strays } from '@slipstream/db/tables/payments'
import { recordChange } from '#features/audit/audit.service.ts'
import { adoptOrder } from '#features/orders/adopt-order.service.ts'
import { CannotAdopt } from '#features/payments/find-payer.service.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { payRefund } from '#features/payments/pay-refund.ts'
import { refundState } from '#features/payments/read-payment.ts'
import { adoptSubscription } from '#features/subscriptions/adopt-subscription.service.ts'
import { endNow } from '#features/subscriptions/follow-subscription.service.ts'
import { readSubscription } from '#features/subscriptions/read-subscription.ts'
import { StripeRefusal, type StripeGateway } from '#gateways/stripe.ts'
import { DomainError } from '#lib/domain-error.ts'
import { failpoint } from '#lib/failpoints.ts'
import { enqueue } from '#lib/jobs/jobs.ts'

type Stray = typeof strays.$inferSelect
type Decision = 'adopt' | 'refund'

const STATES = { adopt: 'adopting', refund: 'refunding' } as const

/** Writes a person's decision and queues the job that carries it out. A decision under way is not changed any more. */
export const decideStray = async (tx: Tx, id: number, { decision, by }: { decision: Decision; by: number }) => {
  const [stray] = await tx.select().from(strays).where(eq(strays.id, id)).for('update')
  if (!stray) throw new DomainError('strays.not_found')
  if (stray.state !== 'open') throw new DomainError('strays.decided')
  const decided = { state: STATES[decision], problem: null, decidedBy: by, decidedAt: new Date() }
  await tx.update(strays).set(decided).where(eq(strays.id, id))
  await recordChange(tx, {
    actorId: by,
    action: `${decision} lost sale`,
    subject: stray.kind,
    subjectId: stray.number ?? stray.stripeId,
    subjectName: stray.number ?? stray.stripeId,
    after: { amountCents: stray.amountCents, stripeId: stray.stripeId },
  })
  await enqueue(tx, 'payments.settle_stray', { strayId: id }, { jobKey: `settle-stray-${id}` })
}

/**
 * Carries out a decision. Idempotent: a job that was killed goes on with the same decision, and nothing is written or
 * refunded twice. What cannot be carried out waits for another decision.
 */
export const settleStray = async (parts: PaymentParts, id: number) => {
  const [stray] = await parts.db.select().from(strays).where(eq(strays.id, id))
  if (stray?.state !== 'adopting' && stray?.state !== 'refunding') return
  try {
    const change = await (stray.state === 'adopting' ? adopt(parts, stray) : refund(parts, stray))
    failpoint('stray.carried_out')
    await write(parts.db, stray, change)
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    await write(parts.db, stray, { state: 'open', problem })
  }
}

const problemOf = (error: unknown): string | null => {
  if (error instanceof CannotAdopt) return error.message
  return error instanceof StripeRefusal ? `Stripe refuses: ${error.reason}` : null
}

type Change = Partial<Pick<Stray, 'state' | 'problem' | 'settledIds'>>

const write = (db: Db, { id, state }: Stray, change: Change) =>
  inTransaction(db, (tx) =>
    tx.update(strays).set(change).where(sql`${strays.id} = ${id} and ${strays.state} = ${state}`),
  )

const adopt = async (parts: PaymentParts, { kind, stripeId, decidedBy }: Stray): Promise<Change> => {
  if (kind === 'order') await adoptOrder(parts, stripeId, decidedBy)
  else await adoptSubscription(parts, stripeId)
  return { state: 'adopted' }
}

/**
 * Ends the subscription and returns everything that was paid. Without rows there is nothing to book: payments and
 * refunds cancel each other out, and the money check knows them by their ids.
 */
const refund = async ({ stripe }: PaymentParts, stray: Stray): Promise<Change> => {
  const payments = await (stray.kind === 'order' ? paymentsOfOrder(stripe, stray) : endSubscription(stripe, stray))
  const settledIds: string[] = []
  for (const paymentIntentId of payments) {
    settledIds.push(paymentIntentId, ...(await refundAll(stripe, paymentIntentId, stray)))
    failpoint('stray.refunded')
  }
  return { state: 'refunded', settledIds }
}

const paymentsOfOrder = async (stripe: StripeGateway, { stripeId }: Stray) => {
  const payment = (await stripe.readSession(stripeId))?.payment_intent ?? null
  return payment === null ? [] : [typeof payment === 'string' ? payment : payment.id]
}

const endSubscription = async (stripe: StripeGateway, { stripeId }: Stray) => {
  const facts = await readSubscription(stripe, stripeId)
  if (!facts) return []
  await endNow({ stripe }, facts)
  return facts.invoices.flatMap(({ payment }) => (payment === null ? [] : [payment.paymentIntentId]))
}

/** Refunds what is left of a payment, and returns the ids of all its refunds. */
const refundAll = async (stripe: StripeGateway, paymentIntentId: string, { kind, reference }: Stray) => {
  const made = await stripe.listRefunds(paymentIntentId)
  const returned = made.filter((one) => refundState(one) !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
  const paid = (await stripe.readPaymentIntent(paymentIntentId))?.amount_received ?? 0
  if (paid > returned) {
    const key = `stray-${paymentIntentId}`
    await payRefund(
      stripe,
      paymentIntentId,
      { key, amountCents: paid - returned, stripeId: null },
      { [kind]: reference },
    )
  }
  return (await stripe.listRefunds(paymentIntentId)).map(({ id }) => id)
}
