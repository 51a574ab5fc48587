import { type Account, idOf } from '../core/account.ts'

/** The test clock that a customer lives on, if any. */
export const testClockOf = (account: Account, customerId: string) => {
  const customer = account.state.customers[customerId]
  return customer && !customer.deleted ? idOf(customer.test_clock) : null
}

/** All objects and events of the work bear this time, however late it is really done. */
export const inMoment = <Result>(account: Account, moment: number, work: () => Result): Result => {
  const { now } = account
  account.now = () => moment
  try {
    return work()
  } finally {
    account.now = now
  }
}

/** Does the work in the customer's own time, all of it in the same second. */
export const inTimeOf = <Result>(account: Account, customerId: string, work: () => Result): Result =>
  inMoment(account, account.now(testClockOf(account, customerId)), work)
