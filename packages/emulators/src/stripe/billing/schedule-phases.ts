import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import { invalidRequest } from '../core/failure.ts'
import { intervalOf, planOf } from './subscription-object.ts'

/** A schedule decides when its subscription ends, so a call that changes this is refused. */
export const refuseScheduled = ({ schedule }: Stripe.Subscription) => {
  if (schedule === null) return
  throw invalidRequest(
    `The subscription is managed by the subscription schedule \`${String(idOf(schedule))}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  )
}

const scheduleOf = (account: Account, { schedule }: Stripe.Subscription) =>
  account.state.subscriptionSchedules[idOf(schedule) ?? '']

/**
 * Begins the phase that is planned for this time. After the last phase, the subscription continues without a schedule.
 */
export const enterPhase = (account: Account, subscription: Stripe.Subscription, start: number) => {
  const schedule = scheduleOf(account, subscription)
  if (!schedule || start < (schedule.current_phase?.end_date ?? 0)) return
  const phase = schedule.phases.find(({ start_date }) => start_date === start)
  if (!phase) {
    releaseSchedule(account, schedule)
    return
  }
  usePlanned(account, subscription, phase)
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date }
  account.emit('subscription_schedule.updated', schedule)
}

/** A different interval also moves the anchor. */
const usePlanned = (
  account: Account,
  subscription: Stripe.Subscription,
  { items: [planned], start_date: start }: Stripe.SubscriptionSchedule.Phase,
) => {
  const [item] = subscription.items.data
  const price = account.state.prices[idOf(planned?.price) ?? '']
  if (!item || !price) throw new Error(`The subscription ${subscription.id} has a phase without a price.`)
  if (intervalOf(item.price).interval !== intervalOf(price).interval) subscription.billing_cycle_anchor = start
  Object.assign(item, { price, plan: planOf(price), quantity: planned?.quantity ?? 1 })
}

export const releaseSchedule = (account: Account, schedule: Stripe.SubscriptionSchedule) => {
  const id = idOf(schedule.subscription)
  const subscription = account.state.subscriptions[id ?? '']
  if (subscription) subscription.schedule = null
  Object.assign(schedule, {
    status: 'released',
    current_phase: null,
    released_at: account.now(),
    released_subscription: id,
    subscription: null,
  })
  account.emit('subscription_schedule.released', schedule)
}

/** Cancels the schedule of a subscription that was canceled. */
export const cancelSchedule = (account: Account, subscription: Stripe.Subscription) => {
  const schedule = scheduleOf(account, subscription)
  if (!schedule) return
  subscription.schedule = null
  Object.assign(schedule, { status: 'canceled', current_phase: null, canceled_at: account.now(), subscription: null })
  account.emit('subscription_schedule.canceled', schedule)
}
