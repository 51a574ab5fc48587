import type Stripe from 'stripe'
import type { Call } from './http/emulator-app.ts'
import type { FaultOrder } from './http/faults.ts'
import type { CardName } from './stripe/core/cards.ts'
import type { Delivery, DeliveryState, DeliverySummary } from './stripe/webhooks/deliveries.ts'
import type { DeliveryOrder } from './stripe/webhooks/delivery-plan.ts'
import type { PastPayment, PastMember } from './stripe/history.ts'
import type { MoneyTotal } from './stripe/core/money-total.ts'
import type { StripeState } from './stripe/core/state.ts'

type Payment = { payment_intent: string } | { charge: string } | { session: string }

interface Clock {
  /** Unix seconds. */
  now: number
  /** Seconds ahead of the machine. */
  skew: number
}

interface DeliveryReport {
  order: DeliveryOrder
  summary: DeliverySummary
  deliveries: Delivery[]
}

/** A client for the control API of a running Stripe emulator, for tests. Throws on refusals. */
export const stripeControl = (address: string) => {
  const ask = async <Answer>(path: string, order?: object): Promise<Answer> => {
    const response = await fetch(`${address}/_control/${path}`, {
      ...(order && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
      }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }

  return {
    advance: (time: { seconds?: number; minutes?: number; hours?: number; days?: number }) =>
      ask<Clock>('advance', time),
    clock: () => ask<Clock>('clock'),
    /** Managed Payments is on by default on accounts opened since July 2026. */
    setAccount: (order: { managedPayments: boolean }) => ask<object>('account', order),

    /** Pays an open session without its page; a 3-D Secure card counts as authenticated. */
    complete: (order: { session: string; card?: CardName; email?: string }) =>
      ask<Stripe.Checkout.Session>('complete', order),
    expire: (session: string) => ask<Stripe.Checkout.Session>('expire', { session }),
    /** Refunds from the dashboard; without an amount, everything that is left. */
    refund: (order: Payment & { amount?: number }) => ask<Stripe.Refund>('refund', order),
    /** Settles a refund that is pending, or that seemed to have succeeded. */
    settleRefund: (refund: string, outcome: 'succeeded' | 'failed' | 'canceled') =>
      ask<Stripe.Refund>('refund/settle', { refund, outcome }),
    /** Disputes a payment; without an amount, everything that is left of it. */
    dispute: (order: Payment & { reason?: string; amount?: number }) => ask<Stripe.Dispute>('dispute', order),
    closeDispute: (dispute: string, outcome: 'won' | 'lost') =>
      ask<Stripe.Dispute>('dispute/close', { dispute, outcome }),

    /** Adds past payments with their refunds and disputes. Known payments stay as they are. */
    rememberPayments: (payments: readonly PastPayment[]) => ask<{ remembered: number }>('history', { payments }),

    /** Subscriptions that began in the past. Returns the sessions on which they were paid. */
    rememberMembers: (subscriptions: readonly PastMember[]) =>
      ask<{ sessions: string[] }>('history/members', { subscriptions }),
    failNextRenewal: (subscription: string) => ask<object>('fail-next-renewal', { subscription }),
    /** Cancels from the dashboard, effective at once. */
    cancelSubscription: (subscription: string) => ask<Stripe.Subscription>('cancel', { subscription }),

    /** How deliveries are treated from now on. Omitted settings cause no disturbance. */
    treatDeliveries: (order: Partial<DeliveryOrder>) => ask<DeliveryOrder>('deliveries', order),
    release: () => ask<{ released: number }>('release', {}),
    resend: (event: string, endpoint?: string) => ask<{ deliveries: number[] }>('resend', { event, endpoint }),
    deliveries: (filter: { event?: string; type?: string; state?: DeliveryState } = {}) =>
      ask<DeliveryReport>(`deliveries?${new URLSearchParams(Object.entries(filter)).toString()}`),
    /** Waits until no delivery is in flight. Held deliveries do not count. */
    settled: async (timeoutMs = 10_000) => {
      const { settled, summary } = await ask<{ settled: boolean; summary: DeliverySummary }>(
        `deliveries/settled?timeoutMs=${timeoutMs}`,
      )
      if (!settled)
        throw new Error(`After ${timeoutMs} ms there are still deliveries on their way: ${summary.waiting}.`)
      return summary
    },

    /** What was really paid and refunded, per currency; optionally only for payments with this metadata. */
    money: (metadata: Record<string, string> = {}) => {
      const query = Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value]))
      return ask<Record<string, MoneyTotal>>(`money?${new URLSearchParams(query).toString()}`)
    },

    fault: (order: Pick<FaultOrder, 'kind'> & Partial<FaultOrder>) => ask<object>('faults', order),
    clearFaults: () => ask<object>('faults/clear', {}),
    calls: () => ask<Call[]>('calls'),
    snapshot: () => ask<StripeState>('snapshot'),
    restore: (state: StripeState) => ask<object>('restore', state),
    reset: () => ask<object>('reset', {}),
  }
}
