import { eq, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { planPrices, subscriptionInvoices, subscriptionPlans, subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import type { Encryption } from '#features/auth/encryption.ts'
import { tellUnconfirmedOwner } from '#features/notifications/unconfirmed-owner.service.ts'
import { notify } from '#features/notifications/notify.service.ts'
import { mailUser } from '#features/notifications/mail-user.service.ts'
import { enqueue, type Jobs } from '#lib/jobs/jobs.ts'
import type { Sender } from '#lib/mail/letter.ts'
import { hasUsedGuarantee } from './guarantee.service.ts'
import type { NotedInvoice } from './note-invoices.service.ts'
import { isLive } from './premium-access.ts'
import { isChangeTooLate, isPaidLate } from './read-subscription.ts'
import { composeLetter, type SubscriptionLetter } from './subscription-mails.ts'
import type { SubscriptionRow } from './subscription-row.ts'

interface Wanted {
  letter: SubscriptionLetter
  invoiceId?: number | undefined
  /** The terms after a change of the plan. */
  planPriceId?: number
}

/** Queues the mails about what has just changed, in the same transaction. */
export const queueMails = async (
  tx: Tx,
  before: SubscriptionRow,
  after: SubscriptionRow,
  invoices: readonly NotedInvoice[],
) => {
  for (const wanted of lettersOf(before, after, invoices)) await queueLetter(tx, after, wanted)
  if (before.startedAt === null && after.startedAt !== null) await tellUnconfirmedOwner(tx, after.userId)
  if (isLive(after) && after.dunningMails > before.dunningMails) await notifyOfFailedPayment(tx, after)
}

const notifyOfFailedPayment = (tx: Tx, { id, userId, dunningMails }: SubscriptionRow) =>
  notify(tx, [userId], {
    kind: 'premium',
    key: `payment_failed:${id}:${dunningMails}`,
    title: 'Your Premium payment failed',
    text: 'Check your card to keep Premium.',
    link: '/subscribe',
  })

export const queueLetter = (tx: Tx, { id, version }: SubscriptionRow, { letter, invoiceId, planPriceId }: Wanted) =>
  enqueue(
    tx,
    'subscriptions.mail',
    {
      subscriptionId: id,
      letter,
      ...(invoiceId !== undefined && { invoiceId }),
      ...(planPriceId !== undefined && { planPriceId }),
    },
    { jobKey: `subscription-mail-${id}-${letter}-${version}` },
  )

const lettersOf = (before: SubscriptionRow, after: SubscriptionRow, invoices: readonly NotedInvoice[]): Wanted[] => {
  const paid = invoices.filter(({ isNewlyPaid }) => isNewlyPaid)
  if (before.startedAt === null && after.startedAt !== null) {
    return [{ letter: startLetter(before, after), invoiceId: paid[0]?.id }]
  }
  const receipts = paid.map((one): Wanted => ({ letter: receiptOf(one, before, after), invoiceId: one.id }))
  const news = isLive(after) ? newsOf(before, after) : isLive(before) ? [endLetter(before, after)] : []
  return [...receipts, ...news.map((letter) => ({ letter }))]
}

const receiptOf = (invoice: NotedInvoice, before: SubscriptionRow, after: SubscriptionRow): SubscriptionLetter => {
  if (isPaidLate(invoice, after) || isChangeTooLate(invoice, before)) return 'ended_refund'
  return invoice.reason === 'subscription_update' ? 'changed' : 'paid'
}

const startLetter = (before: SubscriptionRow, after: SubscriptionRow): SubscriptionLetter => {
  if (isLive(after) && after.endRequested !== 'now') return 'started'
  return before.status === 'abandoned' && after.endReason === 'refund' ? 'second' : 'undelivered'
}

/** What changed in a subscription that continues. */
const newsOf = (before: SubscriptionRow, after: SubscriptionRow): SubscriptionLetter[] => {
  const letters: SubscriptionLetter[] = []
  if (after.dunningMails > before.dunningMails) letters.push(`payment_failed_${stageOf(after)}`)
  if (before.endsAt === null && after.endsAt !== null) {
    letters.push(after.endReason === 'banned' ? 'ended_banned' : 'canceled')
  }
  if (before.endsAt !== null && after.endsAt === null) letters.push('resumed')
  return letters
}

const stageOf = ({ dunningMails }: SubscriptionRow) => Math.min(3, Math.max(1, dunningMails)) as 1 | 2 | 3

const endLetter = (before: SubscriptionRow, { endReason }: SubscriptionRow): SubscriptionLetter => {
  // Stripe has given up collecting.
  if (endReason === null) return before.dunningMails > 0 ? 'ended_unpaid' : 'ended'
  // These ends were already announced by mail when they were decided.
  const isAnnounced = endReason === 'canceled' || (endReason === 'banned' && before.endsAt !== null)
  return isAnnounced ? 'ended' : `ended_${endReason}`
}

interface MailParts {
  jobId: string
  queuedAt: Date
  sender: Sender
  encryption: Encryption
}

/** Renders the mail from the current state and queues it. */
export const mailSubscription = async (
  tx: Tx,
  wanted: Jobs['subscriptions.mail'],
  { jobId, queuedAt, sender, encryption }: MailParts,
) => {
  const [subscription] = await tx.select().from(subscriptions).where(eq(subscriptions.id, wanted.subscriptionId))
  if (!subscription) return
  const invoices = await tx
    .select()
    .from(subscriptionInvoices)
    .where(eq(subscriptionInvoices.subscriptionId, subscription.id))
  const letter = composeLetter(wanted.letter, {
    subscription,
    ...(await termsOf(tx, subscription.planPriceId)),
    next: wanted.planPriceId === undefined ? null : await termsOf(tx, wanted.planPriceId),
    invoice: invoices.find(({ id }) => id === wanted.invoiceId) ?? null,
    openInvoice: invoices.find(({ status }) => status === 'open') ?? null,
    hasGuarantee: !(await hasUsedGuarantee(tx, encryption, subscription.userId)),
    sender,
  })
  await mailUser(tx, {
    userId: subscription.userId,
    letter,
    kept: subscription.email,
    kind: 'subscriptions',
    key: `subscription-${jobId}`,
    since: queuedAt,
  })
  if (LAST.has(wanted.letter)) await forgetDeleted(tx, subscription.id)
}

const termsOf = async (tx: Tx, planPriceId: number) => {
  const [terms] = await tx
    .select({ plan: subscriptionPlans.name, price: planPrices.price, interval: planPrices.interval })
    .from(planPrices)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, planPrices.planId))
    .where(eq(planPrices.id, planPriceId))
  if (!terms) throw new Error(`there is no price ${planPriceId}`)
  return terms
}

const LAST = new Set<SubscriptionLetter>(['ended_deleted', 'undelivered'])

/** The address of a deleted account is not needed after its last mail. */
const forgetDeleted = async (tx: Tx, id: number) => {
  await tx.execute(sql`
    update ${subscriptions} s set email = null from ${users} u
    where s.id = ${id} and u.id = s.user_id and u.erased_at is not null`)
}
