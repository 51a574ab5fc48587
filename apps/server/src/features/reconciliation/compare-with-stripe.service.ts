import { inArray } from 'drizzle-orm'
import type Stripe from 'stripe'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { MoneyDifference } from '@slipstream/contract/reconciliation'
import type { Db } from '@slipstream/db/client'
import { subscriptionInvoices } from '@slipstream/db/tables/subscriptions'
import { dateOf, refundState } from '#features/payments/read-payment.ts'
import { IS_UUID } from '#features/subscriptions/find-subscription.service.ts'
import type { StripeGateway } from '#gateways/stripe.ts'
import { settledStrays } from './list-strays.service.ts'
import {
  compareList,
  type Kind,
  type Movement,
  type MovementPage,
  type Period,
  sumOfLedger,
} from './compare-pages.service.ts'

/**
 * Checks that every money movement at Stripe is in the ledger with the same amount, and that the ledger has no others.
 */
export const compareWithStripe = async (db: Db, stripe: StripeGateway, period: Period) => {
  const tallies = [
    await compareList(db, period, {
      kinds: ['payment'],
      pages: () => inPages(stripe.chargePages(period), (charge) => charge, paymentOf),
    }),
    await compareList(db, period, {
      kinds: ['refund', 'refund_failed'],
      pages: () => inPages(stripe.refundedPages(period), ({ charge }) => charge, refundOf),
    }),
    await compareList(db, period, {
      kinds: ['dispute', 'dispute_won'],
      pages: () => inPages(stripe.disputePages(period), ({ charge }) => charge, disputeOf),
    }),
  ]
  const isSettled = await settledStrays(db)
  return {
    differences: tallies.flatMap((tally) => [
      ...tally.notInLedger.filter((one) => !isSettled(one)).map((one) => differs(one, 'stripe_not_ledger')),
      ...tally.notAtStripe.map((one) => differs(one, 'ledger_not_stripe')),
    ]),
    stripeCents: cents(tallies.reduce((sum, { theirCents }) => sum + theirCents, 0)),
    ledgerCents: cents(await sumOfLedger(db, period)),
  }

  /** Only payments of orders and of our subscriptions: the account may take other payments too. */
  async function* inPages<Item extends { created: number }>(
    pages: AsyncIterable<Item[]>,
    chargeOf: (item: Item) => Charge,
    movementsOf: (item: Item) => Movement[],
  ): AsyncGenerator<MovementPage> {
    for await (const items of pages) {
      const last = items.at(-1)
      if (!last) continue
      const ofSubscriptions = await subscriptionPayments(db, stripe, items.map(chargeOf))
      const ours = items.filter((item) => isOurs(chargeOf(item), ofSubscriptions))
      yield { movements: ours.flatMap(movementsOf), readTo: dateOf(last.created) }
    }
  }
}

type Charge = Stripe.Charge | string | null

const isOurs = (charge: Charge, ofSubscriptions: ReadonlySet<string>) =>
  typeof charge === 'object' &&
  charge !== null &&
  (charge.metadata.order !== undefined || ofSubscriptions.has(idOf(charge.payment_intent)))

const paymentOf = ({ paid, payment_intent, amount_captured, created }: Stripe.Charge): Movement[] =>
  paid ? [movement('payment', idOf(payment_intent), amount_captured, created)] : []

const refundOf = (refund: Stripe.Refund): Movement[] => {
  const { id, amount, created, payment_intent: payment } = refund
  const state = refundState(refund)
  if (state === 'pending') return []
  const made = { ...movement('refund', id, -amount, created), payment: idOf(payment) }
  return state === 'failed' ? [made, movement('refund_failed', id, amount, created)] : [made]
}

const disputeOf = ({ id, amount, status, created, payment_intent: intent }: Stripe.Dispute): Movement[] => {
  if (/^(warning|prevented)/.test(status)) return []
  const payment = idOf(intent)
  const opened = { ...movement('dispute', id, -amount, created), payment }
  return status === 'won' ? [opened, { ...movement('dispute_won', id, amount, created), payment }] : [opened]
}

const movement = (kind: Kind, stripeId: string, amountCents: number, created: number): Movement => ({
  kind,
  stripeId,
  amountCents,
  at: dateOf(created),
})

const differs = ({ kind, stripeId, amountCents }: Movement, where: string): MoneyDifference => ({
  kind: where,
  orderNumber: null,
  stripeId,
  detail: `${kind} of ${formatUsd(cents(amountCents))}`,
})

/**
 * The payments of our subscriptions among these charges. Stripe puts no metadata of ours on them, so they are recognized
 * by their invoices. For an unknown invoice we ask Stripe: a payment page may have been paid before we stored anything
 * about it, even its customer.
 */
const subscriptionPayments = async (db: Db, stripe: StripeGateway, charges: readonly Charge[]) => {
  const candidates = charges.filter(
    (charge): charge is Stripe.Charge =>
      typeof charge === 'object' && charge !== null && charge.metadata.order === undefined && charge.customer !== null,
  )
  const intents = [...new Set(candidates.filter(({ paid }) => paid).map((charge) => idOf(charge.payment_intent)))]
  const known = await findInvoiced(db, intents)
  for (const intent of intents) {
    if (!known.has(intent) && (await isOfOurs(stripe, intent))) known.add(intent)
  }
  return known
}

/** By its metadata, even if we have no row for it: a restore may have lost the row. */
const isOfOurs = async (stripe: StripeGateway, paymentIntentId: string) => {
  const stripeId = await stripe.findPaidSubscription(paymentIntentId)
  const subscription = stripeId === null ? null : await stripe.readSubscription(stripeId)
  return IS_UUID.test(subscription?.metadata.subscription ?? '')
}

const findInvoiced = async (db: Db, ids: readonly string[]) => {
  if (ids.length === 0) return new Set<string>()
  const rows = await db
    .select({ id: subscriptionInvoices.paymentIntentId })
    .from(subscriptionInvoices)
    .where(inArray(subscriptionInvoices.paymentIntentId, [...ids]))
  return new Set(rows.map(({ id }) => id ?? ''))
}

const idOf = (value: string | { id: string } | null) => (typeof value === 'string' ? value : (value?.id ?? ''))
