import type pg from 'pg'
import { withClient } from '@slipstream/db/testing/test-database'

const PIECE = 50_000
export const MODS_FOR_ORDERS = 1_000

interface Calendar {
  /** When the first order was placed. */
  start: string
  secondsApart: number
  /** Each block of this many orders has accounts of its own. */
  block: number
  accounts: number
  /** How many of the accounts buy; the others never do. */
  buyers: number
}

const CALENDAR: Calendar = { start: '2022-01-01', secondsApart: 120, block: 10_000, accounts: 1_000, buyers: 1_000 }

/** The n-th order: its buyer, its number among that buyer's orders, and its status. */
const orderOf = ({ start, secondsApart, block, accounts, buyers }: Calendar) => `
  select n, 1 + (n - 1) / ${block} * ${accounts} + ((n - 1) % ${block} * 7919::bigint % ${buyers})::int as buyer,
    (n - 1) % ${block} / ${buyers} as visit, 1 + n % 2 as items, 999 * (1 + n % 2) as total,
    case when n % 1000 = 7 then 'pending' when n % 40 = 1 then 'canceled' when n % 50 = 0 then 'refunded' else 'paid' end as status,
    timestamptz '${start}' + n * interval '1 second' * ${secondsApart} as at
  from generate_series($1::int + 1, $2::int) n`

const usersOf = ({ start, secondsApart, block, accounts }: Calendar) => `
   insert into users (username, email, email_verified_at, created_at)
   select 'driver_' || b, 'driver_' || b || '@customer.example', now(),
     timestamptz '${start}' + (b - 1) / ${accounts} * ${block} * interval '1 second' * ${secondsApart}
   from generate_series($1::bigint * ${accounts} / ${block} + 1, $2::bigint * ${accounts} / ${block}) b`

const salesOf = (calendar: Calendar) => [
  usersOf(calendar),
  `insert into orders (number, user_id, client_key, quote, status, subtotal_cents, total_cents, email, consent_version,
     consented_at, stripe_session_id, payment_intent_id, paid_at, expires_at, created_at, updated_at)
   select 'SL-2026-' || lpad(n::text, greatest(6, length(n::text)), '0'), buyer, 'key of order ' || n, 'quote', status, total, total,
     'driver_' || buyer || '@customer.example', '2026-11', at, 'cs_test_' || md5(n::text),
     case when status in ('paid', 'refunded') then 'pi_' || md5(n::text) end,
     case when status in ('paid', 'refunded') then at end, at + interval '1 hour', at, at
   from (${orderOf(calendar)}) o order by n`,
  `insert into order_items (order_id, mod_id, title, price_cents, paid_cents, refunded_cents)
   select n, 1 + (buyer * 13 + visit * 2 + k) % ${MODS_FOR_ORDERS}, 'A mod as it was sold', 999, 999,
     case when status = 'refunded' then 999 else 0 end
   from (${orderOf(calendar)}) o, generate_series(0, 1) k where k < items order by n`,
  `insert into ledger_entries (order_id, kind, amount_cents, stripe_id, at)
   select n, kind, case when kind = 'payment' then total else -total end,
     case when kind = 'payment' then 'pi_' else 're_' end || md5(n::text), at
   from (${orderOf(calendar)}) o, unnest(array['payment', 'refund']) kind
   where status = 'refunded' or (status = 'paid' and kind = 'payment') order by n`,
  `insert into refund_requests (order_id, kind, origin, reason)
   select n, 'refund', 'buyer', 'It does not fit' from (${orderOf(calendar)}) o where n % 2000 = 3`,
]

const LOCKER = [
  `insert into entitlements (user_id, mod_id, order_item_id, source, granted_at, window_ends_at, revoked_at, revoke_reason)
   select o.user_id, i.mod_id, i.id, 'purchase', o.paid_at, o.paid_at + interval '1 year',
     case when o.status = 'refunded' then o.paid_at end, case when o.status = 'refunded' then 'refund' end
   from orders o join order_items i on i.order_id = o.id
   where o.id > $1::int and o.id <= $2::int and o.paid_at is not null order by i.id`,
  `insert into downloads (user_id, mod_id, release_id, entitlement_id, version)
   select user_id, e.mod_id, e.mod_id, e.id, '1.0.0'
   from entitlements e join order_items i on i.id = order_item_id
   where i.order_id > $1::int and i.order_id <= $2::int and e.revoked_at is null and e.id % 3 = 0 order by e.id`,
]

const TABLES = ['users', 'orders', 'order_items', 'ledger_entries', 'entitlements', 'downloads', 'refund_requests']

/** Writes orders, newest last, into a store with mods and no orders. By default every account has ten. */
export const fillOrders = (url: string, upTo: number, calendar = CALENDAR) =>
  fill(url, upTo, [...salesOf(calendar), ...LOCKER])

const fill = (url: string, upTo: number, steps: readonly string[]) =>
  withClient(url, async (client) => {
    // Foreign keys refer to rows just written; checking each would take most of the time.
    await client.query(`set session_replication_role = replica`)
    await client.query(`
      insert into mod_releases (mod_id, version, status, published_at, size_bytes, sha256)
      select id, '1.1.0', 'published', timestamptz '2026-01-01', 1000000, md5(id::text) from mods order by id`)
    const restoreIndexes = await dropIndexes(client)
    for (let from = 0; from < upTo; from += PIECE) {
      for (const step of steps) await client.query(step, [from, Math.min(from + PIECE, upTo)])
    }
    await restoreIndexes()
    await client.query(`
      update orders set is_first = true where id in (
        select distinct on (user_id) id from orders where paid_at is not null and total_cents > 0 order by user_id, paid_at, id)`)
    for (const table of [...TABLES, 'mod_releases']) await client.query(`vacuum analyze ${table}`)
  })

/** Millions of random keys are sorted once at the end much faster than they are inserted one by one. */
const dropIndexes = async (client: pg.Client) => {
  const { rows } = await client.query<{ drop: string; restore: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as restore
     from pg_index where indrelid::regclass::text = any ($1)
       and not exists (select from pg_constraint where conindid = indexrelid)
     union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname),
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
     from pg_constraint own where conrelid::regclass::text = any ($1) and contype = 'u'
       and not exists (select from pg_constraint other where other.contype = 'f' and other.conindid = own.conindid)`,
    [TABLES],
  )
  for (const { drop } of rows) await client.query(drop)
  return async () => {
    for (const { restore } of rows) await client.query(restore)
  }
}
