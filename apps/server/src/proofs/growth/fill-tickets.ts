import { withClient } from '@slipstream/db/testing/test-database'

const PIECE = 50_000
const TICKETS_PER_CUSTOMER = 10

/** The n-th ticket: one in 50 waits for us, one in three is a member's. Its messages have words of known frequency. */
const TICKET = `
  select n, 1 + n / ${TICKETS_PER_CUSTOMER} as customer, n % 3 = 0 as premium,
    case when n % 50 = 0 then 'open' when n % 50 = 1 then 'waiting' when n % 200 = 7 then 'spam' else 'solved' end as status,
    now() - n * interval '30 seconds' as at,
    'crash ' || case when n % 100 = 0 then 'texture ' else '' end || case when n between 2000 and 2019 then 'axle ' else '' end
      || md5(n::text) as words
  from generate_series($1::int + 1, $2::int) n`

const STEPS = [
  `insert into users (username, email, email_verified_at)
   select 'driver_' || c, 'driver_' || c || '@customer.example', now()
   from generate_series($1::int / ${TICKETS_PER_CUSTOMER} + 1, $2::int / ${TICKETS_PER_CUSTOMER} + 1) c on conflict do nothing`,
  `insert into tickets (user_id, client_key, subject, category, status, due_at, is_premium, first_answered_at, solved_at,
     last_message_at, created_at)
   select customer, 'key of ticket ' || n, 'Ticket ' || n, 'mod', status,
     case when status = 'open' then now() + (n % 97 - 20) * interval '1 hour' end, premium,
     case when status <> 'open' then at + interval '5 hours' end, case when status = 'solved' then at + interval '9 hours' end, at, at
   from (${TICKET}) t order by n`,
  `insert into ticket_messages (ticket_id, author_kind, author_id, body, client_key, created_at)
   select n, case when k = 0 then 'customer' else 'staff' end, customer, words, 'key ' || k, at + k * interval '5 hours'
   from (${TICKET}) t, generate_series(0, 1) k order by n`,
  `insert into ticket_events (ticket_id, kind, actor_id, at)
   select n, kind, customer, at from (${TICKET}) t, unnest(array['opened', 'staff_answered']) kind order by n`,
]

/** Writes tickets into an empty store. */
export const fillTickets = (url: string, upTo: number) =>
  withClient(url, async (client) => {
    // Foreign keys refer to rows just written; checking each would take most of the time.
    await client.query(`set session_replication_role = replica`)
    for (let from = 0; from < upTo; from += PIECE) {
      for (const step of STEPS) await client.query(step, [from, Math.min(from + PIECE, upTo)])
    }
    for (const table of ['users', 'tickets', 'ticket_messages', 'ticket_events']) {
      await client.query(`vacuum analyze ${table}`)
    }
  })
