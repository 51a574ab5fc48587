import { and, desc, eq, ne } from 'drizzle-orm'
import type { MySubscription } from '@slipstream/contract/subscriptions-mine'
import { cents } from '@slipstream/contract/money'
import type { Db } from '@slipstream/db/client'
import {
  OPEN_CHANGES,
  planPrices,
  subscriptionInvoices,
  subscriptionPlans,
  subscriptions,
} from '@slipstream/db/tables/subscriptions'
import type { Encryption } from '#features/auth/encryption.ts'
import { readClock } from '#lib/database-clock.ts'
import { readOpenChange } from './carry-out-change.service.ts'
import { hasUsedGuarantee } from './guarantee.service.ts'
import { isLive } from './premium-access.ts'
import { moneyBackUntil } from './refund-subscription.service.ts'
import type { SubscriptionRow } from './subscription-row.ts'

/** The running subscription, or the last one that was ever paid. */
export const readMySubscription = async (
  db: Db,
  encryption: Encryption,
  userId: number,
): Promise<MySubscription | null> => {
  const rows = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.id))
  const row = rows.find(({ startedAt }) => startedAt !== null)
  if (!row || row.startedAt === null) return null
  const invoices = await readInvoices(db, row.id)
  const state = stateOf(row)
  return {
    ...(await termsOf(db, row.planPriceId)),
    ...datesOf(row, state),
    ...(await refundOf(db, encryption, row, invoices)),
    state,
    startedAt: row.startedAt.toISOString(),
    cancelAtPeriodEnd: state === 'ending',
    card: row.cardLast4 === null ? null : { brand: row.cardBrand ?? 'card', last4: row.cardLast4 },
    nextPlan: row.nextPlanPriceId === null || state !== 'active' ? null : await termsOf(db, row.nextPlanPriceId),
    change: await changeOf(db, row.id),
    openInvoice: openOf(invoices),
    invoices: invoices.map(({ id, number, issuedAt, amountCents, refundedCents, status, url }) => ({
      id,
      number,
      issuedAt: issuedAt.toISOString(),
      amountCents: cents(amountCents),
      refundedCents: cents(refundedCents),
      status: status === 'draft' ? 'open' : status,
      url,
    })),
  }
}

const changeOf = async (db: Db, subscriptionId: number): Promise<MySubscription['change']> => {
  const state = (await readOpenChange(db, subscriptionId))?.state
  return OPEN_CHANGES.find((open) => open === state) ?? null
}

const datesOf = ({ paidThrough, accessUntil }: SubscriptionRow, state: MySubscription['state']) =>
  state === 'active'
    ? { renewsAt: written(paidThrough), endsAt: null }
    : { renewsAt: null, endsAt: written(accessUntil) }

const openOf = (invoices: readonly Invoice[]): MySubscription['openInvoice'] => {
  const open = invoices.find(({ status, attempts }) => status === 'open' && attempts > 0)
  if (!open) return null
  return { amountCents: cents(open.amountCents), nextAttemptAt: written(open.nextAttemptAt), url: open.url }
}

const NOT_REFUNDABLE = { refundableUntil: null, refundableCents: cents(0) }

/** What the money-back guarantee would return now. */
const refundOf = async (db: Db, encryption: Encryption, row: SubscriptionRow, invoices: readonly Invoice[]) => {
  const until = moneyBackUntil(row)
  const paid = paidOf(invoices)
  if (until === null || until <= (await readClock(db)) || paid === 0) return NOT_REFUNDABLE
  if (invoices.some(({ isDisputed }) => isDisputed)) return NOT_REFUNDABLE
  if (await hasUsedGuarantee(db, encryption, row.userId)) return NOT_REFUNDABLE
  return { refundableUntil: written(until), refundableCents: cents(paid) }
}

type Invoice = typeof subscriptionInvoices.$inferSelect

const paidOf = (invoices: readonly Invoice[]) =>
  invoices
    .filter(({ status }) => status === 'paid')
    .reduce((sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents, 0)

const stateOf = (row: SubscriptionRow, now = new Date()): MySubscription['state'] => {
  if (!isLive(row) || row.endRequested === 'now') return 'ended'
  // Stripe reports the end a few seconds later, but access is already over.
  if (row.endsAt !== null && row.endsAt <= now) return 'ended'
  if (row.endsAt !== null || row.endRequested !== null) return 'ending'
  return row.status === 'past_due' || row.status === 'unpaid' ? 'past_due' : 'active'
}

/** Drafts are not shown: they have no number yet and may change. */
const readInvoices = (db: Db, subscriptionId: number) =>
  db
    .select()
    .from(subscriptionInvoices)
    .where(and(eq(subscriptionInvoices.subscriptionId, subscriptionId), ne(subscriptionInvoices.status, 'draft')))
    .orderBy(desc(subscriptionInvoices.issuedAt), desc(subscriptionInvoices.id))

const termsOf = async (db: Db, planPriceId: number) => {
  const [terms] = await db
    .select({
      planId: subscriptionPlans.id,
      planName: subscriptionPlans.name,
      price: planPrices.price,
      interval: planPrices.interval,
    })
    .from(planPrices)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, planPrices.planId))
    .where(eq(planPrices.id, planPriceId))
  if (!terms) throw new Error(`there is no price ${planPriceId}`)
  const { price, ...rest } = terms
  return { ...rest, amountCents: cents(price) }
}

const written = (at: Date | null) => at?.toISOString() ?? null
