import * as z from 'zod'
import type { Emulator } from '../http/emulator-app.ts'
import type { KeptState } from '../http/kept-state.ts'
import { type Account, find, idOf } from './core/account.ts'
import { CARDS, type CardName } from './core/cards.ts'
import { inTimeOf } from './billing/customer-clock.ts'
import { type Deliveries, DELIVERY_STATES, summaryOf } from './webhooks/deliveries.ts'
import { DeliveryOrder } from './webhooks/delivery-plan.ts'
import { invalidRequest } from './core/failure.ts'
import { History, MemberHistory, rememberMembers, rememberPayments } from './history.ts'
import { moneyTotals } from './core/money-total.ts'
import { readParameters } from './core/parameters.ts'
import { expireSession, findSession } from './resources/checkout-sessions.ts'
import { completeCheckout, needsCard } from './resources/complete-checkout.ts'
import { closeDispute, openDispute } from './resources/disputes.ts'
import { newPaymentMethod } from './resources/payment-methods.ts'
import { paidChargeOf, REFUND_OUTCOMES, refundCharge, settleRefund } from './resources/refunds.ts'
import { keepGivenEndpoint } from './resources/webhook-endpoints.ts'
import { emptyState, type StripeState } from './core/state.ts'
import { PastSubscriptions, rememberSubscriptions } from './past-subscriptions.ts'
import { endSubscription, isLive } from './billing/subscription-end.ts'
import { advance, settle } from './timeline.ts'

interface Parts {
  emulator: Emulator
  account: Account
  deliveries: Deliveries
  kept: KeptState<StripeState>
  /** The endpoint given at start. It survives a reset. */
  webhook: { url: string; secret: string } | undefined
}

const id = z.string().min(1)
const count = z.coerce.number().int().min(0).default(0)

const Time = z
  .strictObject({ seconds: count, minutes: count, hours: count, days: count })
  .transform(({ seconds, minutes, hours, days }) => seconds + 60 * (minutes + 60 * (hours + 24 * days)))
  .pipe(
    z
      .int()
      .min(1)
      .max(10 * 366 * 24 * 60 * 60),
  )

const payment = { charge: id.optional(), payment_intent: id.optional(), session: id.optional() }
type Payment = z.infer<z.ZodObject<typeof payment>>

const amount = z.coerce.number().int().min(1).optional()
const DisputeOrder = z.strictObject({ ...payment, amount, reason: z.string().default('fraudulent') })
const RefundOrder = z.strictObject({ ...payment, amount })

const CompleteOrder = z.strictObject({
  session: id,
  card: z.enum(Object.keys(CARDS) as CardName[]).default('pm_card_visa'),
  email: z.email().default('buyer@customer.example'),
})

/** How Stripe has set the account up. Forms send text. */
const AccountOrder = z.strictObject({ managedPayments: z.union([z.boolean(), z.stringbool()]) })

const isState = (given: unknown) =>
  typeof given === 'object' &&
  given !== null &&
  Object.entries(emptyState()).every(([name, empty]) => typeof given[name as keyof typeof given] === typeof empty)

const Snapshot = z.custom<StripeState>(isState, 'This is not what GET /_control/snapshot answers.')

const DeliveryQuery = z.strictObject({
  event: id.optional(),
  type: id.optional(),
  state: z.enum(DELIVERY_STATES).optional(),
})
const SettledQuery = z.strictObject({ timeoutMs: z.coerce.number().int().min(0).max(120_000).default(10_000) })
const MoneyQuery = z.strictObject({ metadata: z.record(z.string(), z.string()).optional() })

/** The control API for tests and developers. It triggers what time, people and banks cause at Stripe. */
export const serveControl = (parts: Parts) => {
  const { emulator, kept, deliveries } = parts
  const begin = (state: StripeState) => {
    kept.replace(state)
    if (parts.webhook) keepGivenEndpoint(parts.account, parts.webhook)
    deliveries.forget()
  }
  begin(kept.state())
  emulator.onReset(() => begin(emptyState()))
  emulator.app.addHook('onClose', async () => deliveries.forget())

  // A refused action may change state too: a declined card records its failure.
  const order: Emulator['control'] = (name, schema, act) =>
    emulator.control(name, schema, (given) => {
      try {
        settle(parts.account)
        return act(given)
      } finally {
        kept.changed()
      }
    })
  orderPayments(order, parts.account)
  orderSubscriptions(order, parts.account)
  orderDeliveries(emulator, deliveries)

  order('advance', Time, (seconds) => {
    advance(parts.account, seconds)
    return clock(parts.account)
  })
  order('account', AccountOrder, ({ managedPayments }) => {
    parts.account.state.isManaged = managedPayments
  })
  order('restore', Snapshot, (state) => begin(state))
  emulator.report('snapshot', () => kept.state())
  emulator.report('clock', () => clock(parts.account))
  emulator.report('money', (query) => moneyTotals(kept.state(), readParameters(MoneyQuery, query).metadata))
}

