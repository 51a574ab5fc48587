import { sql } from 'drizzle-orm'
import type { Buyer } from '#testing/buying-store.ts'
import type { StoreOfProcesses } from './open-processes.ts'
import { premiumByStripe, readAtStripe } from './premium-by-stripe.ts'
import type { SubscriberAccount } from './storm-subscribers.ts'

interface InStore extends Record<string, unknown> {
  statuses: string[]
  until: string | null
}

/** One line for each subscriber whose state, end of Premium or locker is wrong. */
export const judgeSubscribers = async (store: StoreOfProcesses, accounts: readonly SubscriberAccount[]) => {
  const wrong: string[] = []
  const stripeOf = await readAtStripe(store.stripe)
  for (const account of accounts) {
    const { id, username } = account.buyer.row
    const atStripe = stripeOf(id)
    const { rows } = await store.db.execute<InStore>(sql`
      select array(select status from subscriptions where user_id = ${id}) as statuses,
        (select premium_expires_at from users where id = ${id}) as until`)
    const until = premiumByStripe(atStripe.at(-1))
    const seen = {
      owed: [account.status],
      stripe: atStripe.map(({ status }) => status),
      store: rows[0]?.statuses ?? [],
    }
    if (new Set(Object.values(seen).map(String)).size > 1) wrong.push(`${username}: ${JSON.stringify(seen)}`)
    const shown = rows[0]?.until ? new Date(rows[0].until).toISOString() : null
    if (shown !== until) wrong.push(`${username}: Premium until ${shown}, by Stripe until ${until}`)
  }
  // Lockers last, because reading them takes longest.
  for (const { buyer } of wrong.length === 0 ? accounts : []) {
    wrong.push(...(await judgeLocker(buyer, premiumByStripe(stripeOf(buyer.row.id).at(-1)))))
  }
  return wrong
}

const judgeLocker = async (buyer: Buyer, until: string | null) => {
  const isMember = until !== null && new Date(until) > new Date()
  const answer = await buyer.call('GET', '/api/locker')
  const { items } = answer.json<{ items: { source: string; premiumUntil: string | null }[] }>()
  const included = items.filter(({ source }) => source === 'premium').map(({ premiumUntil }) => premiumUntil)
  const isRight = String(included) === String(isMember ? [until] : [])
  return isRight ? [] : [`${buyer.row.username}: the included mod is in the locker until ${String(included)}`]
}
