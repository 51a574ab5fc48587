import { sql } from 'drizzle-orm'
import type { Buyer } from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import type { KillLane } from './kill-lane.ts'
import { premiumByStripe, readAtStripe } from './premium-by-stripe.ts'

/** What must be true about a subscriber in the end. */
export interface Ending {
  /** Statuses of the person's subscriptions, oldest first. */
  statuses: string[]
  /** The same at Stripe, for those that were paid. */
  atStripe: string[]
  /** Whether the subscription ends with its period. */
  isEnding: boolean
  isPremium: boolean
  /** A change of the plan that is not finished. */
  change: string | null
  /** What the store keeps of the person's money. */
  cents: number
  /** The subjects of all mails to the person. */
  mails: string[]
}

export const PRICE = 699
export const WELCOME = 'Welcome to Premium at Slipstream'
export const RUNNING: Ending = {
  statuses: ['active'],
  atStripe: ['active'],
  isEnding: false,
  isPremium: true,
  change: null,
  cents: PRICE,
  mails: [WELCOME],
}
interface InBooks extends Record<string, unknown> {
  statuses: string[]
  is_ending: boolean
  change: string | null
  cents: number
  waiting: number
}

const readBooks = async ({ db }: KillLane, userId: number) => {
  const { rows } = await db.execute<InBooks>(sql`
    select array(select status from subscriptions where user_id = ${userId} order by id) as statuses,
      exists (select from subscriptions where user_id = ${userId} and status = 'active' and ends_at is not null) as is_ending,
      (select c.state from subscription_changes c join subscriptions s on s.id = subscription_id
        where user_id = ${userId} and c.state in ('requested', 'planned', 'withdrawing')) as change,
      (select coalesce(sum(amount_cents), 0)::int from ledger_entries join subscriptions s on s.id = subscription_id
        where user_id = ${userId}) as cents,
      (select count(*)::int from subscriptions where user_id = ${userId} and end_requested is not null)
        + (select count(*)::int from subscription_refunds r join subscription_invoices i on i.id = invoice_id
          join subscriptions s on s.id = subscription_id where user_id = ${userId} and state = 'queued') as waiting`)
  return rows[0]
}

export const ends = (lane: KillLane, buyer: Buyer, ending: Ending) => ({
  standing: async () => {
    const { id, email } = buyer.row
    const books = await readBooks(lane, id)
    const answer = await buyer.call('GET', '/api/auth/user')
    const { isPremium, premiumExpiresAt } = answer.json<{ isPremium: boolean; premiumExpiresAt: string | null }>()
    const atStripe = (await readAtStripe(lane.stripe))(id)
    const mails = await readMailbox(email ?? '', 0)
    // A mail whose worker dies right after sending it is sent again under its Message-ID; a mailbox shows it once.
    const shown = new Map(mails.map(({ headers, subject }) => [headers['message-id'], subject]))
    return {
      statuses: books?.statuses,
      atStripe: atStripe.map(({ status }) => status),
      isEnding: books?.is_ending,
      isPremium,
      change: books?.change,
      cents: books?.cents,
      mails: [...shown.values()].toSorted(),
      waiting: books?.waiting,
      isToTheSecond: premiumExpiresAt === premiumByStripe(atStripe.at(-1)),
    }
  },
  ending: { ...ending, mails: ending.mails.toSorted(), waiting: 0, isToTheSecond: true },
})
