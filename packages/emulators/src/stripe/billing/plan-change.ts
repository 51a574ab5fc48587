import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import { invalidRequest, notEmulated } from '../core/failure.ts'
import { holdEvents } from '../webhooks/held-events.ts'
import { attempt, cardOnFile, failureOf, finalize, type Outcome, withdrawInvoice } from './billing.ts'
import { invoiceOf, lineOf, type Lines, newInvoice } from './invoice-object.ts'
import { periodEnd } from './periods.ts'
import { currentPeriod } from './subscription-end.ts'
import { intervalOf, planOf } from './subscription-object.ts'

/** Stripe charges no less; a smaller sum is added to the customer's next invoice. */
const LOWEST_CHARGE = 50

export interface ItemChange {
  item: Stripe.SubscriptionItem
  price: Stripe.Price
  quantity: number
}

/**
 * Changes an item now: the unused time of the old price is credited and the new price is charged, on one invoice that
 * is paid at once. If it cannot be paid, nothing has changed.
 */
export const chargeChange = (
  account: Account,
  subscription: Stripe.Subscription,
  changes: readonly ItemChange[],
  date: number | undefined,
) => {
  if (changes.every(({ item, price, quantity }) => item.price.id === price.id && item.quantity === quantity)) return
  const change = onlyChange(subscription, changes)
  const now = account.now()
  const invoice = newInvoice(account, subscription, aboutNow(now), (id) =>
    linesOf(account, subscription, change, { invoice: id, date: date ?? now }),
  )
  if (invoice.total > 0 && invoice.total < LOWEST_CHARGE) {
    delete account.state.invoices[invoice.id]
    throw notEmulated('invoices below the minimum amount, which are carried over')
  }
  const { result: outcome, tell } = holdEvents(account, () => pay(account, invoice))
  if (outcome.kind !== 'paid') {
    withdrawInvoice(account, invoice, outcome)
    if (outcome.kind === 'failed') tell((type) => !type.startsWith('invoice'))
    throw failureOf(outcome)
  }
  applyChange(subscription, change, now)
  subscription.latest_invoice = invoice.id
  tell()
}

const pay = (account: Account, invoice: Stripe.Invoice): Outcome => {
  account.emit('invoice.created', invoice)
  finalize(account, invoice)
  return invoice.status === 'paid' ? { kind: 'paid' } : attempt(account, invoice, cardOnFile(account, invoice))
}

/** A different interval starts a new period now; with the same interval, the period continues. */
const applyChange = (subscription: Stripe.Subscription, { item, price, quantity }: ItemChange, now: number) => {
  if (!hasSameInterval(item.price, price)) {
    const end = periodEnd(now, intervalOf(price), now)
    Object.assign(item, { current_period_start: now, current_period_end: end, billed_until: end })
    subscription.billing_cycle_anchor = now
  }
  Object.assign(item, { price, plan: planOf(price), quantity })
}

/** The invoice that a change would create. */
export const previewChange = (
  account: Account,
  subscription: Stripe.Subscription,
  changes: readonly ItemChange[],
  date: number | undefined,
): Stripe.Invoice => {
  const change = onlyChange(subscription, changes)
  const now = account.now()
  const id = `upcoming_in_${subscription.id}`
  const lines = linesOf(account, subscription, change, { invoice: id, date: date ?? now })
  const due = lines.total < LOWEST_CHARGE ? 0 : lines.total
  return {
    ...invoiceOf(account, subscription, aboutNow(now), { id, ...lines }),
    amount_due: due,
    amount_remaining: due,
  }
}

const aboutNow = (now: number) => ({
  billing_reason: 'subscription_update' as const,
  period_start: now,
  period_end: now,
  automatically_finalizes_at: null,
})

const onlyChange = (
  { items, status, schedule }: Stripe.Subscription,
  [change, ...others]: readonly ItemChange[],
): ItemChange => {
  if (!change || others.length > 0 || items.data.length !== 1 || change.item.price.id === change.price.id) {
    throw notEmulated('prorations other than for a new price of the only item')
  }
  if (schedule !== null || status !== 'active') {
    throw notEmulated('prorations of a subscription that has a schedule or is not active')
  }
  return change
}

const linesOf = (
  account: Account,
  subscription: Stripe.Subscription,
  { item, price, quantity }: ItemChange,
  { invoice, date }: { invoice: string; date: number },
): Lines => {
  const { start, end } = currentPeriod(subscription)
  if (date < start || date > end) {
    throw invalidRequest('The proration date must be within the current billing period.', { param: 'proration_date' })
  }
  const now = account.now()
  const isSame = hasSameInterval(item.price, price)
  const share = isSame ? (end - date) / (end - start) : 1
  const common = { invoice, metadata: subscription.metadata }
  const changed = { ...item, price, quantity }
  const credit = lineOf(account, item, { ...common, amount: -portion(item, (end - date) / (end - start)) })
  const charge = lineOf(account, changed, { ...common, amount: portion(changed, share) })
  const lines = [
    prorated(credit, `Unused time on ${nameOf(account, item)}`, { start: date, end }),
    isSame
      ? prorated(charge, `Remaining time on ${nameOf(account, changed)}`, { start: date, end })
      : { ...charge, period: { start: now, end: periodEnd(now, intervalOf(price), now) } },
  ]
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  if (total < 0) throw notEmulated('invoices that leave the customer a credit')
  return {
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${invoice}/lines` },
    discounts: [],
    subtotal: total,
    total,
    total_discount_amounts: [],
  }
}

const portion = ({ price, quantity = 1 }: Pick<Stripe.SubscriptionItem, 'price' | 'quantity'>, share: number) =>
  Math.round((price.unit_amount ?? 0) * quantity * share)

const prorated = (
  line: Stripe.InvoiceLineItem,
  what: string,
  period: { start: number; end: number },
): Stripe.InvoiceLineItem => {
  const details = line.parent?.subscription_item_details
  if (line.parent && details)
    line.parent = { ...line.parent, subscription_item_details: { ...details, proration: true } }
  return { ...line, description: `${what} after ${dayOf(period.start)}`, period }
}

const nameOf = (account: Account, { price, quantity = 1 }: Pick<Stripe.SubscriptionItem, 'price' | 'quantity'>) => {
  const product = idOf(price.product) ?? ''
  const name = account.state.products[product]?.name ?? product
  return quantity === 1 ? name : `${quantity} × ${name}`
}

/** `02 Nov 2026`. */
const dayOf = (seconds: number) =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    seconds * 1_000,
  )

const hasSameInterval = (one: Stripe.Price, other: Stripe.Price) => {
  const [a, b] = [intervalOf(one), intervalOf(other)]
  return a.interval === b.interval && a.interval_count === b.interval_count
}
