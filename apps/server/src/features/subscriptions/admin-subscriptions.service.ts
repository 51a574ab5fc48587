import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import type { RecentSubscription, SubscriptionFigures } from '@slipstream/contract/subscriptions-admin'
import { type Db, readRows, type Tx } from '@slipstream/db/client'
import {
  planPrices,
  subscriptionInvoices,
  subscriptionPlans,
  subscriptionRefunds,
  subscriptions,
} from '@slipstream/db/tables/subscriptions'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { users } from '@slipstream/db/tables/users'
import { recordChange } from '#features/audit/audit.service.ts'
import { readSettings } from '#features/settings/settings.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { isRefundOwed, queueRefunds } from './refund-subscription.service.ts'

const MOST_RECENT = 100

/** The latest decision to refund the invoice, if there is one. */
const latestRefund = sql<RecentSubscription['refund']>`(
  select json_build_object('state', r.state, 'error', r.error) from ${subscriptionRefunds} r
  where r.invoice_id = ${subscriptionInvoices.id} order by r.id desc limit 1)`

/** Lists payments, because each of them buys one more period. */
export const listRecent = async (db: Db): Promise<RecentSubscription[]> => {
  const rows = await db
    .select({
      id: subscriptionInvoices.id,
      at: subscriptionInvoices.paidAt,
      username: users.username,
      erasedAt: users.erasedAt,
      userId: subscriptions.userId,
      planName: subscriptionPlans.name,
      amountCents: subscriptionInvoices.amountCents,
      interval: planPrices.interval,
      paymentIntentId: subscriptionInvoices.paymentIntentId,
      refundedCents: subscriptionInvoices.refundedCents,
      refund: latestRefund,
    })
    .from(subscriptionInvoices)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionInvoices.subscriptionId))
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .leftJoin(planPrices, eq(planPrices.id, subscriptionInvoices.planPriceId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, planPrices.planId))
    .where(and(isNotNull(subscriptionInvoices.paidAt), gt(subscriptionInvoices.amountCents, 0)))
    .orderBy(desc(subscriptionInvoices.paidAt), desc(subscriptionInvoices.id))
    .limit(MOST_RECENT)
  return rows.map(({ at, erasedAt, username, amountCents, refundedCents, ...row }) => ({
    ...row,
    createdAt: (at ?? new Date(0)).toISOString(),
    username: erasedAt === null ? username : null,
    amountCents: cents(amountCents),
    refundedCents: cents(refundedCents),
  }))
}

/** How many of these intervals a month has, to compare plans with each other. */
const PER_MONTH = sql`case interval when 'day' then 365.0 / 12 when 'week' then 365.0 / 84 when 'month' then 1 else 1.0 / 12 end`

/** Current members, members gained and lost in the last 30 days, and the monthly revenue. */
export const readMembers = async (
  db: Db,
): Promise<Pick<SubscriptionFigures, 'active' | 'started' | 'churned' | 'monthlyCents'>> => {
  const [figures] = await readRows<{ active: number; started: number; churned: number; monthly: number }>(
    db,
    sql`select
      count(*) filter (where access_until > now())::int as active,
      count(*) filter (where started_at > now() - interval '30 days')::int as started,
      count(*) filter (where ended_at > now() - interval '30 days' and started_at is not null)::int as churned,
      coalesce(round(sum(price * ${PER_MONTH}) filter (
        where access_until > now() and status in ('trialing', 'active', 'past_due') and ends_at is null)), 0)::float8 as monthly
    from ${subscriptions} join ${planPrices} p on p.id = plan_price_id
    where access_until > now() - interval '30 days' or ended_at > now() - interval '30 days'`,
  )
  return {
    active: figures?.active ?? 0,
    started: figures?.started ?? 0,
    churned: figures?.churned ?? 0,
    monthlyCents: cents(figures?.monthly ?? 0),
  }
}

export const readFigures = async (db: Db): Promise<SubscriptionFigures> => ({
  ...(await readMembers(db)),
  revenue: await readRevenue(db),
  failedRenewals: await listFailedRenewals(db),
  failedRefunds: await listFailedRefunds(db),
})

