import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { lockStanding } from '#features/auth/user-standing.service.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { failpoint } from '#lib/failpoints.ts'
import { closePage, followSubscription, openPage } from './follow-subscription.service.ts'
import { LIVE_STATUSES } from './premium-access.ts'
import { readSoldPrice } from './sold-price.ts'
import type { SubscriptionRow } from './subscription-row.ts'

const ATTEMPTS = 4

export interface Subscriber {
  id: number
  /** For the receipts. Its owner may confirm it later. */
  email: string | null
}

interface Wish {
  planId: number
  shownCents: number
}

/**
 * Opens the payment page of a plan. The row exists before Stripe knows of it, and there is one per person: another tab
 * gets the same page, and choosing another plan closes it first.
 */
export const startSubscription = async (parts: PaymentParts, subscriber: Subscriber, wish: Wish) => {
  const priceId = await readPrice(parts, wish)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { row, isWanted } = await inTransaction(parts.db, (tx) => writeRow(tx, subscriber, priceId))
    failpoint('subscription.written')
    const url = isWanted ? await payUrl(parts, row) : null
    if (url !== null) return { url }
    // The page is for another plan, or has just ended.
    await endPage(parts, row)
  }
  throw new DomainError('server.busy')
}

const readPrice = async (parts: PaymentParts, { planId, shownCents }: Wish): Promise<number> => {
  const { id, price } = await readSoldPrice(parts, planId)
  if (price !== shownCents) throw new DomainError('subscriptions.price_changed')
  return id
}

const writeRow = async (tx: Tx, { id: userId, email }: Subscriber, planPriceId: number) => {
  // Serializes a person's tabs. The account may have been deleted or banned since the request was admitted.
  const standing = await lockStanding(tx, userId)
  if (standing !== 'active') throw new DomainError(standing === 'banned' ? 'auth.banned' : 'auth.required')
  if (email === null) throw new DomainError('checkout.email_needed')
  const [current] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.status, ['pending', ...LIVE_STATUSES])))
  if (current && current.status !== 'pending') throw new DomainError('subscriptions.already')
  if (current) return { row: current, isWanted: current.planPriceId === planPriceId }
  const stripeCustomerId = await findCustomer(tx, userId)
  const [row] = await tx.insert(subscriptions).values({ userId, planPriceId, email, stripeCustomerId }).returning()
  if (!row) throw new Error('the subscription was not written')
  return { row, isWanted: true }
}

/** A returning subscriber is the same customer at Stripe. */
const findCustomer = async (db: Db, userId: number) => {
  const [earlier] = await db
    .select({ customerId: subscriptions.stripeCustomerId })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNotNull(subscriptions.stripeCustomerId)))
    .orderBy(desc(subscriptions.id))
    .limit(1)
  return earlier?.customerId ?? null
}

const payUrl = async (parts: PaymentParts, row: SubscriptionRow): Promise<string | null> => {
  const session = await (row.stripeSessionId === null
    ? openPage(parts, row)
    : parts.stripe.readSession(row.stripeSessionId))
  return session && parts.stripe.payUrl(session)
}

/** Closes the page. If it was just paid, the subscription starts instead. */
const endPage = async (parts: PaymentParts, row: SubscriptionRow) => {
  await closePage(parts, row)
  await followSubscription(parts, row.id)
}
