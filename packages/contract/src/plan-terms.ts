import { type Cents, cents } from './money.ts'

/** The billing periods that Stripe knows. A plan's interval is free text, so an administrator may type another. */
export const PLAN_INTERVALS = ['day', 'week', 'month', 'year'] as const
export type PlanInterval = (typeof PLAN_INTERVALS)[number]

/** In US dollars, Stripe charges amounts from the lowest to the highest of these. */
const LOWEST_PLAN_PRICE = cents(50)
const HIGHEST_PLAN_PRICE = cents(99_999_999)

/** Length limits for the texts of a plan. Pages use them without loading the schemas. */
export const PLAN_LIMITS = { name: 60, description: 300, interval: 40 } as const

export const isPlanInterval = (interval: string): interval is PlanInterval =>
  PLAN_INTERVALS.some((known) => known === interval)

/** Tells an administrator why nobody can buy a plan with these terms; null if Stripe can sell it. */
export const whyNotSold = ({ price, interval }: { price: Cents; interval: string }): string | null => {
  if (!isPlanInterval(interval)) {
    return `Stripe does not know the interval "${interval}". Use day, week, month or year.`
  }
  if (price < LOWEST_PLAN_PRICE) return 'Stripe charges no less than $0.50. Raise the price.'
  return price > HIGHEST_PLAN_PRICE ? 'Stripe charges no more than $999,999.99. Lower the price.' : null
}
