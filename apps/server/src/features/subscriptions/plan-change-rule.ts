import type { PlanInterval } from '@slipstream/contract/plan-terms'

export interface Terms {
  planId: number
  price: number
  interval: PlanInterval
}

const DAYS: Record<PlanInterval, number> = { day: 1, week: 7, month: 30, year: 365 }

/** Stripe charges no less, and would add a smaller sum to the next invoice. */
const LOWEST_CHARGE = 50

/**
 * An upgrade begins and is paid at once: each payment is higher, and none covers a shorter time. The credit for unused
 * time is then never higher than the charge, so nobody is left with a balance that the store cannot show.
 */
export const isUpgrade = (from: Terms, to: Terms): boolean =>
  to.price > from.price && DAYS[to.interval] >= DAYS[from.interval]

/** Everything else, and an upgrade that costs too little to be charged, begins with the next period. */
export const timingOf = (from: Terms, to: Terms, dueCents: number): 'now' | 'period_end' =>
  isUpgrade(from, to) && dueCents >= LOWEST_CHARGE ? 'now' : 'period_end'

/** Whether it is the plan that the person has. At a lower price it is worth changing to. */
export const isSameOffer = (from: Terms, to: Terms): boolean =>
  from.planId === to.planId && from.interval === to.interval && to.price >= from.price
