import { sql } from 'drizzle-orm'
import { coupons } from '@slipstream/db/tables/coupons'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { type Span, within } from '#lib/span.ts'

const entriesIn = (spans: readonly Span[]) => {
  const inAny = sql.join([sql`false`, ...spans.map((span) => within('at', span))], sql` or `)
  return sql`(select * from ${ledgerEntries} where ${inAny}) l`
}

/** All paid orders of the buyer of order o, without free ones. */
const OWN = sql`${orders} own where own.user_id = o.user_id and own.paid_at is not null and own.total_cents > 0`
/** Those before order o. Orders that were paid at the same moment are ordered by id. */
const EARLIER = sql`${OWN} and (own.paid_at, own.id) < (o.paid_at, o.id)`

/**
 * Sums per 15 minutes, read from the ledger, so net equals the ledger to the cent. A refund counts at its own time. A
 * failed refund and a won dispute carry the time of the entry that they reverse.
 */
export const slotsFrom = (spans: readonly Span[]) => sql`
  select sales_slot(at) as starts_at,
    coalesce(sum(amount) filter (where is_payment), 0)::bigint as paid,
    coalesce(sum(discount), 0)::bigint as discount,
    coalesce(-sum(amount) filter (where not is_payment), 0)::bigint as refunded,
    coalesce(sum(amount) filter (where is_payment and order_id is null), 0)::bigint as premium_paid,
    coalesce(-sum(amount) filter (where not is_payment and order_id is null), 0)::bigint as premium_refunded,
    count(*) filter (where is_payment and order_id is null)::int as premium_payments,
    count(*) filter (where is_payment and order_id is not null)::int as orders,
    (count(*) filter (where kind = 'refund' and order_id is not null)
      - count(*) filter (where kind = 'refund_failed' and order_id is not null))::int as refunds,
    count(*) filter (where is_first)::int as new_customers,
    count(*) filter (where not is_first)::int as orders_again
  from (
    select l.at, l.kind, l.order_id, l.amount_cents as amount, l.kind = 'payment' as is_payment,
      o.sale_cents + o.coupon_cents as discount,
      case when o.id is not null then not exists (select from ${EARLIER}) end as is_first
    from ${entriesIn(spans)} left join ${orders} o on o.id = l.order_id and l.kind = 'payment') entry
  group by 1`

/** Every payment of an order, with the times of the buyer's previous and first order. */
export const returnsFrom = (spans: readonly Span[]) => sql`
  select l.at, (select max(own.paid_at) from ${EARLIER}) as previous_at,
    (select min(own.paid_at) from ${OWN}) as first_at
  from ${entriesIn(spans)} join ${orders} o on o.id = l.order_id
  where l.kind = 'payment'`

/**
 * The ledger knows orders, not mods, so every entry is divided among the items of its order: a refund by the items it
 * names, a payment and a dispute by what was paid for each. Rounding the running sum keeps the total to the cent.
 */
const sharesOfMods = (spans: readonly Span[]) => sql`
  select 'mod' as part, at, mod_id::text as name, kind, discount_cents as discount,
    round(amount_cents * sum(weight) over upto / nullif(sum(weight) over whole, 0))
      - round(amount_cents * (sum(weight) over upto - weight) / nullif(sum(weight) over whole, 0)) as cents
  from (
    select l.id, l.at, l.kind, l.amount_cents, i.id as item_id, i.mod_id, i.discount_cents,
      case when r.items is null then i.paid_cents else coalesce((
        select sum((named ->> 'amountCents')::int) from jsonb_array_elements(r.items) named
        where (named ->> 'itemId')::int = i.id), 0) end::numeric as weight
    from ${entriesIn(spans)} join ${orderItems} i on i.order_id = l.order_id
    left join ${orderRefunds} r on r.stripe_id = l.stripe_id and r.order_id = l.order_id
      and l.kind in ('refund', 'refund_failed') and jsonb_array_length(r.items) > 0) item
  window whole as (partition by id), upto as (partition by id order by item_id)`

/** The orders that used a coupon. Their discount leaves out sale prices. */
const entriesOfCoupons = (spans: readonly Span[]) => sql`
  select 'coupon' as part, l.at, c.id::text as name, l.kind, o.coupon_cents as discount, l.amount_cents as cents
  from ${entriesIn(spans)} join ${orders} o on o.id = l.order_id join ${coupons} c on c.id = o.coupon_id`

/** Only orders whose country is known, from a header of the proxy. */
const entriesOfCountries = (spans: readonly Span[]) => sql`
  select 'country' as part, l.at, o.country as name, l.kind, o.sale_cents + o.coupon_cents as discount,
    l.amount_cents as cents
  from ${entriesIn(spans)} join ${orders} o on o.id = l.order_id where o.country is not null`

const ENTRIES_OF = { mod: sharesOfMods, coupon: entriesOfCoupons, country: entriesOfCountries }
export type PartOfSales = keyof typeof ENTRIES_OF
export const PARTS_OF_SALES: readonly PartOfSales[] = ['mod', 'coupon', 'country']

/** Sales per UTC day, divided by mod, coupon or country. */
export const partsFrom = (spans: readonly Span[], parts: readonly PartOfSales[] = PARTS_OF_SALES) => sql`
  select (at at time zone 'UTC')::date as day, part, name,
    count(*) filter (where kind = 'payment')::int as units,
    coalesce(sum(cents) filter (where kind = 'payment'), 0)::bigint as paid,
    coalesce(sum(discount) filter (where kind = 'payment'), 0)::bigint as discount,
    coalesce(-sum(cents) filter (where kind <> 'payment'), 0)::bigint as refunded
  from (${sql.join(
    parts.map((part) => ENTRIES_OF[part](spans)),
    sql` union all `,
  )}) share
  group by 1, 2, 3`
