import { withClient } from '@slipstream/db/testing/test-database'
import type { OwnStripe } from '#testing/own-stripe.ts'

const PIECE = 1_000
const PRICE = 1_250
const REFUNDED = 250

/** Each payment has four events, repeated this often. */
const TELLINGS = 5
export const EVENTS_PER_ORDER = 4 * TELLINGS

const STEPS = [
  `insert into categories (name, slug) values ('Outage', 'outage')`,
  `insert into users (username, email_verified_at) select 'buyer_' || n, now() from generate_series(1, $1::int) n`,
  // Without addresses no mails are sent.
  `insert into orders (user_id, client_key, quote, subtotal_cents, total_cents, consent_version, consented_at, stripe_session_id,
     expires_at, next_check_at)
   select id, 'key', 'quote', ${PRICE}, ${PRICE}, '2026-11', now(), 'cs_test_outage' || id, now() + interval '1 hour', now() + interval '1 day'
   from users order by id`,
]

interface Ordered {
  id: number
  reference: string
  user_id: number
  number: string
}

/** Orders that were paid, partly refunded, disputed and won while no webhook arrived, each by a different buyer. */
export const fillOutage = async (url: string, stripe: OwnStripe, many: number) => {
  await stripe.treatDeliveries({ dropPercent: 100 })
  const rows = await withClient(url, async (client) => {
    for (const step of STEPS) await client.query(step, step.includes('$1') ? [many] : [])
    await client.query(
      `insert into order_items (order_id, mod_id, title, price_cents, paid_cents)
       select o.id, m.id, m.title, ${PRICE}, ${PRICE} from orders o, (select id, title from mods order by id limit 1) m`,
    )
    await client.query('vacuum analyze orders')
    return (await client.query<Ordered>('select id, reference, user_id, number from orders order by id')).rows
  })
  const at = Math.floor(Date.now() / 1_000) - 3_600
  for (let start = 0; start < rows.length; start += PIECE) {
    const payments = rows.slice(start, start + PIECE).map(({ id, reference, user_id, number }) => ({
      session: `cs_test_outage${user_id}`,
      paymentIntent: `pi_outage${id}`,
      at,
      email: 'buyer@customer.example',
      description: `Order ${number}`,
      metadata: { order: reference, user: String(user_id), number },
      lines: [{ title: 'A mod', amount: PRICE }],
      refunds: [{ id: `re_outage${id}`, at, amount: REFUNDED, metadata: {} }],
      disputes: [{ id: `du_outage${id}`, at, reason: 'fraudulent', outcome: 'won' as const }],
    }))
    await stripe.rememberPayments(payments, TELLINGS)
  }
}
