import { type Account, idOf } from '../core/account.ts'

/** The customer's test clock, if any. */
export const testClockOf = (account: Account, customerId: string) => {
  const customer = account.state.customers[customerId]
  return customer && !customer.deleted ? idOf(customer.test_clock) : null
}

/** Runs the work as of this moment: its objects and events get that time, however late the work runs. */
export const inMoment = <Result>(account: Account, moment: number, work: () => Result): Result => {
  const { now } = account
  account.now = () => moment
  try {
    return work()
  } finally {
    account.now = now
  }
}

/** Runs the work at the customer's own time, all within the same second. */
export const inTimeOf = <Result>(account: Account, customerId: string, work: () => Result): Result =>
  inMoment(account, account.now(testClockOf(account, customerId)), work)
