import type Stripe from 'stripe'
import type { PlanInterval } from '@slipstream/contract/plan-terms'
import { asked, createOnce, isDecline, seconds, StripeRefusal } from './stripe-calls.ts'

interface PlanChange {
  subscription: string
  priceId: string
}

interface ChangeNow extends PlanChange {
  /** The idempotency key: each decision is charged once. */
  key: string
  proratedAt: Date
}

interface LaterChange extends PlanChange {
  key: string
  interval: PlanInterval
  /** A schedule left over from an interrupted attempt. */
  schedule: string | null
}

interface ChangePreview {
  dueCents: number
  creditCents: number
  /** The second from which the current plan counts as unused. */
  proratedAt: Date
  /** The end of the period that this payment covers. */
  paidUntil: Date
}

const dateOf = (at: number) => new Date(at * 1_000)

/** Changes the price of subscriptions. Ours have one item with a quantity of one. */
export const openPlanChanges = (client: Stripe) => {
  const itemsFor = async ({ subscription, priceId }: PlanChange) => {
    const { items } = await asked(() => client.subscriptions.retrieve(subscription))
    return [{ id: items.data[0]?.id ?? '', price: priceId }]
  }
  return {
    /** What a change would cost now, or at the second of an earlier preview. */
    previewChange: async (change: PlanChange, proratedAt: Date | null): Promise<ChangePreview> => {
      const items = await itemsFor(change)
      const invoice = await asked(() =>
        client.invoices.createPreview({
          subscription: change.subscription,
          subscription_details: {
            items,
            proration_behavior: 'always_invoice',
            ...(proratedAt && { proration_date: seconds(proratedAt) }),
          },
        }),
      )
      return toPreview(invoice)
    },

    /** Changes the price and charges the difference. If the card is declined, nothing has changed. */
    changeNow: async ({ key, proratedAt, ...change }: ChangeNow): Promise<'paid' | 'declined'> => {
      const items = await itemsFor(change)
      try {
        await createOnce(`change-${key}`, (idempotencyKey) =>
          client.subscriptions.update(
            change.subscription,
            {
              items,
              proration_behavior: 'always_invoice',
              proration_date: seconds(proratedAt),
              payment_behavior: 'error_if_incomplete',
            },
            { idempotencyKey },
          ),
        )
        return 'paid'
      } catch (error) {
        if (isDecline(error)) return 'declined'
        throw error
      }
    },

    /** Schedules another price for the end of the current period. Idempotent. */
    planChange: async ({ subscription, schedule, priceId, interval, key }: LaterChange) => {
      const { id, phases } = await (schedule === null
        ? createOnce(`schedule-${key}`, (idempotencyKey) =>
            client.subscriptionSchedules.create({ from_subscription: subscription }, { idempotencyKey }),
          )
        : asked(() => client.subscriptionSchedules.retrieve(schedule)))
      const running = phases.at(-1)
      if (!running) throw new Error(`the schedule ${id} has no phase`)
      const { start_date, end_date, items } = running
      await asked(() =>
        client.subscriptionSchedules.update(id, {
          end_behavior: 'release',
          metadata: { change: key },
          proration_behavior: 'none',
          phases: [
            { start_date, end_date, items: items.map(({ price }) => ({ price: idOf(price), quantity: 1 })) },
            {
              items: [{ price: priceId, quantity: 1 }],
              duration: { interval, interval_count: 1 },
              proration_behavior: 'none',
            },
          ],
        }),
      )
    },

    /** Removes the schedule, so that the subscription continues unchanged. Idempotent. */
    releaseSchedule: async (id: string) => {
      try {
        await asked(() => client.subscriptionSchedules.release(id))
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error
      }
    },
  }
}

const toPreview = ({ amount_due, lines }: Stripe.Invoice): ChangePreview => {
  const credits = lines.data.filter(({ amount }) => amount < 0)
  const from = Math.min(...(credits.length > 0 ? credits : lines.data).map(({ period }) => period.start))
  return {
    dueCents: amount_due,
    creditCents: -credits.reduce((sum, { amount }) => sum + amount, 0),
    proratedAt: dateOf(from),
    paidUntil: dateOf(Math.max(...lines.data.map(({ period }) => period.end))),
  }
}

const idOf = (price: string | { id: string }) => (typeof price === 'string' ? price : price.id)