const clock = ({ now, state }: Account) => ({ now: now(), skew: state.skew })

const orderPayments = (order: Emulator['control'], account: Account) => {
  order('history', History, (history) => rememberPayments(account, history))
  order('refund', RefundOrder, ({ amount: part, ...given }) =>
    refundCharge(account, chargeOf(account, given), { amount: part }),
  )
  order('refund/settle', z.strictObject({ refund: id, outcome: z.enum(REFUND_OUTCOMES) }), ({ refund, outcome }) =>
    settleRefund(account, find(account.state.refunds, 'refund', refund, 'refund'), outcome),
  )
  order('dispute', DisputeOrder, ({ reason, amount: part, ...given }) =>
    openDispute(account, chargeOf(account, given), reason, part),
  )
  order('dispute/close', z.strictObject({ dispute: id, outcome: z.enum(['won', 'lost']) }), ({ dispute, outcome }) =>
    closeDispute(account, find(account.state.disputes, 'dispute', dispute, 'dispute'), outcome),
  )
  order('expire', z.strictObject({ session: id }), ({ session }) => {
    const open = openSessionOf(account, session)
    expireSession(account, open)
    return open
  })
  order('complete', CompleteOrder, ({ session, card, email }) => {
    const open = openSessionOf(account, session)
    const payer = open.customer_details?.email ?? email
    const paymentMethod = needsCard(open) ? newPaymentMethod(account, card, payer) : null
    completeCheckout(account, open, { email: payer, paymentMethod, authenticated: true })
    return open
  })
}

const openSessionOf = (account: Account, session: string) => {
  const found = findSession(account, session)
  if (found.status !== 'open') throw invalidRequest(`The session is ${String(found.status)}.`, { param: 'session' })
  return found
}

/** The charge behind any of the given ids. */
const chargeOf = (account: Account, { session, ...given }: Payment) => {
  if (session === undefined) return paidChargeOf(account, given)
  const { payment_intent, invoice } = findSession(account, session)
  const intent = idOf(payment_intent) ?? intentOfInvoice(account, idOf(invoice))
  if (intent === null) throw invalidRequest('Nothing was paid with this session.', { param: 'session' })
  return paidChargeOf(account, { payment_intent: intent })
}

const intentOfInvoice = ({ state }: Account, invoice: string | null) =>
  idOf(Object.values(state.invoicePayments).find((one) => one.invoice === invoice)?.payment.payment_intent)

const orderSubscriptions = (order: Emulator['control'], account: Account) => {
  const Subscription = z.strictObject({ subscription: id })
  const live = (subscription: string) => {
    const found = find(account.state.subscriptions, 'subscription', subscription, 'subscription')
    if (!isLive(found)) throw invalidRequest(`The subscription is ${found.status}.`, { param: 'subscription' })
    return found
  }
  order('subscriptions', PastSubscriptions, (past) => rememberSubscriptions(account, past))
  order('history/members', MemberHistory, (history) => rememberMembers(account, history))
  order('fail-next-renewal', Subscription, ({ subscription }) => {
    const details = find(account.state.subscriptionDetails, 'subscription', live(subscription).id, 'subscription')
    details.failNextRenewal = true
    return { subscription, ...details }
  })
  order('cancel', Subscription, ({ subscription }) => {
    const found = live(subscription)
    return inTimeOf(account, idOf(found.customer) ?? '', () =>
      endSubscription(account, found, { reason: 'cancellation_requested' }),
    )
  })
}

const orderDeliveries = ({ control, report }: Emulator, deliveries: Deliveries) => {
  control('deliveries', DeliveryOrder, (given) => {
    deliveries.treat(given)
    return given
  })
  control('release', z.strictObject({}), () => ({ released: deliveries.release() }))
  control('resend', z.strictObject({ event: id, endpoint: id.optional() }), ({ event, endpoint }) => ({
    deliveries: deliveries.resend(event, endpoint),
  }))
  report('deliveries', (query) => {
    const log = deliveries.log(readParameters(DeliveryQuery, query))
    return { order: deliveries.order(), summary: summaryOf(log), deliveries: log }
  })
  report('deliveries/settled', async (query) => {
    const settled = await deliveries.settled(readParameters(SettledQuery, query).timeoutMs)
    return { settled, summary: summaryOf(deliveries.log()) }
  })
}
