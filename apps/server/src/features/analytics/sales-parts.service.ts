import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { categories, mods } from '@slipstream/db/tables/mods'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import type { Span } from './store-days.service.ts'

export interface PartRow {
  id: number
  name: string
  units: number
  /** Paid and refunded, as the ledger has it. */
  paid: number
  discount: number
  refunded: number
}

export interface ModRow extends PartRow {
  categoryId: number
  categoryName: string
}

const within = ({ startsAt, endsAt }: Span) => sql`l.at >= ${startsAt}::timestamptz and l.at < ${endsAt}::timestamptz`

/**
 * The ledger knows orders, not mods, so every entry is divided among the items of its order: a refund by the items it
 * names, a payment and a dispute by what was paid for each. Rounding the running sum keeps the total to the cent.
 */
export const readMods = (db: Db, span: Span) =>
  readRows<ModRow & Record<string, unknown>>(
    db,
    sql`with entry as (
        select l.id, l.order_id, l.kind, l.amount_cents, r.items
        from ${ledgerEntries} l
        left join ${orderRefunds} r on r.stripe_id = l.stripe_id and r.order_id = l.order_id
          and l.kind in ('refund', 'refund_failed') and jsonb_array_length(r.items) > 0
        where ${within(span)} and l.order_id is not null),
      part as (
        select e.id, e.kind, e.amount_cents, i.id as item_id, i.mod_id, i.discount_cents,
          case when e.items is null then i.paid_cents else coalesce((
            select sum((named ->> 'amountCents')::int) from jsonb_array_elements(e.items) named
            where (named ->> 'itemId')::int = i.id), 0) end::numeric as weight
        from entry e join ${orderItems} i on i.order_id = e.order_id),
      share as (
        select kind, mod_id, discount_cents,
          round(amount_cents * sum(weight) over upto / nullif(sum(weight) over whole, 0))
            - round(amount_cents * (sum(weight) over upto - weight) / nullif(sum(weight) over whole, 0)) as cents
        from part window whole as (partition by id), upto as (partition by id order by item_id))
      select m.id, m.title as name, c.id as "categoryId", c.name as "categoryName",
        count(*) filter (where kind = 'payment')::int as units,
        coalesce(sum(cents) filter (where kind = 'payment'), 0)::float8 as paid,
        coalesce(sum(discount_cents) filter (where kind = 'payment'), 0)::float8 as discount,
        coalesce(-sum(cents) filter (where kind <> 'payment'), 0)::float8 as refunded
      from share join ${mods} m on m.id = mod_id join ${categories} c on c.id = m.category_id
      group by m.id, c.id`,
  )

/** Premium belongs to no mod. */
export const readPremium = async (db: Db, span: Span) => {
  const [row] = await readRows<{ units: number; paid: number; refunded: number }>(
    db,
    sql`select count(*) filter (where kind = 'payment')::int as units,
        coalesce(sum(amount_cents) filter (where kind = 'payment'), 0)::float8 as paid,
        coalesce(-sum(amount_cents) filter (where kind <> 'payment'), 0)::float8 as refunded
      from ${ledgerEntries} l where ${within(span)} and l.subscription_id is not null`,
  )
  return row ?? { units: 0, paid: 0, refunded: 0 }
}

/** The orders with each coupon. Sale prices are not a coupon's discount. */
export const readCoupons = (db: Db, span: Span) =>
  readRows<PartRow & Record<string, unknown>>(
    db,
    sql`select c.id, c.code as name,
        count(*) filter (where l.kind = 'payment')::int as units,
        coalesce(sum(l.amount_cents) filter (where l.kind = 'payment'), 0)::float8 as paid,
        coalesce(sum(o.coupon_cents) filter (where l.kind = 'payment'), 0)::float8 as discount,
        coalesce(-sum(l.amount_cents) filter (where l.kind <> 'payment'), 0)::float8 as refunded
      from ${ledgerEntries} l join ${orders} o on o.id = l.order_id join ${coupons} c on c.id = o.coupon_id
      where ${within(span)}
      group by c.id`,
  )
