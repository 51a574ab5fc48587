import { withClient } from '@slipstream/db/testing/test-database'

/** The last day that is filled; reports are read as of its noon. */
export const LAST_DAY = '2026-11-16'
const DAYS = 365
const MODS = 500
const TERMS = 20_000
const SITES = 300
/** A visitor gets a new id each day, so all events of a visitor are of one day. */
const EVENTS_PER_VISIT = 5

/**
 * One day of visits: mostly views, some searches and vitals, few carts. Popular mods and searches are much more frequent
 * than others, as in a real store.
 */
const ONE_DAY = `
  insert into visit_events
    (at, batch, visitor, kind, is_bot, device, country, page, mod_id, referrer, term, found, vital, value)
  select $1::date::timestamp at time zone 'UTC' + n * $4::interval / $3::int, $2::bigint,
    ('x' || substr(md5($1 || (n / ${EVENTS_PER_VISIT})::text), 1, 16))::bit(64)::bigint,
    kind, n % 20 = 7, case when n % 3 = 0 then 'phone' else 'desktop' end, (array['US', 'DE', 'FR', 'JP'])[1 + n % 4],
    case when kind in ('view', 'vital') then (array['/', '/mods', '/mods/:id', '/subscribe', '/about'])[1 + n % 5] end,
    case when kind in ('view', 'cart') and n % 5 = 2 then 1 + (${MODS} * power(chance, 3))::int % ${MODS} end,
    case when kind = 'view' and n % 10 = 0 then 'site' || (${SITES} * chance * chance)::int || '.example' end,
    case when kind = 'search' then 'search ' || (${TERMS} * chance * chance)::int end,
    case when kind = 'search' then n % 7 > 0 end,
    case when kind = 'vital' then (array['LCP', 'INP', 'CLS', 'TTFB'])[1 + n % 4] end,
    case when kind = 'vital' then case when n % 4 = 2 then chance / 5 else 50 + chance * 3000 end end
  from (
    select n, hashint4extended(n, hashtext($1))::bit(64)::bit(31)::int / 2147483648.0 as chance,
      case when n % 20 < 13 then 'view' when n % 20 < 15 then 'search' when n % 20 < 19 then 'vital'
        when n % 60 < 40 then 'cart' else 'checkout' end as kind
    from generate_series(1, $3::int) n) event order by n`

/** Writes this many events over a year, day by day, until noon of the last day. Does not count them. */
export const fillVisits = (url: string, events: number) =>
  withClient(url, async (client) => {
    await client.query('select add_visit_months(-26, 2)')
    const perDay = Math.round(events / DAYS)
    for (let ago = DAYS - 1; ago >= 0; ago -= 1) {
      const { rows } = await client.query<{ id: string; day: string }>(
        `insert into visit_batches (key, events, dropped, first_at, last_at)
         select gen_random_uuid(), $1, 0, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC'
         from (select $2::date - $3::int as day) d
         returning id, (first_at at time zone 'UTC')::date::text as day`,
        [perDay, LAST_DAY, ago],
      )
      await client.query(ONE_DAY, [rows[0]?.day, rows[0]?.id, perDay, ago === 0 ? '12 hours' : '24 hours'])
    }
    await client.query('vacuum analyze visit_events')
  })
