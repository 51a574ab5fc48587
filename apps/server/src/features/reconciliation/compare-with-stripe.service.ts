import { and, gte, inArray, lt } from 'drizzle-orm'
import type Stripe from 'stripe'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { MoneyDifference } from '@slipstream/contract/reconciliation'
import type { Db } from '@slipstream/db/client'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import type { StripeGateway } from '#gateways/stripe.ts'
import { refundState } from '#features/payments/read-payment.ts'

export interface Period {
  since: Date
  /** Younger movements may not have reached us yet. */
  until: Date
}

type Kind = (typeof ledgerEntries.$inferSelect)['kind']
interface Movement {
  kind: Kind
  stripeId: string
  amountCents: number
}

/** Every movement of money at Stripe is in the ledger with the same amount, and the ledger has no others. */
export const compareWithStripe = async (db: Db, stripe: StripeGateway, { since, until }: Period) => {
  // The ledger is read first: everything in it has been at Stripe for longer.
  const ours = await db
    .select()
    .from(ledgerEntries)
    .where(and(gte(ledgerEntries.at, since), lt(ledgerEntries.at, until)))
  const theirs = movementsOf(await stripe.listMoney(since), until)
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

/** Only payments of orders: the account may take other payments too. */
const movementsOf = ({ charges, refunds, disputes }: Money, until: Date): Movement[] => {
  const isWithin = ({ created }: { created: number }) => created * 1_000 < until.getTime()
  const ofOrder = (charge: Stripe.Charge | string | null) =>
    typeof charge === 'object' && charge?.metadata.order !== undefined
  return [
    ...charges
      .filter((charge) => isWithin(charge) && ofOrder(charge) && charge.paid)
      .map(({ payment_intent, amount_captured }) => movement('payment', idOf(payment_intent), amount_captured)),
    ...refunds
      .filter((refund) => isWithin(refund) && ofOrder(refund.charge) && refundState(refund) !== 'pending')
      .flatMap((refund) => [
        movement('refund', refund.id, -refund.amount),
        ...(refundState(refund) === 'failed' ? [movement('refund_failed', refund.id, refund.amount)] : []),
      ]),
    ...disputes
      .filter((dispute) => isWithin(dispute) && ofOrder(dispute.charge) && !/^(warning|prevented)/.test(dispute.status))
      .flatMap(({ id, amount, status }) => [
        movement('dispute', id, -amount),
        ...(status === 'won' ? [movement('dispute_won', id, amount)] : []),
      ]),
  ]
}

const movement = (kind: Kind, stripeId: string, amountCents: number): Movement => ({ kind, stripeId, amountCents })

const idOf = (value: string | { id: string } | null) => (typeof value === 'string' ? value : (value?.id ?? ''))

const AT_ONCE = 1_000

const findBooked = async (db: Db, movements: readonly Movement[]) => {
  const booked = new Map<string, number>()
  for (let start = 0; start < movements.length; start += AT_ONCE) {
    const ids = movements.slice(start, start + AT_ONCE).map(({ stripeId }) => stripeId)
    const rows = await db.select().from(ledgerEntries).where(inArray(ledgerEntries.stripeId, ids))
    for (const row of rows) booked.set(nameOf(row), row.amountCents)
  }
  return booked
}
