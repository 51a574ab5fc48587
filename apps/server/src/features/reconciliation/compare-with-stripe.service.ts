import { and, gte, inArray, lt } from 'drizzle-orm'
import type Stripe from 'stripe'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { MoneyDifference } from '@slipstream/contract/reconciliation'
import type { Db } from '@slipstream/db/client'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { subscriptionInvoices } from '@slipstream/db/tables/subscriptions'
import { refundState } from '#features/payments/read-payment.ts'
import { byStripeId } from '#features/subscriptions/find-subscription.service.ts'
import type { StripeGateway } from '#gateways/stripe.ts'

/** Ids per query. */
const AT_ONCE = 1_000

export interface Period {
  since: Date
  /** Newer movements may not have reached us yet. */
  until: Date
}

type Kind = (typeof ledgerEntries.$inferSelect)['kind']
interface Movement {
  kind: Kind
  stripeId: string
  amountCents: number
}

/**
 * Checks that every money movement at Stripe is in the ledger with the same amount, and that the ledger has no others.
 */
export const compareWithStripe = async (db: Db, stripe: StripeGateway, { since, until }: Period) => {
  // Read the ledger first: Stripe already has everything that is in it.
  const ours = await db
    .select()
    .from(ledgerEntries)
    .where(and(gte(ledgerEntries.at, since), lt(ledgerEntries.at, until)))
  const money = await stripe.listMoney(since)
  const theirs = movementsOf(money, until, await subscriptionPayments(db, stripe, money))
  const booked = await findBooked(db, theirs)
  const atStripe = new Map(theirs.map((movement) => [nameOf(movement), movement.amountCents]))
  const differences = [
    ...theirs
      .filter((one) => booked.get(nameOf(one)) !== one.amountCents)
      .map((one) => differs(one, 'stripe_not_ledger')),
    ...ours
      .filter((one) => atStripe.get(nameOf(one)) !== one.amountCents)
      .map((one) => differs(one, 'ledger_not_stripe')),
  ]
  return { differences, stripeCents: cents(sum(theirs)), ledgerCents: cents(sum(ours)) }
}

const nameOf = ({ kind, stripeId }: Movement) => `${kind} ${stripeId}`

const sum = (movements: readonly Movement[]) => movements.reduce((total, { amountCents }) => total + amountCents, 0)

const differs = ({ kind, stripeId, amountCents }: Movement, where: string): MoneyDifference => ({
  kind: where,
  orderNumber: null,
  stripeId,
  detail: `${kind} of ${formatUsd(cents(amountCents))}`,
})

type Money = Awaited<ReturnType<StripeGateway['listMoney']>>

/** Only payments of orders and of our subscriptions: the account may take other payments too. */
const movementsOf = (
  { charges, refunds, disputes }: Money,
  until: Date,
  ofSubscriptions: ReadonlySet<string>,
): Movement[] => {
  const isWithin = ({ created }: { created: number }) => created * 1_000 < until.getTime()
  const isOurs = (charge: Stripe.Charge | string | null) =>
    typeof charge === 'object' &&
    charge !== null &&
    (charge.metadata.order !== undefined || ofSubscriptions.has(idOf(charge.payment_intent)))
  return [
    ...charges
      .filter((charge) => isWithin(charge) && isOurs(charge) && charge.paid)
      .map(({ payment_intent, amount_captured }) => movement('payment', idOf(payment_intent), amount_captured)),
    ...refunds
      .filter((refund) => isWithin(refund) && isOurs(refund.charge) && refundState(refund) !== 'pending')
      .flatMap((refund) => [
        movement('refund', refund.id, -refund.amount),
        ...(refundState(refund) === 'failed' ? [movement('refund_failed', refund.id, refund.amount)] : []),
      ]),
    ...disputes
      .filter((dispute) => isWithin(dispute) && isOurs(dispute.charge) && !/^(warning|prevented)/.test(dispute.status))
      .flatMap(({ id, amount, status }) => [
        movement('dispute', id, -amount),
        ...(status === 'won' ? [movement('dispute_won', id, amount)] : []),
      ]),
  ]
}

/**
 * The payments of our subscriptions among all charges. Stripe puts no metadata of ours on them, so they are recognized
 * by their invoices. For an unknown invoice we ask Stripe: a payment page may have been paid before we stored anything
 * about it, even its customer.
 */
const subscriptionPayments = async (db: Db, stripe: StripeGateway, { charges, refunds, disputes }: Money) => {
  const moved = [...charges, ...[...refunds, ...disputes].map(({ charge }) => charge)]
  const candidates = moved.filter(
    (charge): charge is Stripe.Charge =>
      typeof charge === 'object' && charge !== null && charge.metadata.order === undefined && charge.customer !== null,
  )
  const intents = [...new Set(candidates.filter(({ paid }) => paid).map((charge) => idOf(charge.payment_intent)))]
  const known = await findInvoiced(db, intents)
  for (const intent of intents) {
    if (!known.has(intent) && (await isOfOurs(db, stripe, intent))) known.add(intent)
  }
  return known
}

const isOfOurs = async (db: Db, stripe: StripeGateway, paymentIntentId: string) => {
  const stripeId = await stripe.findPaidSubscription(paymentIntentId)
  return stripeId !== null && (await byStripeId(db, stripe, stripeId)).length > 0
}

const findInvoiced = async (db: Db, ids: readonly string[]) => {
  const rows = await inPortions(ids, (some) =>
    db
      .select({ id: subscriptionInvoices.paymentIntentId })
      .from(subscriptionInvoices)
      .where(inArray(subscriptionInvoices.paymentIntentId, some)),
  )
  return new Set(rows.map(({ id }) => id ?? ''))
}

const movement = (kind: Kind, stripeId: string, amountCents: number): Movement => ({ kind, stripeId, amountCents })

const idOf = (value: string | { id: string } | null) => (typeof value === 'string' ? value : (value?.id ?? ''))

const findBooked = async (db: Db, movements: readonly Movement[]) => {
  const rows = await inPortions(
    movements.map(({ stripeId }) => stripeId),
    (some) => db.select().from(ledgerEntries).where(inArray(ledgerEntries.stripeId, some)),
  )
  return new Map(rows.map((row) => [nameOf(row), row.amountCents]))
}

/** Reads the rows of any number of ids in batches, because one query accepts a limited number of them. */
const inPortions = async <Row>(ids: readonly string[], read: (some: string[]) => Promise<Row[]>): Promise<Row[]> => {
  const rows: Row[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE)
    rows.push(...(await read(ids.slice(start, start + AT_ONCE))))
  return rows
}
