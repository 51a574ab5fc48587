import { DAY_MS } from '@slipstream/contract/durations'
import { SUBSCRIPTION_GRACE_DAYS } from '@slipstream/contract/legal'
import type { OwnStripe } from '#testing/own-stripe.ts'

interface AtStripe {
  id: string
  metadata: Record<string, string>
  status: string
  cancel_at: number | null
  ended_at: number | null
  items: { data: { current_period_start: number; current_period_end: number }[] }
}

/** Reads all subscriptions at Stripe once, and returns those of a person, oldest first. */
export const readAtStripe = async (stripe: OwnStripe): Promise<(userId: number) => AtStripe[]> => {
  const { subscriptions } = await stripe.snapshot<{ subscriptions: Record<string, AtStripe> }>()
  const byPerson = Map.groupBy(Object.values(subscriptions), ({ metadata }) => metadata.user)
  return (userId) => byPerson.get(String(userId)) ?? []
}

const written = (seconds: number) => new Date(seconds * 1_000).toISOString()

/** When a person's Premium must end, calculated from Stripe's dates without the store's code. */
export const premiumByStripe = (subscription: AtStripe | undefined): string | null => {
  if (!subscription) return null
  const { status, cancel_at: cancelAt, ended_at: endedAt, items } = subscription
  if (endedAt !== null) return written(endedAt)
  if (cancelAt !== null) return written(cancelAt)
  const [period] = items.data
  if (!period) throw new Error('a subscription without items')
  const paidThrough = status === 'active' ? period.current_period_end : period.current_period_start
  return written(paidThrough + (SUBSCRIPTION_GRACE_DAYS * DAY_MS) / 1_000)
}
