import { withClient } from '@slipstream/db/testing/test-database'

const PIECE = 50_000

/**
 * Accounts over the same four years, newest last. Of a hundred, fifty have bought, five have Premium and one is banned;
 * the same ten are administrators at every size. Names have the same length, so that none is the beginning of another.
 */
const STEPS = [
  `insert into users (username, email, email_verified_at, password_hash, discord_id, discord_username, is_admin,
     premium_expires_at, banned_at, ban_reason, created_at, last_active_at)
   select 'driver_' || name, 'driver_' || name || '@customer.example', now(), 'hash', (117000000000000000 + n)::text,
     'Racer.' || name, n <= 10, case when n % 20 = 0 then now() + interval '1 month' end, case when n % 100 = 7 then at end,
     case when n % 100 = 7 then 'Shared mods' end, at, at + interval '10 days' + n * 7919 % 1000 * interval '1 minute'
   from (select n, lpad(n::text, 6, '0') as name, timestamptz '2022-01-01' + n * (interval '4 years' / $3::int) as at
         from generate_series($1::int + 1, $2::int) n) born order by n`,
  `insert into orders (number, user_id, client_key, quote, status, subtotal_cents, total_cents, email, consent_version,
     consented_at, paid_at, created_at)
   select 'SL-2026-' || lpad(n::text, greatest(6, length(n::text)), '0'), n, 'key', 'quote', 'paid', 999, 999,
     'driver_' || n || '@customer.example', '2026-11', u.created_at, u.created_at, u.created_at
   from generate_series($1::int + 1, $2::int) n join users u on u.id = n where n % 2 = 0 and $3::int > 0 order by n`,
  `insert into order_items (order_id, mod_id, title, price_cents, paid_cents)
   select id, 1, 'A mod as it was sold', 999, 999 from orders where user_id > $1::int and user_id <= $2::int and $3::int > 0`,
  `insert into sign_ins (user_id, method, result, ip, user_agent, at)
   select n, 'password', 'ok', '10.0.0.1', 'Firefox', timestamptz '2026-01-01' + k * interval '1 day'
   from generate_series($1::int + 1, $2::int) n, generate_series(1, 4) k where $3::int > 0`,
]

const TABLES = ['users', 'orders', 'order_items', 'sign_ins']

/** Writes this many accounts into an empty store. */
export const fillUsers = (url: string, upTo: number) =>
  withClient(url, async (client) => {
    // Foreign keys refer to rows just written; checking each would take most of the time.
    await client.query(`set session_replication_role = replica`)
    for (let from = 0; from < upTo; from += PIECE) {
      for (const step of STEPS) await client.query(step, [from, Math.min(from + PIECE, upTo), upTo])
    }
    // One person with a long history at every size.
    await client.query(`insert into sign_ins (user_id, method, result, ip, user_agent, at)
      select 500, 'password', 'ok', '10.0.0.1', 'Firefox', timestamptz '2025-01-01' + k * interval '1 hour'
      from generate_series(1, 3000) k`)
    for (const table of TABLES) await client.query(`vacuum analyze ${table}`)
  })
