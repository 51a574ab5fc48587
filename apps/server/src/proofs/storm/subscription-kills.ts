import { createPlan } from '@slipstream/db/testing/subscription-factories'
import type { Failpoint } from '#lib/failpoints.ts'
import { alterStripe } from '#testing/altered-stripe.ts'
import type { Buyer } from '#testing/buying-store.ts'
import { newSubscriber, startSubscribing, subscribe } from '#testing/subscribers.ts'
import { freezeWorker, type Scene } from './kill-lane.ts'
import { PLAN_CHANGE_KILLS } from './plan-change-kills.ts'
import { type Ending, ends, PRICE, RUNNING, WELCOME } from './subscription-ends.ts'
import type { Kind } from './supervise.ts'

const CANCELED: Ending = { ...RUNNING, isEnding: true, mails: ['Your Premium is canceled', WELCOME] }
const REFUNDED: Ending = {
  statuses: ['canceled'],
  atStripe: ['canceled'],
  isEnding: false,
  isPremium: false,
  change: null,
  cents: 0,
  mails: [WELCOME, 'Your Premium is refunded'],
}

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

/** Sets Stripe's clock back at first, so that it is correct again after the renewal. */
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

/** Every failpoint of a subscription: of its start, its renewal, a change, a cancellation and a refund. */
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
  ...PLAN_CHANGE_KILLS,
]
