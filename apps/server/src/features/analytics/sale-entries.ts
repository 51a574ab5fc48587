import { type SQL, sql } from 'drizzle-orm'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { type Span, within } from '#lib/span.ts'

const entriesIn = (span: Span) => sql`(select * from ${ledgerEntries} where ${within('at', span)}) l`

/** The day of the store in which an entry falls. */
export const dayIn = (timeZone: string, column = 'at') => sql`(${sql.raw(column)} at time zone ${timeZone}::text)::date`

/** The orders paid in the span: a payment has the time of its order. Their index alone answers this. */
const paidIn = (span: Span) =>
  sql`${orders} o on o.id = l.order_id and l.kind = 'payment' and ${within('o.paid_at', span)}`

/**
 * Every entry of the ledger, so net equals it to the cent. A refund counts at its own time. A failed refund and a won dispute
 * carry the time of the entry that they reverse. The buyer is known for payments of orders only.
 */
export const entriesFrom = (span: Span) => sql`
  select l.at, l.kind, l.order_id, l.amount_cents as amount, l.kind = 'payment' as is_payment,
    o.sale_cents + o.coupon_cents as discount, o.is_first
  from ${entriesIn(span)} left join ${paidIn(span)}`

/** Every payment of an order. */
export const paymentsFrom = (span: Span) => sql`
  select l.at, o.user_id, o.is_first from ${entriesIn(span)} join ${paidIn(span)}`

/** What is left out is rare and belongs to orders of any time. */
const otherEntriesIn = (span: Span) =>
  sql`${entriesIn(span)} join ${orders} o on o.id = l.order_id and l.kind <> 'payment'`

/**
 * The ledger knows orders, not mods, so every entry is divided among the items of its order: a payment is the sum of what was
 * paid for each, a refund belongs to the items it names, and a dispute is divided by what was paid for each. Rounding the
 * running sum keeps the total to the cent.
 */
const sharesOfMods = (span: Span) => sql`
  select 'mod' as part, i.mod_id::text as name, l.kind, count(*) as units, sum(i.discount_cents) as discount,
    sum(i.paid_cents) as cents
  from ${entriesIn(span)} join ${orderItems} i on i.order_id = l.order_id where l.kind = 'payment'
  group by i.mod_id, l.kind
  union all
  select 'mod', mod_id::text, kind, 1, 0,
    round(amount_cents * sum(weight) over upto / nullif(sum(weight) over whole, 0))
      - round(amount_cents * (sum(weight) over upto - weight) / nullif(sum(weight) over whole, 0))
  from (
    select l.id, l.kind, l.amount_cents, i.id as item_id, i.mod_id,
      case when r.items is null then i.paid_cents else coalesce((
        select sum((named ->> 'amountCents')::int) from jsonb_array_elements(r.items) named
        where (named ->> 'itemId')::int = i.id), 0) end::numeric as weight
    from ${entriesIn(span)} join ${orderItems} i on i.order_id = l.order_id
    left join ${orderRefunds} r on r.stripe_id = l.stripe_id and r.order_id = l.order_id
      and l.kind in ('refund', 'refund_failed') and jsonb_array_length(r.items) > 0
    where l.kind <> 'payment') item
  window whole as (partition by id), upto as (partition by id order by item_id)`

/** The orders of which this is known, by it. */
const sharesOf = (part: 'coupon' | 'country', { by, discount }: { by: SQL; discount: SQL }, span: Span) => {
  const share = sql`select ${part}::text as part, ${by}::text as name, l.kind, count(*) as units, sum(${discount}) as discount,
    sum(l.amount_cents) as cents`
  const known = sql`where ${by} is not null group by ${by}, l.kind`
  return sql`${share} from ${entriesIn(span)} join ${paidIn(span)} ${known}
    union all ${share} from ${otherEntriesIn(span)} ${known}`
}

/** Their discount leaves out sale prices. */
const sharesOfCoupons = (span: Span) =>
  sharesOf('coupon', { by: sql`o.coupon_id`, discount: sql`o.coupon_cents` }, span)

/** Known from a header of the proxy. */
const sharesOfCountries = (span: Span) =>
  sharesOf('country', { by: sql`o.country`, discount: sql`o.sale_cents + o.coupon_cents` }, span)

const ENTRIES_OF = { mod: sharesOfMods, coupon: sharesOfCoupons, country: sharesOfCountries }
export type PartOfSales = keyof typeof ENTRIES_OF
export const PARTS_OF_SALES: readonly PartOfSales[] = ['mod', 'coupon', 'country']

/** Sales divided by mod, coupon or country. */
export const partsFrom = (span: Span, parts: readonly PartOfSales[]) => sql`
  select part, name,
    coalesce(sum(units) filter (where kind = 'payment'), 0)::int as units,
    coalesce(sum(cents) filter (where kind = 'payment'), 0)::float8 as paid,
    coalesce(sum(discount) filter (where kind = 'payment'), 0)::float8 as discount,
    coalesce(-sum(cents) filter (where kind <> 'payment'), 0)::float8 as refunded
  from (${sql.join(
    parts.map((part) => ENTRIES_OF[part](span)),
    sql` union all `,
  )}) share
  group by part, name`
