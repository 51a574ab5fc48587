import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find, idOf } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { inMoment } from '../billing/customer-clock.ts'
import { invalidRequest } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
import { listOf } from '../core/listing.ts'
import { cursors, parametersOf, text, wholeNumber } from '../core/parameters.ts'
import { longestOf } from '../billing/periods.ts'
import { isLive } from '../billing/subscription-end.ts'
import { intervalOf } from '../billing/subscription-object.ts'
import { runUntil } from '../timeline.ts'
import { deleteCustomer } from './customers.ts'

type TestClock = Stripe.TestHelpers.TestClock

const Create = parametersOf<Stripe.TestHelpers.TestClockCreateParams>()({
  frozen_time: wholeNumber,
  name: text.max(300).optional(),
})
const Advance = parametersOf<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: wholeNumber })

const DAY = 24 * 60 * 60
const LONGEST_IDLE_ADVANCE = 2 * 366 * DAY

const findClock = (account: Account, id: string) => find(account.state.testClocks, 'test_clock', id, 'test_clock')

const createClock = (account: Account, given: z.infer<typeof Create>) => {
  const clock: TestClock = {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created: account.now(),
    deletes_after: account.now() + 30 * DAY,
    frozen_time: given.frozen_time,
    livemode: false,
    name: given.name ?? null,
    status: 'ready',
    status_details: {},
  }
  account.state.testClocks[clock.id] = clock
  account.emit('test_helpers.test_clock.created', clock)
  return clock
}

/** Stripe reports `advancing` for a while. Here everything has already happened when the call returns. */
const advanceClock = (account: Account, clock: TestClock, end: number) => {
  if (end <= clock.frozen_time) {
    throw invalidRequest('The new frozen time must be after the current frozen time of the test clock.', {
      param: 'frozen_time',
    })
  }
  const reach = reachOf(account, clock)
  if (end - clock.frozen_time > reach) {
    throw invalidRequest(
      'A test clock cannot be advanced by more than two intervals of its shortest subscription, or two years without one.',
      { param: 'frozen_time' },
    )
  }
  account.emit('test_helpers.test_clock.advancing', { ...clock, status: 'advancing' })
  runUntil(account, clock.id, end)
  clock.frozen_time = end
  account.emit('test_helpers.test_clock.ready', clock)
  return clock
}

const reachOf = ({ state }: Account, clock: TestClock) => {
  const intervals = Object.values(state.subscriptions)
    .filter((subscription) => idOf(subscription.test_clock) === clock.id && isLive(subscription))
    .flatMap(({ items }) => items.data.map(({ price }) => longestOf(intervalOf(price))))
  return intervals.length === 0 ? LONGEST_IDLE_ADVANCE : 2 * Math.min(...intervals)
}

const deleteClock = (account: Account, clock: TestClock): Stripe.TestHelpers.DeletedTestClock => {
  inMoment(account, clock.frozen_time, () => {
    for (const customer of Object.values(account.state.customers)) {
      if (!customer.deleted && idOf(customer.test_clock) === clock.id) deleteCustomer(account, customer)
    }
  })
  delete account.state.testClocks[clock.id]
  account.emit('test_helpers.test_clock.deleted', clock)
  return { id: clock.id, object: 'test_helpers.test_clock', deleted: true }
}

export const serveTestClocks = (api: Api, account: Account) => {
  api.on('POST /v1/test_helpers/test_clocks', Create, (given) => createClock(account, given))
  api.on('GET /v1/test_helpers/test_clocks', parametersOf<Stripe.TestHelpers.TestClockListParams>()(cursors), (given) =>
    listOf('/v1/test_helpers/test_clocks', Object.values(account.state.testClocks), given),
  )
  api.on('GET /v1/test_helpers/test_clocks/:id', z.strictObject({}), (_, id) => findClock(account, id))
  api.on('POST /v1/test_helpers/test_clocks/:id/advance', Advance, ({ frozen_time }, id) =>
    advanceClock(account, findClock(account, id), frozen_time),
  )
  api.on('DELETE /v1/test_helpers/test_clocks/:id', z.strictObject({}), (_, id) =>
    deleteClock(account, findClock(account, id)),
  )
}
