import { sql } from 'drizzle-orm'
import type { WalkStore } from './open-walk-store.ts'

interface AtStripe {
  subscriptions: Record<string, Subscription>
  charges: Record<string, { customer: string | null; created: number; paid: boolean; payment_intent: string }>
}

/** Times in Unix seconds. */
interface Subscription {
  id: string
  customer: string
  status: string
  cancel_at: number | null
  metadata: { subscription?: string }
  items: { data: { current_period_end: number }[] }
}

interface Row extends Record<string, unknown> {
  reference: string
  user_id: number
  status: string
  /** Unix seconds, like all times here. */
  ends_at: number | null
  premium_until: number | null
  erased_at: number | null
}

interface Verdict {
  userId: number | null
  what: string
}

/** The clock that a deletion is written by may be wrong by so many seconds. */
const CLOCK_ERROR = 10 * 60

const isLive = ({ status }: Subscription) => !['canceled', 'incomplete_expired'].includes(status)

/** Independent of the store's own rules: derived from Stripe's subscriptions and payments alone. */
export const judgeSubscriptions = async ({ db, stripe }: WalkStore): Promise<Verdict[]> => {
  const { subscriptions, charges } = await stripe.snapshot<AtStripe>()
  const { rows } = await db.execute<Row>(sql`
    select s.reference::text, s.user_id, s.status, extract(epoch from s.ends_at)::float8 as ends_at,
      extract(epoch from u.premium_expires_at)::float8 as premium_until, extract(epoch from u.erased_at)::float8 as erased_at
    from subscriptions s join users u on u.id = s.user_id`)
  const rowOf = new Map(rows.map((row) => [row.reference, row]))
  const all = Object.values(subscriptions)
  const found: Verdict[] = []
  const people = new Map<number, Subscription[]>()
  const customers = new Map<string, Row>()
  for (const one of all) {
    const row = rowOf.get(one.metadata.subscription ?? '')
    if (!row) {
      // One that a restore has lost may have been ended and refunded. Nothing was paid for an incomplete one.
      if (isLive(one) && one.status !== 'incomplete')
        found.push({ userId: null, what: `${one.id} is ${one.status} and unknown to the store` })
      continue
    }
    people.set(row.user_id, [...(people.get(row.user_id) ?? []), one])
    customers.set(one.customer, row)
    found.push(...compare(one, row))
  }
  for (const [userId, theirs] of people) found.push(...judgePerson(userId, theirs, rows))
  return [...found, ...(await judgeGone(stripe, Object.values(charges), customers))]
}

const compare = (one: Subscription, row: Row): Verdict[] => {
  const differs = (what: string) => [{ userId: row.user_id, what: `${one.id} ${what}` }]
  if (one.status !== row.status) return differs(`is ${one.status} at Stripe, ${row.status} here`)
  if (!isLive(one)) return []
  if (row.erased_at !== null) return differs(`of a deleted account is ${one.status}`)
  if (one.cancel_at !== row.ends_at) return differs(`ends at ${one.cancel_at} at Stripe, at ${row.ends_at} here`)
  return []
}

const judgePerson = (userId: number, theirs: readonly Subscription[], rows: readonly Row[]): Verdict[] => {
  const live = theirs.filter(isLive)
  if (live.length > 1) return [{ userId, what: `${live.length} subscriptions run at once` }]
  const row = rows.find(({ user_id }) => user_id === userId)
  if (!row || row.erased_at !== null) return []
  const until = Math.max(...live.map(({ items }) => items.data[0]?.current_period_end ?? 0))
  const premium = row.premium_until ?? 0
  if (live[0]?.status === 'active' && premium < until)
    return [{ userId, what: `Premium ends at ${premium}, not ${until}` }]
  return []
}

/** Nothing that was paid after an account was deleted is kept. */
const judgeGone = async (
  stripe: WalkStore['stripe'],
  charges: readonly AtStripe['charges'][string][],
  customers: ReadonlyMap<string, Row>,
): Promise<Verdict[]> => {
  const standing = await stripe.payments()
  return charges.flatMap(({ customer, created, paid, payment_intent: intent }) => {
    const owner = customers.get(customer ?? '')
    const payment = standing.get(intent)
    if (!owner || owner.erased_at === null || !paid || created <= owner.erased_at + CLOCK_ERROR) return []
    if (!payment || payment.disputed > 0 || payment.refunded === payment.paid) return []
    return [{ userId: owner.user_id, what: `${intent} was paid after the account was deleted, and is kept` }]
  })
}