/** By the store's calendar, like all other reports. */
const readRevenue = async (db: Db) => {
  const { timeZone } = await readSettings(db)
  const rows = await readRows<{ month: string; amount: number }>(
    db,
    sql`select to_char(months.month, 'YYYY-MM') as month, coalesce(sum(l.amount_cents), 0)::float8 as amount
    from (select ${timeZone}::text as zone) store
    cross join generate_series(date_trunc('month', now() at time zone zone) - interval '11 months',
      date_trunc('month', now() at time zone zone), interval '1 month') months (month)
    left join ${ledgerEntries} l on l.subscription_id is not null
      and l.at >= months.month at time zone zone and l.at < (months.month + interval '1 month') at time zone zone
    group by 1 order by 1`,
  )
  return rows.map(({ month, amount }) => ({ month, amountCents: cents(amount) }))
}

const listFailedRenewals = async (db: Db) => {
  const rows = await db
    .select({
      id: subscriptions.id,
      username: users.username,
      userId: subscriptions.userId,
      planName: subscriptionPlans.name,
      amountCents: subscriptionInvoices.amountCents,
      attempts: subscriptionInvoices.attempts,
      failedAt: subscriptionInvoices.issuedAt,
      nextAttemptAt: subscriptionInvoices.nextAttemptAt,
      endsAt: subscriptions.accessUntil,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .innerJoin(subscriptionInvoices, eq(subscriptionInvoices.subscriptionId, subscriptions.id))
    .innerJoin(planPrices, eq(planPrices.id, subscriptions.planPriceId))
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, planPrices.planId))
    .where(
      and(eq(subscriptions.status, 'past_due'), eq(subscriptionInvoices.status, 'open'), isNull(subscriptions.endedAt)),
    )
    .orderBy(subscriptions.accessUntil)
    .limit(MOST_RECENT)
  return rows.map(({ amountCents, failedAt, nextAttemptAt, endsAt, ...row }) => ({
    ...row,
    amountCents: cents(amountCents),
    failedAt: failedAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    endsAt: (endsAt ?? failedAt).toISOString(),
  }))
}

interface OwedRefund extends Record<string, unknown> {
  id: number
  username: string | null
  userId: number
  amount: number
  at: string
  error: string | null
}

/** By the time of the decision, oldest first. */
const listFailedRefunds = async (db: Db): Promise<SubscriptionFigures['failedRefunds']> => {
  const rows = await readRows<OwedRefund>(
    db,
    sql`select i.id::float8 as id, case when u.erased_at is null then u.username end as username, u.id as "userId",
      r.amount_cents as amount, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, r.error
    from ${subscriptionRefunds} r
    join ${subscriptionInvoices} i on i.id = r.invoice_id
    join ${subscriptions} s on s.id = i.subscription_id
    join ${users} u on u.id = s.user_id
    where r.state = 'failed' and ${isRefundOwed} order by r.id limit ${MOST_RECENT}`,
  )
  return rows.map(({ amount, at, ...row }) => ({ ...row, amountCents: cents(amount), decidedAt: at }))
}

/** Refunds what is left of a payment. Whether the subscription then ends is decided when Stripe reports the refund. */
export const refundPayment = async (tx: Tx, actorId: number, invoiceId: number, reason: string) => {
  const [invoice] = await tx
    .select()
    .from(subscriptionInvoices)
    .where(eq(subscriptionInvoices.id, invoiceId))
    .for('update')
  if (!invoice) throw new DomainError('subscriptions.payment_not_found')
  const { status, isDisputed, amountCents, refundedCents } = invoice
  if (status !== 'paid' || isDisputed || amountCents <= refundedCents) {
    throw new DomainError('subscriptions.nothing_to_refund')
  }
  const isQueued = await queueRefunds(tx, [invoice], { reason, by: actorId })
  if (!isQueued) throw new DomainError('subscriptions.nothing_to_refund')
  await recordChange(tx, {
    actorId,
    action: 'refund',
    subject: 'subscription',
    subjectId: invoice.subscriptionId,
    subjectName: invoice.number ?? invoice.stripeId,
    before: { refundedCents },
    after: { refundedCents: amountCents },
  })
}
