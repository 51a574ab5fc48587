import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find, idOf } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { inTimeOf } from '../billing/customer-clock.ts'
import { invalidRequest, notEmulated } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
import { mergeMetadata, metadata, parametersOf, text, wholeNumber } from '../core/parameters.ts'
import { periodEnd } from '../billing/periods.ts'
import { releaseSchedule } from '../billing/schedule-phases.ts'
import { currentPeriod, isLive } from '../billing/subscription-end.ts'
import { intervalOf } from '../billing/subscription-object.ts'
import { findSubscription, recurringPrice } from './subscription-parameters.ts'

const Create = parametersOf<Stripe.SubscriptionScheduleCreateParams>()({ from_subscription: text })

const noProration = z.literal('none').optional()
const PhaseParameters = parametersOf<Stripe.SubscriptionScheduleUpdateParams.Phase>()({
  duration: z.strictObject({ interval: text, interval_count: wholeNumber }).optional(),
  end_date: wholeNumber.optional(),
  items: z
    .array(
      parametersOf<Stripe.SubscriptionScheduleUpdateParams.Phase.Item>()({
        price: text,
        quantity: wholeNumber.optional(),
      }),
    )
    .length(1),
  proration_behavior: noProration,
  start_date: wholeNumber.optional(),
})
type PhaseGiven = z.infer<typeof PhaseParameters>

const Update = parametersOf<Stripe.SubscriptionScheduleUpdateParams>()({
  end_behavior: z.literal('release').optional(),
  metadata: metadata.optional(),
  phases: z.array(PhaseParameters).optional(),
  proration_behavior: noProration,
})

const findSchedule = (account: Account, id: string) =>
  find(account.state.subscriptionSchedules, 'subscription_schedule', id, 'schedule')

const createSchedule = (account: Account, subscription: Stripe.Subscription) => {
  if (!isLive(subscription)) {
    throw invalidRequest('You cannot migrate a subscription that is in the `canceled` state to a schedule.')
  }
  if (subscription.schedule !== null) {
    throw invalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: ${String(idOf(subscription.schedule))}.`,
    )
  }
  if (subscription.cancel_at !== null || subscription.items.data.length !== 1) {
    throw notEmulated('schedules of a subscription that will be canceled, or with several items')
  }
  const schedule = newSchedule(account, subscription)
  account.state.subscriptionSchedules[schedule.id] = schedule
  subscription.schedule = schedule.id
  account.emit('subscription_schedule.created', schedule)
  account.emit('customer.subscription.updated', subscription, { schedule: null })
  return schedule
}

const newSchedule = (account: Account, subscription: Stripe.Subscription): Stripe.SubscriptionSchedule => {
  const { start, end } = currentPeriod(subscription)
  const [item] = subscription.items.data
  return {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: subscription.billing_mode,
    canceled_at: null,
    completed_at: null,
    created: account.now(),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: subscription.default_payment_method,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [phaseOf(item?.price.id ?? '', item?.quantity ?? 1, { start, end, currency: subscription.currency })],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: idOf(subscription.test_clock),
  }
}

const phaseOf = (
  price: string,
  quantity: number,
  { start, end, currency }: { start: number; end: number; currency: string },
): Stripe.SubscriptionSchedule.Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency,
  default_payment_method: null,
  description: null,
  discounts: [],
  end_date: end,
  invoice_settings: null,
  items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity }],
  metadata: {},
  on_behalf_of: null,
  proration_behavior: 'none',
  start_date: start,
  transfer_data: null,
  trial_end: null,
})

const refuseEnded = ({ status, id }: Stripe.SubscriptionSchedule) => {
  if (status === 'active') return
  throw invalidRequest(
    `You cannot update or release the subscription schedule ${id} because it is currently in the \`${status}\` status.`,
  )
}

const updateSchedule = (
  account: Account,
  schedule: Stripe.SubscriptionSchedule,
  { phases, metadata: more }: z.infer<typeof Update>,
) => {
  refuseEnded(schedule)
  const subscription = findSubscription(account, idOf(schedule.subscription) ?? '')
  if (phases) schedule.phases = plannedPhases(account, subscription, schedule, phases)
  schedule.metadata = mergeMetadata(schedule.metadata ?? {}, more)
  account.emit('subscription_schedule.updated', schedule)
  return schedule
}

/** The running phase unchanged until the period ends, and then one with another price. */
const plannedPhases = (
  account: Account,
  subscription: Stripe.Subscription,
  schedule: Stripe.SubscriptionSchedule,
  [first, second, ...others]: readonly PhaseGiven[],
) => {
  const [running] = schedule.phases
  if (!first || !second || !running || others.length > 0)
    throw notEmulated('schedules that do not have exactly two phases')
  keepRunning(subscription, running, first)
  return [running, nextPhase(account, subscription, second)]
}

const keepRunning = (
  subscription: Stripe.Subscription,
  running: Stripe.SubscriptionSchedule.Phase,
  { start_date: start, end_date: end, items: [given], duration }: PhaseGiven,
) => {
  if (start !== running.start_date) {
    throw invalidRequest('The current phase must keep its `start_date`.', { param: 'phases[0][start_date]' })
  }
  const isKept = end === currentPeriod(subscription).end && given?.price === running.items[0]?.price
  if (!isKept || duration !== undefined) {
    throw notEmulated('schedules that change the running phase or end it before the period')
  }
}

const nextPhase = (
  account: Account,
  subscription: Stripe.Subscription,
  given: PhaseGiven,
): Stripe.SubscriptionSchedule.Phase => {
  const { start_date: from, end_date: until, items, duration } = given
  const price = recurringPrice(account, items[0]?.price ?? '', 'phases[1][items][0][price]')
  const { interval, interval_count: count } = intervalOf(price)
  const isOnePeriod = duration?.interval === interval && duration.interval_count === count
  if (from !== undefined || until !== undefined || !isOnePeriod) {
    throw notEmulated('planned phases that do not last exactly one period of their price')
  }
  const { end: start } = currentPeriod(subscription)
  const isSame = subscription.items.data.every((item) => intervalOf(item.price).interval === interval)
  const end = periodEnd(isSame ? subscription.billing_cycle_anchor : start, intervalOf(price), start)
  return phaseOf(price.id, items[0]?.quantity ?? 1, { start, end, currency: subscription.currency })
}

export const serveSubscriptionSchedules = (api: Api, account: Account) => {
  const inItsTime = (id: string, work: (schedule: Stripe.SubscriptionSchedule) => object) => {
    const schedule = findSchedule(account, id)
    return inTimeOf(account, idOf(schedule.customer) ?? '', () => work(schedule))
  }
  api.on('POST /v1/subscription_schedules', Create, ({ from_subscription: id }) => {
    const subscription = findSubscription(account, id, 'from_subscription')
    return inTimeOf(account, idOf(subscription.customer) ?? '', () => createSchedule(account, subscription))
  })
  api.on('GET /v1/subscription_schedules/:id', z.strictObject({}), (_, id) => findSchedule(account, id))
  api.on('POST /v1/subscription_schedules/:id', Update, (given, id) =>
    inItsTime(id, (schedule) => updateSchedule(account, schedule, given)),
  )
  api.on('POST /v1/subscription_schedules/:id/release', z.strictObject({}), (_, id) =>
    inItsTime(id, (schedule) => {
      refuseEnded(schedule)
      releaseSchedule(account, schedule)
      return schedule
    }),
  )
}
