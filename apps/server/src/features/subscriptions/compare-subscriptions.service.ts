import { and, inArray, lt, or, isNull, asc, gt } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import type { StripeGateway } from '#gateways/stripe.ts'
import { enqueue, enqueueAll, type Jobs } from '#lib/jobs/jobs.ts'
import { IS_UUID } from './find-subscription.service.ts'
import { LIVE_STATUSES } from './premium-access.ts'
import type { SubscriptionRow } from './subscription-row.ts'

interface Parts {
  db: Db
  stripe: Pick<StripeGateway, 'subscriptionPage'>
}

type Page = Jobs['subscriptions.compare_page']

/** In turn: a page that a crash repeats would otherwise run beside its successor, and queue everything after it twice. */
const queuePage = (tx: Tx, page: Page) =>
  enqueue(tx, 'subscriptions.compare_page', page, {
    jobKey: `subscriptions.compare_page:${page.after ?? ''}`,
    turn: 'subscriptions.compare_page',
  })

export const startComparison = (tx: Tx, startedAt: Date) =>
  queuePage(tx, { after: null, startedAt: startedAt.toISOString() })

/**
 * Compares one page of Stripe's running subscriptions with ours, and queues the next page in the same transaction:
 * after a crash the check continues with the same page. A subscription that differs is read again, which repairs it.
 */
export const comparePage = async ({ db, stripe }: Parts, { after, startedAt }: Page): Promise<void> => {
  const { data, has_more: hasMore } = await stripe.subscriptionPage(after)
  const theirs = new Map(data.flatMap((one) => (one.metadata.subscription ? [[one.metadata.subscription, one]] : [])))
  await inTransaction(db, async (tx) => {
    const references = [...theirs.keys()].filter((reference) => IS_UUID.test(reference))
    const rows = await tx
      .update(subscriptions)
      .set({ comparedAt: new Date(startedAt) })
      .where(inArray(subscriptions.reference, references))
      .returning()
    await followAll(
      tx,
      rows.filter((row) => differs(row, theirs.get(row.reference))),
    )
    await noteStrays(tx, theirs, rows)
    const last = data.at(-1)
    if (hasMore && last) {
      await queuePage(tx, { after: last.id, startedAt })
    } else {
      await enqueue(tx, 'subscriptions.follow_unseen', { aboveId: 0, startedAt })
    }
  })
}

/** Running at Stripe with our metadata, but not in this database. */
const noteStrays = async (
  tx: Tx,
  theirs: ReadonlyMap<string, Stripe.Subscription>,
  ours: readonly SubscriptionRow[],
) => {
  const known = new Set(ours.map(({ reference }) => reference))
  const unknown = [...theirs].filter(([reference]) => IS_UUID.test(reference) && !known.has(reference))
  await enqueueAll(
    tx,
    'payments.note_stray',
    unknown.map(([reference, { id }]) => ({ jobKey: `stray-${reference}`, payload: { stripeId: id } })),
  )
}

const differs = (row: SubscriptionRow, their: Stripe.Subscription | undefined) => {
  if (!their || row.status !== their.status) return true
  const period = their.items.data[0]?.current_period_end ?? 0
  return seconds(row.endsAt) !== their.cancel_at || (row.status === 'active' && seconds(row.paidThrough) !== period)
}

const seconds = (at: Date | null) => (at === null ? null : at.getTime() / 1_000)

const followAll = (tx: Tx, rows: readonly Pick<SubscriptionRow, 'id'>[]) =>
  enqueueAll(
    tx,
    'subscriptions.follow',
    rows.map(({ id }) => ({ jobKey: `subscription-follow-${id}`, payload: { subscriptionId: id } })),
  )

const AT_ONCE = 500

/** The other direction: a subscription that runs here but was on no page has ended at Stripe. */
export const followUnseen = (db: Db, { aboveId, startedAt }: Jobs['subscriptions.follow_unseen']) =>
  inTransaction(db, async (tx) => {
    const begin = new Date(startedAt)
    const rows = await tx
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(
          gt(subscriptions.id, aboveId),
          inArray(subscriptions.status, [...LIVE_STATUSES]),
          lt(subscriptions.createdAt, begin),
          or(isNull(subscriptions.comparedAt), lt(subscriptions.comparedAt, begin)),
        ),
      )
      .orderBy(asc(subscriptions.id))
      .limit(AT_ONCE)
    await followAll(tx, rows)
    const last = rows.at(-1)
    if (rows.length === AT_ONCE && last) {
      await enqueue(tx, 'subscriptions.follow_unseen', { aboveId: last.id, startedAt })
    }
  })
