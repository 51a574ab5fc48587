import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { HOUR_MS } from '@slipstream/contract/durations'
import type { Db, Tx } from '@slipstream/db/client'
import { planPrices, subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { type Standing as AccountStanding, lockStanding } from '#features/auth/user-standing.service.ts'
import { premiumChanged } from '#features/premium/discord-role.service.ts'
import { readClock } from '#lib/database-clock.ts'
import { type NotedInvoice, noteInvoices } from './note-invoices.service.ts'
import { accessUntil, dunningMailsDue, isLive, LIVE_STATUSES, nextDunningMail } from './premium-access.ts'
import { isChangeTooLate, isPaidLate, isUnpaid, type SubscriptionFacts } from './read-subscription.ts'
import { queueRefunds } from './refund-subscription.service.ts'
import type { EndReason, SubscriptionRow } from './subscription-row.ts'
import { queueMails } from './mail-subscription.service.ts'

type Change = Partial<typeof subscriptions.$inferInsert>

/** Locks a subscription if nobody has applied newer facts since it was read; null otherwise. */
export const lockUnchanged = async (tx: Tx, { id, userId, version }: SubscriptionRow) => {
  // Locks the person first, in the same order as bans, deletions and checkouts.
  const account = await lockStanding(tx, userId)
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update')
  return row?.version === version ? { row, account } : null
}

/** The person's other open payment page or running subscription. There is at most one. */
export const findOther = async (db: Db, { id, userId }: SubscriptionRow): Promise<SubscriptionRow | undefined> => {
  const isOther = and(eq(subscriptions.userId, userId), ne(subscriptions.id, id))
  const [other] = await db
    .select()
    .from(subscriptions)
    .where(and(isOther, inArray(subscriptions.status, ['pending', ...LIVE_STATUSES])))
  return other
}

/** Applies Stripe's view of a subscription. The caller has locked both rows. */
export const applyFacts = async (
  tx: Tx,
  before: SubscriptionRow,
  facts: SubscriptionFacts,
  account: AccountStanding,
): Promise<SubscriptionRow> => {
  const now = await readClock(tx)
  const invoices = await noteInvoices(tx, before.id, facts.invoices)
  const standing = standingOf(facts, invoices)
  const until = accessUntil(standing)
  const end = endOf(before, { ...standing, until, invoices, account, now })
  const dunning = dunningOf(standing, until, invoices)
  const isSecond = before.status === 'abandoned' && (await findOther(tx, before)) !== undefined
  const change: Change = {
    ...standing,
    ...(await termsOf(tx, before, facts, invoices)),
    ...cardOf(facts, account),
    ...end,
    ...(isSecond && { endReason: 'refund' }),
    accessUntil: until,
    startedAt: before.startedAt ?? firstPaid(invoices),
    stripeSubscriptionId: facts.stripeId,
    stripeCustomerId: facts.customerId,
    dunningMails: dunning ? Math.max(before.dunningMails, dunningMailsDue(dunning, now)) : 0,
    version: before.version + 1,
    nextCheckAt: nextCheck({ ...standing, until, now }, dunning && nextDunningMail(dunning, now)),
  }
  const [after] = await tx.update(subscriptions).set(change).where(eq(subscriptions.id, before.id)).returning()
  if (!after) throw new Error('the subscription was not updated')
  if (account !== 'active') {
    await refundUndelivered(tx, before, invoices, 'The account was closed before the payment arrived.')
  }
  if (isSecond) await refundUndelivered(tx, before, invoices, 'The person already had a subscription.')
  await refundLate(tx, before, facts, invoices)
  await updatePremium(tx, after.userId)
  await queueMails(tx, before, after, invoices)
  return after
}

/** The card details to show; none for a deleted account. */
const cardOf = ({ card }: SubscriptionFacts, account: AccountStanding): Change => {
  const shown = account === 'deleted' ? null : card
  return {
    paymentMethodId: card?.id ?? null,
    cardBrand: shown?.brand ?? null,
    cardLast4: shown?.last4 ?? null,
    cardFingerprint: shown?.fingerprint ?? null,
  }
}

const isKept = ({ status, amountCents, refundedCents, isDisputed }: NotedInvoice) =>
  status === 'paid' && !isDisputed && (amountCents === 0 || refundedCents < amountCents)

const standingOf = ({ status, endsAt, endedAt }: SubscriptionFacts, invoices: readonly NotedInvoice[]) => {
  const ends = invoices.filter(isKept).map(({ periodEnd }) => periodEnd.getTime())
  return { status, endsAt, endedAt, paidThrough: ends.length === 0 ? null : new Date(Math.max(...ends)) }
}

const firstPaid = (invoices: readonly NotedInvoice[]) =>
  invoices.filter(({ status }) => status === 'paid').at(-1)?.paidAt ?? null

/** The dates of a renewal that was tried and is still open; null if none is. */
const dunningOf = (
  { status, paidThrough }: Pick<SubscriptionRow, 'status' | 'paidThrough'>,
  until: Date | null,
  invoices: readonly NotedInvoice[],
) => {
  const isTried = invoices.some((invoice) => invoice.status === 'open' && invoice.attempts > 0)
  if (!isTried || !isLive({ status }) || paidThrough === null || until === null) return null
  return { paidThrough, accessUntil: until }
}

interface Ending {
  status: SubscriptionRow['status']
  until: Date | null
  endsAt: Date | null
  invoices: readonly NotedInvoice[]
  account: AccountStanding
  now: Date
}

type End = Pick<SubscriptionRow, 'endRequested' | 'endReason'>

/** What Stripe still has to be told. A request is settled as soon as Stripe's state agrees with it. */
const endOf = (before: SubscriptionRow, ending: Ending): End => {
  const { endRequested, endReason } = before
  if (!isLive(ending)) return { endRequested: null, endReason }
  const decided = decidedReason(before)
  const reason = whyNow(before, ending)
  if (reason !== null) return { endRequested: 'now', endReason: decided ?? reason }
  if (endRequested === 'now' && decided !== null) return { endRequested, endReason }
  if (ending.account === 'banned' && ending.endsAt === null) return { endRequested: 'period_end', endReason: 'banned' }
  if (endRequested === 'period_end' && !isEndPlanned(ending)) return { endRequested, endReason }
  if (isGraceOver(ending)) return { endRequested: 'now', endReason: 'unpaid' }
  // Nothing is left to tell Stripe. Without a planned end, the subscription was resumed here or at Stripe.
  return { endRequested: null, endReason: ending.endsAt === null ? null : decided }
}

/** Ignores an earlier decision that grace is over, because the renewal may have been paid since. */
const decidedReason = ({ endReason }: SubscriptionRow) => (endReason === 'unpaid' ? null : endReason)

/**
 * If a new period began before our request reached Stripe, the planned end is the end of that unpaid period, which is
 * too late.
 */
const isEndPlanned = (ending: Ending) => ending.endsAt !== null && !isUnpaid(ending)

/** Why a running subscription must end at once, if it must. */
const whyNow = ({ startedAt }: SubscriptionRow, ending: Ending): EndReason | null => {
  const { account, invoices } = ending
  if (account === 'deleted') return 'deleted'
  if (account === 'banned' && (startedAt === null || isUnpaid(ending))) return 'banned'
  if (invoices.some(({ isDisputed }) => isDisputed)) return 'dispute'
  const paid = invoices.find((invoice) => invoice.status === 'paid' && invoice.amountCents > 0)
  return paid && paid.refundedCents >= paid.amountCents ? 'refund' : null
}

/** Stripe's retries end with the grace period, even if Stripe would cancel by itself later. */
const isGraceOver = ({ until, endsAt, now }: Ending) =>
  until !== null && until <= now && (endsAt === null || endsAt > now)

/** Ids of the prices that apply now and from the next renewal on. A price that is not ours is ignored. */
const termsOf = async (
  tx: Tx,
  before: SubscriptionRow,
  { priceId, schedule }: SubscriptionFacts,
  invoices: readonly NotedInvoice[],
) => {
  const paid = invoices.find((invoice) => isKept(invoice) && invoice.planPriceId !== null)
  const planPriceId = paid?.planPriceId ?? before.planPriceId
  const [next] = await tx
    .select({ id: planPrices.id })
    .from(planPrices)
    .where(eq(planPrices.stripePriceId, schedule?.nextPriceId ?? priceId ?? ''))
  return { planPriceId, nextPlanPriceId: next && next.id !== planPriceId ? next.id : null }
}

/** Refunds a first payment that arrived although its checkout should have been closed. Nothing was delivered for it. */
const refundUndelivered = async (
  tx: Tx,
  { startedAt }: SubscriptionRow,
  invoices: readonly NotedInvoice[],
  reason: string,
) => {
  if (startedAt === null) await queueRefunds(tx, invoices, { reason, by: null })
}

/**
 * Refunds an invoice that was paid while the subscription was ending, through its link or for a plan change, because
 * nothing is delivered for it.
 */
const refundLate = async (
  tx: Tx,
  before: SubscriptionRow,
  facts: SubscriptionFacts,
  invoices: readonly NotedInvoice[],
) => {
  const isLate = (one: NotedInvoice) => isPaidLate(one, facts) || isChangeTooLate(one, before)
  const late = invoices.filter((one) => one.isNewlyPaid && !one.isDisputed && isLate(one))
  await queueRefunds(tx, late, { reason: 'Paid after the subscription ended.', by: null })
}

const SOON_MS = 5_000

interface Timing {
  status: SubscriptionRow['status']
  paidThrough: Date | null
  until: Date | null
  endsAt: Date | null
  now: Date
}

/** When to read the subscription again even without a webhook: at its next date, and hourly while a renewal is due. */
const nextCheck = ({ status, paidThrough, until, endsAt, now }: Timing, mailAt: Date | null): Date => {
  const dates = [paidThrough, until, endsAt, mailAt].flatMap((at) => (at !== null && at > now ? [at.getTime()] : []))
  const isDue = paidThrough !== null && paidThrough <= now && isLive({ status })
  const next = Math.min(...dates, isDue ? now.getTime() + HOUR_MS : Infinity)
  return new Date(Number.isFinite(next) ? Math.max(next, now.getTime() + SOON_MS) : now.getTime() + HOUR_MS)
}

/** Sets the end of the person's access to the latest end of all their subscriptions. */
export const updatePremium = async (tx: Tx, userId: number) => {
  const latest = sql`(select max(access_until) from subscriptions where user_id = ${userId})`
  const changed = await tx
    .update(users)
    .set({ premiumExpiresAt: latest })
    .where(
      sql`${users.id} = ${userId} and ${users.erasedAt} is null and ${users.premiumExpiresAt} is distinct from ${latest}`,
    )
    .returning({ id: users.id })
  if (changed.length > 0) await premiumChanged(tx, userId)
}
