import { cents, type Cents, formatUsd } from '@slipstream/contract/money'
import type { PlanInterval } from '@slipstream/contract/plan-terms'
import { countText } from '#lib/counts.ts'

interface Terms {
  price: Cents
  interval: PlanInterval
}

const MONTHS_IN: Record<PlanInterval, number> = { day: 12 / 365, week: 12 / 52, month: 1, year: 12 }

const monthly = ({ price, interval }: Terms): Cents => cents(Math.round(price / MONTHS_IN[interval]))

/** The price over a period that can be compared with the other plans. */
export const comparison = (plan: Terms, others: readonly Terms[]): string => {
  if (plan.interval === 'month') return `${formatUsd(cents(plan.price * 12))} over a year`
  if (plan.interval !== 'year') return `${formatUsd(monthly(plan))} over a month`
  const saved = savedPercent(plan, others)
  const amount = `${formatUsd(monthly(plan))} a month`
  return saved > 0 ? `${amount}, ${saved}% less than monthly` : amount
}

/** Rounded down, so that it never promises too much. */
const savedPercent = (plan: Terms, others: readonly Terms[]) => {
  const byMonth = others.filter(({ interval }) => interval === 'month').map(({ price }) => price)
  if (byMonth.length === 0) return 0
  return Math.floor((1 - plan.price / (Math.min(...byMonth) * 12)) * 100)
}

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']

/** `Nine mods`, at the start of a sentence. */
export const modsInWords = (count: number): string =>
  `${WORDS[count] ?? countText(count)} ${count === 1 ? 'mod' : 'mods'}`
