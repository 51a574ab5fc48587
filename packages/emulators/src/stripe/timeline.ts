import type Stripe from 'stripe'
import { type Account, idOf } from './core/account.ts'
import { inMoment } from './billing/customer-clock.ts'
import { invoiceDue, invoiceHappens, subscriptionDue, subscriptionHappens } from './billing/renewals.ts'
import { expireSession } from './resources/checkout-sessions.ts'
import { refundDue, refundHappens } from './resources/refunds.ts'
import type { StripeState } from './core/state.ts'

/** Something that changes as time passes. */
type Subject = Stripe.Checkout.Session | Stripe.Invoice | Stripe.Refund | Stripe.Subscription

interface Appointment {
  at: number
  subject: Subject
}

/** Nothing becomes due sooner than this after its creation. A Checkout Session has the shortest lifetime. */
const SHORTEST_LIFE = 30 * 60

/** Nothing is due before this time, so most calls can skip the search. */
const quietUntil = new WeakMap<StripeState, number>()

/** Runs everything that is due by the account's clock. */
export const settle = (account: Account) => {
  const now = account.now()
  if (now < (quietUntil.get(account.state) ?? -Infinity)) return
  const next = runUntil(account, null, now)
  quietUntil.set(account.state, Math.min(next, now + SHORTEST_LIFE))
}

/** Advances the account's clock and runs everything that becomes due on the way. */
export const advance = (account: Account, seconds: number) => {
  account.state.skew += seconds
  settle(account)
}

/** Runs everything that is due on one clock, in order of time, and returns when the next change is due. */
export const runUntil = (account: Account, testClock: string | null, end: number): number => {
  const appointmentOf = (subject: Subject): Appointment[] => {
    const at = dueAt(account, subject)
    return at === null ? [] : [{ at, subject }]
  }
  const agenda = subjectsOn(account, testClock).flatMap(appointmentOf)
  agenda.sort((one, other) => one.at - other.at)
  const enter = (subject: Subject) => {
    for (const appointment of appointmentOf(subject)) {
      const place = agenda.findLastIndex(({ at }) => at <= appointment.at) + 1
      agenda.splice(place, 0, appointment)
    }
  }
  for (let next = agenda[0]; next && next.at <= end; next = agenda[0]) {
    agenda.shift()
    const { at, subject } = next
    // An earlier change may have moved or canceled it.
    const created = dueAt(account, subject) === at ? happen(account, at, subject) : null
    enter(subject)
    if (created) enter(created)
  }
  return agenda[0]?.at ?? Infinity
}

const subjectsOn = ({ state }: Account, testClock: string | null): Subject[] => [
  ...(testClock === null ? [...Object.values(state.checkoutSessions), ...Object.values(state.refunds)] : []),
  ...Object.values(state.invoices).filter((invoice) => idOf(invoice.test_clock) === testClock),
  ...Object.values(state.subscriptions).filter((subscription) => idOf(subscription.test_clock) === testClock),
]

const dueAt = (account: Account, subject: Subject): number | null => {
  if (subject.object === 'refund') return refundDue(account, subject)
  if (subject.object === 'subscription') return subscriptionDue(subject)
  if (subject.object === 'invoice') return invoiceDue(subject)
  return subject.status === 'open' ? subject.expires_at : null
}

/** Returns the invoice that a renewal created. */
const happen = (account: Account, at: number, subject: Subject): Subject | null => {
  const { request } = account
  account.request = null
  try {
    return inMoment(account, at, () => {
      if (subject.object === 'checkout.session') expireSession(account, subject)
      if (subject.object === 'refund') refundHappens(account, subject)
      if (subject.object === 'invoice') invoiceHappens(account, subject)
      if (subject.object !== 'subscription') return null
      const before = subject.latest_invoice
      subscriptionHappens(account, subject)
      const made = subject.latest_invoice === before ? null : account.state.invoices[idOf(subject.latest_invoice) ?? '']
      return made ?? null
    })
  } finally {
    account.request = request
  }
}
