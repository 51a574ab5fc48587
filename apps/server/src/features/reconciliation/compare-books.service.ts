import { type SQL, sql } from 'drizzle-orm'
import type { MoneyDifference } from '@slipstream/contract/reconciliation'
import { type Db, readRows } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { invoiceBacklog, invoices } from '@slipstream/db/tables/invoices'
import { orderRefunds, refundRequests } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { disputes, ledgerEntries, strays, stripeEvents } from '@slipstream/db/tables/payments'
import { subscriptionInvoices, subscriptionRefunds, subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { STORE_REASONS } from '#features/entitlements/entitlements.service.ts'
import { isUnsettled } from './list-strays.service.ts'
import { isRefundOwed } from '#features/subscriptions/refund-subscription.service.ts'

const MOST_NAMED = 50
/** With this many differences, listing more would not help. */
const MOST_DIFFERENCES = 1_000
/** Orders compared per statement. With a million orders each still takes a fraction of a second. */
const AT_ONCE = 20_000

/** Orders with ids above `above`, up to and including `upTo`. */
interface Range {
  above: number
  upTo: number
}

const within = (column: SQL, { above, upTo }: Range) => sql`${column} > ${above} and ${column} <= ${upTo}`

/** What the ledger, the items and the disputes say about each order. */
const standings = (range: Range) => sql`
  select o.id, o.number, o.status, o.total_cents as total, o.paid_at,
    coalesce(l.paid, 0) as paid, coalesce(l.refunded, 0) as refunded, coalesce(l.disputed, 0) as disputed,
    coalesce(i.paid, 0) as items_paid, coalesce(i.refunded, 0) as items_refunded,
    case when b.order_id is null then coalesce(v.sum, 0) else coalesce(l.paid, 0) - coalesce(l.refunded, 0) end as invoiced,
    coalesce(d.standing, 0) as disputes_standing, coalesce(d.count, 0) as disputes
  from ${orders} o
  left join (
    select order_id,
      sum(amount_cents) filter (where kind = 'payment') as paid,
      -sum(amount_cents) filter (where kind in ('refund', 'refund_failed')) as refunded,
      -sum(amount_cents) filter (where kind in ('dispute', 'dispute_won')) as disputed
    from ${ledgerEntries} where ${within(sql`order_id`, range)} group by order_id
  ) l on l.order_id = o.id
  left join (
    select order_id, sum(paid_cents) as paid, sum(refunded_cents) as refunded
    from ${orderItems} where ${within(sql`order_id`, range)} group by order_id
  ) i on i.order_id = o.id
  left join (
    select order_id, sum(amount_cents) as standing, count(*) as count
    from ${disputes} where state <> 'won' and ${within(sql`order_id`, range)} group by order_id
  ) d on d.order_id = o.id
  left join (
    select order_id, sum(case kind when 'credit_note' then -amount_cents else amount_cents end) as sum
    from ${invoices} where ${within(sql`order_id`, range)} group by order_id
  ) v on v.order_id = o.id
  left join ${invoiceBacklog} b on b.order_id = o.id
  where ${within(sql`o.id`, range)}`

/**
 * Whether a paid item is rightly in no locker: the buyer deleted the account after the delivery; or nothing was
 * delivered because the account was gone or the mod already owned, and the refund is queued or a person has settled it.
 */
const isSettledOtherwise = sql`
  case when exists (select from ${entitlements} e where e.order_item_id = i.id)
    then exists (select from ${users} u where u.id = o.user_id and u.erased_at is not null)
    else exists (select from ${orderRefunds} r where r.order_id = o.id and r.state = 'queued'
        and (r.stripe_id is not null or r.created_at > now() - interval '1 hour'))
      or exists (select from ${refundRequests} q where q.order_id = o.id and q.state = 'declined')
  end`

/** Each query finds violations within a range of orders and returns kind, order number and detail. */
export const ORDER_RULES: Record<string, (range: Range) => SQL> = {
  amounts: (range) => sql`
    select rule.kind, number, rule.detail from (${standings(range)}) s cross join lateral (values
      ('items_make_the_order', items_paid <> total, 'items cost ' || items_paid || ', the order ' || total),
      ('paid_orders_are_in_the_ledger', paid <> case when paid_at is null then 0 else total end,
        'the ledger has ' || paid || ' of ' || total || ', the order is ' || status),
      ('refunds_are_in_the_ledger', refunded <> items_refunded,
        'the ledger has refunded ' || refunded || ', the items ' || items_refunded),
      ('invoices_match_the_ledger', invoiced <> paid - refunded,
        'invoices less credit notes make ' || invoiced || ', the ledger ' || (paid - refunded)),
      ('disputes_are_in_the_ledger', disputed <> disputes_standing,
        'disputes hold ' || disputes_standing || ', by the ledger ' || disputed),
      ('states_are_true', status <> case
        when paid_at is null then case when status = 'canceled' then 'canceled' else 'pending' end
        when disputes > 0 then 'disputed'
        when items_refunded = 0 then 'paid'
        when items_refunded = total then 'refunded'
        else 'partially_refunded' end, 'is ' || status)
    ) rule (kind, is_broken, detail) where rule.is_broken`,
  // `case` evaluates its conditions in order, so that the later ones run for few items.
  paid_items_are_in_the_locker: (range) => sql`
    select 'paid_items_are_in_the_locker' as kind, o.number, i.title || ' is in no locker' as detail
    from ${orders} o join ${orderItems} i on i.order_id = o.id
    where ${within(sql`o.id`, range)} and ${within(sql`i.order_id`, range)}
      and o.status in ('paid', 'partially_refunded') and (i.refunded_cents < i.paid_cents or i.paid_cents = 0)
      and case
        when exists (
          select from ${entitlements} e where e.order_item_id = i.id
            and (e.revoked_at is null or e.revoke_reason not in ('refund', 'dispute'))) then false
        when exists (
          select from ${entitlements} e where e.user_id = o.user_id and e.mod_id = i.mod_id
            and (e.revoked_at is null or e.revoked_at > o.created_at and e.revoke_reason not in ${STORE_REASONS})) then false
        else not ${isSettledOtherwise} end`,
  lockers_have_what_was_paid: (range) => sql`
    select 'lockers_have_what_was_paid' as kind, o.number, i.title || ' is in a locker, but the order is ' || o.status as detail
    from ${orders} o join ${orderItems} i on i.order_id = o.id join ${entitlements} e on e.order_item_id = i.id
    where ${within(sql`o.id`, range)} and ${within(sql`i.order_id`, range)} and e.revoked_at is null
      and (o.status not in ('paid', 'partially_refunded')
        or i.mod_id <> e.mod_id or o.user_id <> e.user_id
        or (i.paid_cents > 0 and i.refunded_cents = i.paid_cents))`,
}

export const STORE_RULES: Record<string, SQL> = {
  lockers_have_an_owner: sql`
    select 'lockers_have_an_owner' as kind, null as number, 'a mod is in the locker of deleted account ' || u.id as detail
    from ${users} u join ${entitlements} e on e.user_id = u.id
    where u.erased_at is not null and e.revoked_at is null`,
  coupons_count_their_orders: sql`
    select 'coupons_count_their_orders' as kind, null as number,
      c.code || ' counts ' || c.used || ' of ' || coalesce(u.uses, 0) as detail
    from ${coupons} c
    left join (
      select coupon_id, count(*) as uses from ${orders}
      where status <> 'canceled' and coupon_id is not null group by coupon_id
    ) u on u.coupon_id = c.id
    where c.used <> least(coalesce(u.uses, 0), c.max_uses)`,
  subscriptions_are_in_the_ledger: sql`
    select 'subscriptions_are_in_the_ledger' as kind, null as number,
      'subscription ' || s.id || ': the ledger has ' || coalesce(l.paid, 0) || ' paid and ' || coalesce(l.refunded, 0)
        || ' refunded, the invoices ' || coalesce(i.paid, 0) || ' and ' || coalesce(i.refunded, 0) as detail
    from ${subscriptions} s
    left join (
      select subscription_id, sum(case when kind = 'payment' then amount_cents end) as paid,
        -sum(case when kind in ('refund', 'refund_failed') then amount_cents end) as refunded
      from ${ledgerEntries} where subscription_id is not null group by 1
    ) l on l.subscription_id = s.id
    left join (
      select subscription_id, sum(case when status = 'paid' then amount_cents end) as paid, sum(refunded_cents) as refunded
      from ${subscriptionInvoices} group by 1
    ) i on i.subscription_id = s.id
    where coalesce(l.paid, 0) <> coalesce(i.paid, 0) or coalesce(l.refunded, 0) <> coalesce(i.refunded, 0)`,
  // A bank may take days to accept a refund, but Stripe is asked within seconds.
  subscription_refunds_arrive: sql`
    select 'subscription_refunds_arrive' as kind, null as number,
      r.amount_cents || ' cents of subscription ' || i.subscription_id || ' are still owed: '
        || coalesce(r.error, case when r.stripe_id is null then 'the refund was never sent to Stripe'
          else 'Stripe has not paid ' || r.stripe_id || ' yet' end) as detail
    from ${subscriptionRefunds} r join ${subscriptionInvoices} i on i.id = r.invoice_id
    where ${isRefundOwed} and (r.state = 'failed' or r.state = 'queued'
      and r.created_at < now() - case when r.stripe_id is null then interval '1 hour' else interval '14 days' end)`,
  premium_is_paid: sql`
    select 'premium_is_paid' as kind, null as number,
      'account ' || u.id || ' has Premium until ' || coalesce(u.premium_expires_at::text, 'never')
        || ', by its subscriptions until ' || coalesce(max(s.access_until)::text, 'never') as detail
    from ${subscriptions} s join ${users} u on u.id = s.user_id
    where u.erased_at is null group by u.id having u.premium_expires_at is distinct from max(s.access_until)`,
  subscriptions_are_compared: sql`
    select 'subscriptions_are_compared' as kind, null as number,
      'subscription ' || s.id || ' is ' || s.status || ' here and was not found at Stripe for two days' as detail
    from ${subscriptions} s
    where s.status in ('trialing', 'active', 'past_due')
      and coalesce(s.compared_at, s.created_at) < now() - interval '2 days'`,
  deleted_accounts_pay_nothing: sql`
    select 'deleted_accounts_pay_nothing' as kind, null as number,
      'subscription ' || s.id || ' of deleted account ' || u.id || ' is ' || s.status as detail
    from ${subscriptions} s join ${users} u on u.id = s.user_id
    where u.erased_at < now() - interval '1 hour' and s.end_requested is not null`,
  sales_are_in_the_books: sql`
    select 'sales_are_in_the_books' as kind, number, kind || ' ' || stripe_id || ' of ' || amount_cents
      || ' cents is at Stripe but not here: adopt or refund it on the orders page' as detail
    from ${strays} where ${isUnsettled}`,
  events_are_followed: sql`
    select 'events_are_followed' as kind, null as number,
      type || ' ' || id || ' was not processed: ' || coalesce(error, 'never tried') as detail
    from ${stripeEvents} where handled_at is null and received_at < now() - interval '1 hour'`,
}

interface Found extends Record<string, unknown> {
  kind: string
  number: string | null
  detail: string
}

/** Runs one rule and returns its first differences. */
export const findBroken = async (db: Db, rule: SQL): Promise<MoneyDifference[]> => {
  const rows = await readRows<Found>(db, sql`${rule} limit ${MOST_NAMED}`)
  return rows.map(({ kind, number, detail }) => ({ kind, orderNumber: number, stripeId: null, detail }))
}

interface Batch extends Range {
  count: number
}

/** All orders by id, in batches. Gaps between ids cost nothing. */
export async function* orderBatches(db: Db, size = AT_ONCE): AsyncGenerator<Batch> {
  let above = 0
  for (;;) {
    const [batch] = await readRows<{ up_to: number | null; count: number }>(
      db,
      sql`select max(id) as up_to, count(*)::int as count
        from (select id from ${orders} where id > ${above} order by id limit ${size}) batch`,
    )
    if (!batch || batch.up_to === null) return
    yield { above, upTo: batch.up_to, count: batch.count }
    if (batch.count < size) return
    above = batch.up_to
  }
}

/** Compares our own books with each other, one batch of orders at a time. Adds up the amounts of a batch only once. */
export const compareBooks = async (db: Db, atOnce = AT_ONCE) => {
  const differences: MoneyDifference[] = []
  let compared = 0
  for await (const batch of orderBatches(db, atOnce)) {
    for (const rule of Object.values(ORDER_RULES)) differences.push(...(await findBroken(db, rule(batch))))
    compared += batch.count
    if (differences.length > MOST_DIFFERENCES) break
  }
  for (const rule of Object.values(STORE_RULES)) differences.push(...(await findBroken(db, rule)))
  return { differences, orders: compared }
}
