import type { PlanInterval } from '@slipstream/contract/plan-terms'

export interface Terms {
  planId: number
  price: number
  interval: PlanInterval
}

const DAYS: Record<PlanInterval, number> = { day: 1, week: 7, month: 30, year: 365 }

/** Stripe's minimum charge. A smaller amount would be added to the next invoice. */
const LOWEST_CHARGE = 50

/**
 * An upgrade begins at once and is paid at once: its payments are higher, and none covers a shorter time. The credit
 * for unused time is then never higher than the charge, so nobody is left with a balance that the store cannot show.
 */
export const isUpgrade = (from: Terms, to: Terms): boolean =>
  to.price > from.price && DAYS[to.interval] >= DAYS[from.interval]

/** Every other change, and an upgrade that costs too little to be charged, begins with the next period. */
export const timingOf = (from: Terms, to: Terms, dueCents: number): 'now' | 'period_end' =>
  isUpgrade(from, to) && dueCents >= LOWEST_CHARGE ? 'now' : 'period_end'

/** Whether the person already has this plan. At a lower price it counts as another offer. */
export const isSameOffer = (from: Terms, to: Terms): boolean =>
  from.planId === to.planId && from.interval === to.interval && to.price >= from.price
