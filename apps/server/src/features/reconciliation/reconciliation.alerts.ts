import { eq, sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { strays } from '@slipstream/db/tables/payments'
import { AT_ONCE, type AlertCheck } from '#lib/alerts.ts'
import { latestMoneyCheck } from './money-check.service.ts'

export const reconciliationAlerts = ({ db }: { db: Db }): readonly AlertCheck[] => [
  {
    ...AT_ONCE,
    name: 'money.differs',
    title: 'The money check found differences',
    measures: 'The latest nightly comparison of Stripe, ledger, orders and lockers found nothing that differs.',
    find: async () => {
      const latest = await latestMoneyCheck(db)
      if (!latest || latest.isRight) return []
      const count = latest.differences.length
      const problem = `${count} ${count === 1 ? 'difference' : 'differences'} between Stripe, ledger, orders and lockers. The list is on the orders page.`
      return [{ problem }]
    },
  },
  {
    ...AT_ONCE,
    name: 'money.strays',
    title: 'Stripe was paid for something that is not in the database',
    measures: 'Everything that Stripe was paid for with the store’s metadata is an order or a subscription here.',
    find: async () => {
      const count = await db.$count(strays, eq(strays.state, 'open'))
      if (count === 0) return []
      const what = count === 1 ? '1 sale was' : `${count} sales were`
      return [{ problem: `${what} lost, probably by a restore. Adopt or refund each on the orders page.` }]
    },
  },
  {
    ...AT_ONCE,
    name: 'webhooks.silent',
    title: 'Stripe’s webhooks do not arrive',
    measures:
      'Stripe’s events arrive by webhook: our own reading found none that a webhook had not brought after 15 minutes.',
    find: () => findSilence(db),
  },
]

/** Events that our own sweep found more than 15 minutes ago, if no webhook at all has arrived since. */
const findSilence = async (db: Db) => {
  const [silence] = await readRows<{ count: number; since: string }>(
    db,
    sql`
    select count(*)::int as count, to_char(min(missed_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since
    from stripe_events
    where received_at > now() - interval '1 day' and missed_at < now() - interval '15 minutes' and missed_at > coalesce(
      (select max(received_at) from stripe_events where missed_at is null), '-infinity')`,
  )
  if (!silence || silence.count === 0) return []
  const events = silence.count === 1 ? '1 event' : `${silence.count} events`
  return [
    {
      problem:
        `Since ${silence.since} UTC no webhook has arrived, although Stripe has ${events}. The store read them from Stripe ` +
        'itself, so no payment is lost, but buyers wait longer. Check the endpoint and its secret in Stripe’s dashboard.',
    },
  ]
}
