import { startEmulators, type Webhook } from './own-emulators.ts'

/** Stripe's own sums, in cents. */
interface MoneyTotal {
  paid: number
  refunded: number
  disputed: number
  net: number
  payments: number
}

interface Refund {
  id: string
  amount: number
  status: string
  payment_intent: string
}

interface Kept {
  charges: Record<string, { paid: boolean; amount_captured: number; payment_intent: string }>
  refunds: Record<string, Refund>
  disputes: Record<string, Refund>
}

const paymentsOf = ({ charges, refunds, disputes }: Kept) => {
  const sumOf = (rows: Record<string, Refund>, intent: string, counts: (status: string) => boolean) =>
    Object.values(rows)
      .filter(({ payment_intent, status }) => payment_intent === intent && counts(status))
      .reduce((sum, { amount }) => sum + amount, 0)
  const taken = Object.values(charges).filter(({ paid }) => paid)
  return new Map(
    taken.map(({ payment_intent: intent, amount_captured: paid }) => [
      intent,
      {
        paid,
        refunded: sumOf(refunds, intent, (status) => status === 'succeeded'),
        disputed: sumOf(disputes, intent, (status) => status !== 'won'),
      },
    ]),
  )
}

interface PaidSession {
  payment_intent: string
  /** Null unless the session sold a subscription. */
  subscription: string | null
  customer: string | null
}

/** Times in Unix seconds. */
interface RememberedSubscription {
  id: string
  customer: string
  start: number
  end: number
}

interface Settled {
  settled: boolean
  summary: Record<string, number>
}

export interface StripeEvent {
  id: string
  type: string
  livemode: boolean
  data: { object: Record<string, unknown> & { id: string } }
}

/** A Stripe emulator for one test file; its tests can make it fail. */
export const startOwnStripe = async (webhook: Webhook) => {
  const { address, ask, close } = await startEmulators('stripe', webhook)

  return {
    address,
    /** Pays an open session without its page. */
    pay: (session: string, card = 'pm_card_visa') => ask<PaidSession>('complete', { session, card }),
    /** Refunds in Stripe's dashboard. */
    refund: (session: string, amount?: number) => ask<{ id: string }>('refund', { session, amount }),
    /** The same for any payment, such as a renewal. */
    refundPayment: (paymentIntent: string, amount?: number) =>
      ask<{ id: string }>('refund', { payment_intent: paymentIntent, amount }),
    disputePayment: (paymentIntent: string) => ask<{ id: string }>('dispute', { payment_intent: paymentIntent }),
    /** Decides the final outcome of a refund, even if it seemed to succeed. */
    settleRefund: (refund: string, outcome: 'succeeded' | 'failed' | 'canceled') =>
      ask('refund/settle', { refund, outcome }),
    refunds: async () => Object.values((await ask<{ refunds: Record<string, Refund> }>('snapshot')).refunds),
    /** Received and refunded cents of each payment intent. */
    payments: async () => paymentsOf(await ask<Kept>('snapshot')),
    /** Advances Stripe's clock. */
    advance: (time: { seconds?: number; hours?: number; days?: number }) => ask('advance', time),
    /** Managed Payments is on by default on accounts opened since July 2026. */
    setAccount: (order: { managedPayments: boolean }) => ask('account', order),
    /** The bank declines the next renewal of a subscription. */
    failNextRenewal: (subscription: string) => ask('fail-next-renewal', { subscription }),
    /** Cancels a subscription in Stripe's dashboard, effective at once. */
    endSubscription: (subscription: string) => ask('cancel', { subscription }),
    /** The whole Stripe account, for assertions. */
    snapshot: <Answer>() => ask<Answer>('snapshot'),
    /** Replaces the whole account with an earlier or altered snapshot. */
    restore: (snapshot: object) => ask('restore', snapshot),
    /** Disputes a payment; without an amount, everything that is left of it. */
    dispute: (session: string, amount?: number) => ask<{ id: string; amount: number }>('dispute', { session, amount }),
    closeDispute: (dispute: string, outcome: 'won' | 'lost') => ask('dispute/close', { dispute, outcome }),
    /** Adds past payments with this many undelivered events each. */
    rememberPayments: (payments: readonly object[], tellings: number) => ask('history', { payments, tellings }),
    /** Adds running or ended subscriptions without events. Returns them in the same order. */
    rememberSubscriptions: async (price: string, subscriptions: readonly object[]) =>
      (await ask<{ subscriptions: RememberedSubscription[] }>('subscriptions', { price, subscriptions })).subscriptions,
    expire: (session: string) => ask('expire', { session }),
    treatDeliveries: (order: object) => ask('deliveries', order),
    release: () => ask('release', {}),
    resend: (event: string) => ask('resend', { event }),
    /** Waits until no delivery is in progress. */
    settled: async () => {
      for (;;) {
        const answer = await ask<Settled>('deliveries/settled?timeoutMs=60000')
        if (answer.settled) return answer
      }
    },
    fault: (order: object) => ask('faults', order),
    clearFaults: () => ask('faults/clear', {}),
    calls: () => ask<{ method: string; path: string }[]>('calls'),
    events: async () => Object.values((await ask<{ events: Record<string, StripeEvent> }>('snapshot')).events),
    sessions: async () =>
      Object.values(
        (await ask<{ checkoutSessions: Record<string, { id: string; status: string }> }>('snapshot')).checkoutSessions,
      ),
    money: async () => (await ask<Record<string, MoneyTotal>>('money')).usd,
    reset: () => ask('reset', {}),
    close,
  }
}

export type OwnStripe = Awaited<ReturnType<typeof startOwnStripe>>
