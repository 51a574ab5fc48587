import { type SQL, sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import type { Tx } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { invoiceBacklog, invoices } from '@slipstream/db/tables/invoices'
import { downloads } from '@slipstream/db/tables/locker'
import { orderEvents, orderRefunds, refundRequests } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { disputes, ledgerEntries, stripeEvents } from '@slipstream/db/tables/payments'
import { users } from '@slipstream/db/tables/users'
import { anyKey, type RetentionRule } from '#lib/retention.ts'
import { lockFirstOrders, refreshFirstOrders } from './first-orders.service.ts'

/** Settled orders whose last money movement is also past the cutoff. */
const oldOrders = (cutoff: SQL) => sql`
  select o.id as key, o.number || ', ' || o.status || ', ' || o.created_at::date as example
  from ${orders} o
  where o.created_at < ${cutoff} and coalesce(o.paid_at, o.created_at) < ${cutoff} and o.status not in ('pending', 'disputed')
    and not exists (select from ${ledgerEntries} l where l.order_id = o.id and l.at >= ${cutoff})
    and not exists (select from ${orderRefunds} r where r.order_id = o.id and (r.state = 'queued' or r.created_at >= ${cutoff}))
    and not exists (select from ${invoices} v where v.order_id = o.id and v.issued_at >= ${cutoff})
    and not exists (select from ${refundRequests} q where q.order_id = o.id and q.state = 'open')`

export const ordersRetention: readonly RetentionRule[] = [
  {
    name: 'refund-requests',
    what: 'Words of refund requests and their answers',
    fate: 'removed; the decision stays with the order',
    period: { years: RETENTION_YEARS.supportCommunications },
    tables: ['refund_requests', 'order_events'],
    keyType: 'integer',
    due: (cutoff) => sql`
        select q.id as key, 'Request ' || q.id || ', ' || q.state || ', ' || q.decided_at::date as example
        from ${refundRequests} q
        where q.decided_at < ${cutoff} and (q.reason <> '' or q.answer <> '' or exists (
          select from ${orderEvents} e where e.order_id = q.order_id and e.at < ${cutoff} and e.detail ? 'reason'))`,
    remove: async (tx, keys, cutoff) => {
      await tx.execute(sql`
          update ${orderEvents} set detail = detail - 'reason'
          where at < ${cutoff} and order_id in (select order_id from ${refundRequests} where id = ${anyKey(keys)})`)
      await tx.execute(sql`update ${refundRequests} set reason = '', answer = null where id = ${anyKey(keys)}`)
    },
  },
  {
    name: 'orders',
    what: 'Orders with their payments',
    fate: 'deleted; a mod that was bought stays in the locker',
    period: { years: RETENTION_YEARS.purchaseRecords },
    tables: ['orders', 'order_events', 'order_refunds', 'refund_requests', 'entitlements'],
    keyType: 'integer',
    due: oldOrders,
    remove: removeOrders,
  },
]

async function removeOrders(tx: Tx, keys: readonly string[]) {
  const ids = anyKey(keys)
  const buyers = await tx.selectDistinct({ id: orders.userId }).from(orders).where(sql`id = ${ids}`)
  const buyerIds = buyers.map(({ id }) => id)
  await lockFirstOrders(tx, buyerIds)
  await keepMods(tx, ids)
  await giveBackCoupons(tx, ids)
  for (const table of [
    invoices,
    invoiceBacklog,
    orderItems,
    orderEvents,
    orderRefunds,
    refundRequests,
    ledgerEntries,
    disputes,
    stripeEvents,
  ]) {
    await tx.execute(sql`delete from ${table} where order_id = ${ids}`)
  }
  await tx.execute(sql`delete from ${orders} where id = ${ids}`)
  await refreshFirstOrders(tx, buyerIds)
}

/** An entitlement outlives its order: it becomes a grant. A revoked one is deleted with the order. */
const keepMods = async (tx: Tx, ids: SQL) => {
  const theirs = sql`select i.id from ${orderItems} i where i.order_id = ${ids}`
  await tx.execute(sql`
    update ${entitlements} e set source = 'grant', order_item_id = null
    where e.order_item_id in (${theirs}) and e.revoked_at is null
      and exists (select from ${users} u where u.id = e.user_id and u.erased_at is null)
      and not exists (
        select from ${entitlements} g
        where g.user_id = e.user_id and g.mod_id = e.mod_id and g.source = 'grant' and g.revoked_at is null)`)
  const gone = sql`select e.id from ${entitlements} e where e.order_item_id in (${theirs})`
  await tx.execute(sql`update ${downloads} set entitlement_id = null where entitlement_id in (${gone})`)
  await tx.execute(sql`delete from ${entitlements} where order_item_id in (${theirs})`)
}

/** Removes deleted orders from the coupon's count of uses. A used-up coupon stays unusable. */
const giveBackCoupons = async (tx: Tx, ids: SQL) => {
  await tx.execute(sql`
    update ${coupons} c set
      is_active = c.is_active and (c.max_uses is null or c.used < c.max_uses),
      used = greatest(0, c.used - u.uses),
      max_uses = greatest(1, c.max_uses - u.uses)
    from (
      select coupon_id, count(*)::int as uses from ${orders}
      where id = ${ids} and status <> 'canceled' and coupon_id is not null group by coupon_id
    ) u where u.coupon_id = c.id`)
}
