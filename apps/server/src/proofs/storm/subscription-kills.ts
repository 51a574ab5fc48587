import { sql } from 'drizzle-orm'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import type { Failpoint } from '#lib/failpoints.ts'
import { alterStripe } from '#testing/altered-stripe.ts'
import type { Buyer } from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { newSubscriber, startSubscribing, subscribe } from '#testing/subscribers.ts'
import { freezeWorker, type KillLane, type Scene } from './kill-lane.ts'
import { premiumByStripe, readAtStripe } from './premium-by-stripe.ts'
import type { Kind } from './supervise.ts'

/** What must be true about a subscriber in the end. */
interface Ending {
  /** Statuses of the person's subscriptions, oldest first. */
  statuses: string[]
  /** The same at Stripe, for those that were paid. */
  atStripe: string[]
  /** Whether it ends with its period. */
  isEnding: boolean
  isPremium: boolean
  /** What the store keeps of the person's money. */
  cents: number
  /** The subjects of all mails to the person. */
  mails: string[]
}

const PRICE = 699
const WELCOME = 'Welcome to Premium at Slipstream'
const RUNNING = {
  statuses: ['active'],
  atStripe: ['active'],
  isEnding: false,
  isPremium: true,
  cents: PRICE,
  mails: [WELCOME],
}
const CANCELED: Ending = { ...RUNNING, isEnding: true, mails: ['Your Premium is canceled', WELCOME] }
const REFUNDED: Ending = {
  statuses: ['canceled'],
  atStripe: ['canceled'],
  isEnding: false,
  isPremium: false,
  cents: 0,
  mails: [WELCOME, 'Your Premium is refunded'],
}

interface InBooks extends Record<string, unknown> {
  statuses: string[]
  is_ending: boolean
  cents: number
  waiting: number
}

const readBooks = async ({ db }: KillLane, userId: number) => {
  const { rows } = await db.execute<InBooks>(sql`
    select array(select status from subscriptions where user_id = ${userId} order by id) as statuses,
      exists (select from subscriptions where user_id = ${userId} and status = 'active' and ends_at is not null) as is_ending,
      (select coalesce(sum(amount_cents), 0)::int from ledger_entries join subscriptions s on s.id = subscription_id
        where user_id = ${userId}) as cents,
      (select count(*)::int from subscriptions where user_id = ${userId} and end_requested is not null)
        + (select count(*)::int from subscription_refunds r join subscription_invoices i on i.id = invoice_id
          join subscriptions s on s.id = subscription_id where user_id = ${userId} and state = 'queued') as waiting`)
  return rows[0]
}

const ends = (lane: KillLane, buyer: Buyer, ending: Ending) => ({
  standing: async () => {
    const { id, email } = buyer.row
    const books = await readBooks(lane, id)
    const answer = await buyer.call('GET', '/api/auth/user')
    const { isPremium, premiumExpiresAt } = answer.json<{ isPremium: boolean; premiumExpiresAt: string | null }>()
    const atStripe = (await readAtStripe(lane.stripe))(id)
    const mails = await readMailbox(email ?? '', 0)
    return {
      statuses: books?.statuses,
      atStripe: atStripe.map(({ status }) => status),
      isEnding: books?.is_ending,
      isPremium,
      cents: books?.cents,
      mails: mails.map(({ subject }) => subject).toSorted(),
      waiting: books?.waiting,
      isToTheSecond: premiumExpiresAt === premiumByStripe(atStripe.at(-1)),
    }
  },
  ending: { ...ending, mails: ending.mails.toSorted(), waiting: 0, isToTheSecond: true },
})

const press = (buyer: Buyer, button: 'cancel' | 'resume' | 'refund') =>
  buyer.call('POST', `/api/subscription/${button}`, button === 'cancel' ? {} : undefined)

const subscribing: Scene = async (lane) => {
  const [buyer, plan] = [await lane.newBuyer([]), await createPlan(lane.db)]
  return { act: () => subscribe(lane, buyer, plan), ...ends(lane, buyer, RUNNING) }
}

/** The payment page of one plan is open when another plan is chosen. */
const changingTheirMind: Scene = async (lane) => {
  const [buyer, plan] = [await lane.newBuyer([]), await createPlan(lane.db)]
  await startSubscribing(buyer, await createPlan(lane.db, { name: 'Premium Year', interval: 'year', price: 4_900 }))
  const ending = { ...RUNNING, statuses: ['abandoned', 'active'] }
  return { act: () => subscribe(lane, buyer, plan), ...ends(lane, buyer, ending) }
}

const toldByWebhook: Scene = async (lane) => {
  const buyer = await lane.newBuyer([])
  const session = await startSubscribing(buyer, await createPlan(lane.db))
  return { act: () => lane.stripe.pay(session), ...ends(lane, buyer, RUNNING) }
}

const DAY_AND_DRAFT_HOURS = 26

/** Begins in the past, so that Stripe's clock is right again after the renewal. */
const renewing: Scene = async (lane) => {
  await lane.stripe.settled()
  await alterStripe(lane, (kept) => Object.assign(kept, { skew: -DAY_AND_DRAFT_HOURS * 3_600 }))
  const { buyer } = await newSubscriber(lane, { interval: 'day', price: PRICE })
  await lane.stripe.settled()
  const ending = { ...RUNNING, cents: 2 * PRICE, mails: [WELCOME, 'Your Premium receipt from Slipstream'] }
  return { act: () => lane.stripe.advance({ hours: DAY_AND_DRAFT_HOURS }), ...ends(lane, buyer, ending) }
}

const canceling: Scene = async (lane) => {
  const { buyer } = await newSubscriber(lane)
  await freezeWorker(lane)
  return { act: () => press(buyer, 'cancel'), ...ends(lane, buyer, CANCELED) }
}

const resuming: Scene = async (lane) => {
  const { buyer } = await newSubscriber(lane)
  await press(buyer, 'cancel')
  const ending = { ...RUNNING, mails: [...CANCELED.mails, 'Your Premium continues'] }
  return { act: () => press(buyer, 'resume'), ...ends(lane, buyer, ending) }
}

const takingMoneyBack: Scene = async (lane) => {
  const { buyer } = await newSubscriber(lane)
  return { act: () => press(buyer, 'refund'), ...ends(lane, buyer, REFUNDED) }
}

const refundedAtStripe: Scene = async (lane) => {
  const { buyer, row } = await newSubscriber(lane)
  return { act: () => lane.stripe.refund(row.stripeSessionId ?? ''), ...ends(lane, buyer, REFUNDED) }
}

/** Every failpoint of a subscription: of its start, its renewal, a cancellation and a refund. */
export const SUBSCRIPTION_KILLS: [Kind, Failpoint, Scene][] = [
  ['server', 'subscription.written', subscribing],
  ['server', 'subscription.page_made', subscribing],
  ['server', 'subscription.page_closed', changingTheirMind],
  ['worker', 'subscription.locked', toldByWebhook],
  ['worker', 'subscription.read', renewing],
  ['worker', 'subscription.applied', renewing],
  ['server', 'subscription.end_written', canceling],
  ['server', 'subscription.end_planned', canceling],
  ['server', 'subscription.kept', resuming],
  ['server', 'subscription.refund_before_commit', takingMoneyBack],
  ['worker', 'subscription.refund_paid', takingMoneyBack],
  ['worker', 'subscription.canceled', refundedAtStripe],
]
