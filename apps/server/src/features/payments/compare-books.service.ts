import { type SQL, sql } from 'drizzle-orm'
import type { MoneyDifference } from '@slipstream/contract/payments'
import type { Db } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { orderRefunds, refundRequests } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { disputes, ledgerEntries, stripeEvents } from '@slipstream/db/tables/payments'
import { users } from '@slipstream/db/tables/users'
import { STORE_REASONS } from '#features/orders/entitlements.service.ts'

const MOST_NAMED = 50

/** What the ledger, the items and the disputes say about each order. */
const standings = sql`
  select o.id, o.number, o.status, o.total_cents as total, o.paid_at,
    coalesce(l.paid, 0) as paid, coalesce(l.refunded, 0) as refunded, coalesce(l.disputed, 0) as disputed,
    coalesce(i.paid, 0) as items_paid, coalesce(i.refunded, 0) as items_refunded,
    coalesce(d.standing, 0) as disputes_standing, coalesce(d.count, 0) as disputes
  from ${orders} o
  left join (
    select order_id,
      sum(amount_cents) filter (where kind = 'payment') as paid,
      -sum(amount_cents) filter (where kind in ('refund', 'refund_failed')) as refunded,
      -sum(amount_cents) filter (where kind in ('dispute', 'dispute_won')) as disputed
    from ${ledgerEntries} group by order_id
  ) l on l.order_id = o.id
  left join (
    select order_id, sum(paid_cents) as paid, sum(refunded_cents) as refunded from ${orderItems} group by order_id
  ) i on i.order_id = o.id
  left join (
    select order_id, sum(amount_cents) as standing, count(*) as count
    from ${disputes} where state <> 'won' group by order_id
  ) d on d.order_id = o.id`

/**
 * The buyer deleted the account after the delivery; or nothing was ever delivered, because the account was gone or the mod
 * was owned already, and its refund is on its way or a person has settled the matter.
 */
const isSettledOtherwise = sql`
  case when exists (select from ${entitlements} e where e.order_item_id = i.id)
    then exists (select from ${users} u where u.id = o.user_id and u.erased_at is not null)
    else exists (select from ${orderRefunds} r where r.order_id = o.id and r.state = 'queued'
        and (r.stripe_id is not null or r.created_at > now() - interval '1 hour'))
      or exists (select from ${refundRequests} q where q.order_id = o.id and q.state = 'declined')
  end`

/** Each finds what must not be, as order number and what is wrong with it. */
const RULES: Record<string, SQL> = {
  items_make_the_order: sql`
    select number, 'items cost ' || items_paid || ', the order ' || total as detail
    from (${standings}) s where items_paid <> total`,
  paid_orders_are_in_the_ledger: sql`
    select number, 'ledger has ' || paid || ' of ' || total || ', the order is ' || status as detail
    from (${standings}) s where paid <> case when paid_at is null then 0 else total end`,
  refunds_are_in_the_ledger: sql`
    select number, 'ledger has paid back ' || refunded || ', the items ' || items_refunded as detail
    from (${standings}) s where refunded <> items_refunded`,
  disputes_are_in_the_ledger: sql`
    select number, 'the banks have ' || disputes_standing || ', by the ledger ' || disputed as detail
    from (${standings}) s where disputed <> disputes_standing`,
  states_are_true: sql`
    select number, 'is ' || status as detail from (${standings}) s
    where status <> case
      when paid_at is null then case when status = 'canceled' then 'canceled' else 'pending' end
      when disputes > 0 then 'disputed'
      when items_refunded = 0 then 'paid'
      when items_refunded = total then 'refunded'
      else 'partially_refunded' end`,
  paid_items_are_in_the_locker: sql`
    select o.number, i.title || ' is in no locker' as detail
    from ${orderItems} i join ${orders} o on o.id = i.order_id
    where o.status in ('paid', 'partially_refunded') and (i.refunded_cents < i.paid_cents or i.paid_cents = 0)
      and not exists (
        select from ${entitlements} e where e.order_item_id = i.id
          and (e.revoked_at is null or e.revoke_reason not in ('refund', 'dispute')))
      and not exists (
        select from ${entitlements} e where e.user_id = o.user_id and e.mod_id = i.mod_id
          and (e.revoked_at is null or e.revoked_at > o.created_at and e.revoke_reason not in ${STORE_REASONS}))
      and not ${isSettledOtherwise}`,
  lockers_have_an_owner: sql`
    select null as number, 'a mod is in the locker of deleted account ' || u.id as detail
    from ${users} u join ${entitlements} e on e.user_id = u.id
    where u.erased_at is not null and e.revoked_at is null`,
  lockers_have_what_was_paid: sql`
    select o.number, i.title || ' is in a locker, but the order is ' || o.status as detail
    from ${entitlements} e join ${orderItems} i on i.id = e.order_item_id join ${orders} o on o.id = i.order_id
    where e.revoked_at is null
      and (o.status not in ('paid', 'partially_refunded')
        or i.mod_id <> e.mod_id or o.user_id <> e.user_id
        or (i.paid_cents > 0 and i.refunded_cents = i.paid_cents))`,
  coupons_count_their_orders: sql`
    select null as number, c.code || ' counts ' || c.used || ' of ' || coalesce(u.uses, 0) as detail
    from ${coupons} c
    left join (
      select coupon_id, count(*) as uses from ${orders} where status <> 'canceled' group by coupon_id
    ) u on u.coupon_id = c.id
    where c.used <> least(coalesce(u.uses, 0), c.max_uses)`,
  events_are_followed: sql`
    select null as number, type || ' ' || id || ' was not followed: ' || coalesce(error, 'nobody tried') as detail
    from ${stripeEvents} where handled_at is null and received_at < now() - interval '1 hour'`,
}

/** Our own books among themselves. */
export const compareBooks = async (db: Db) => {
  const differences: MoneyDifference[] = []
  for (const [kind, wrong] of Object.entries(RULES)) {
    const { rows } = await db.execute<{ number: string | null; detail: string }>(sql`${wrong} limit ${MOST_NAMED}`)
    differences.push(...rows.map(({ number, detail }) => ({ kind, orderNumber: number, stripeId: null, detail })))
  }
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${orders}`)
  return { differences, orders: rows[0]?.count ?? 0 }
}
