import { createPlan } from '@slipstream/db/testing/subscription-factories'
import type { Failpoint } from '#lib/failpoints.ts'
import { confirm, quoteOf } from '#testing/plan-changes.ts'
import { newSubscriber } from '#testing/subscribers.ts'
import { freezeWorker, type KillLane, type Scene } from './kill-lane.ts'
import { ends, RUNNING, WELCOME } from './subscription-ends.ts'
import type { Kind } from './supervise.ts'

const YEAR = { name: 'Premium Year', interval: 'year', price: 5_999 }
const LIGHT = { name: 'Premium Light', price: 399 }
const PLANNED = 'Your Premium plan will change to Premium Light'

/** A new subscriber with a quote for another plan. */
const newQuote = async (lane: KillLane, wanted: typeof YEAR | typeof LIGHT) => {
  const { buyer } = await newSubscriber(lane)
  const plan = await createPlan(lane.db, wanted)
  return { buyer, quote: await quoteOf(buyer, plan.id) }
}

/** The unused month is credited as a whole, so the year's price is what the store keeps. */
const upgrading: Scene = async (lane) => {
  const { buyer, quote } = await newQuote(lane, YEAR)
  await freezeWorker(lane)
  const mails = [WELCOME, 'Your Premium plan is now Premium Year']
  return { act: () => confirm(buyer, quote), ...ends(lane, buyer, { ...RUNNING, cents: YEAR.price, mails }) }
}

const planning: Scene = async (lane) => {
  const { buyer, quote } = await newQuote(lane, LIGHT)
  await freezeWorker(lane)
  const ending = { ...RUNNING, change: 'planned', mails: [WELCOME, PLANNED] }
  return { act: () => confirm(buyer, quote), ...ends(lane, buyer, ending) }
}

const takingBack: Scene = async (lane) => {
  const { buyer, quote } = await newQuote(lane, LIGHT)
  await confirm(buyer, quote)
  await freezeWorker(lane)
  const ending = { ...RUNNING, mails: [WELCOME, PLANNED, 'You’re staying on Premium Month'] }
  return { act: () => buyer.call('POST', '/api/subscription/change/withdraw'), ...ends(lane, buyer, ending) }
}

/** Every failpoint of a plan change. */
export const PLAN_CHANGE_KILLS: [Kind, Failpoint, Scene][] = [
  ['server', 'subscription.change_written', upgrading],
  ['server', 'subscription.change_told', upgrading],
  ['server', 'subscription.change_scheduled', planning],
  ['server', 'subscription.change_settled', planning],
  ['server', 'subscription.change_released', takingBack],
]
