import type { Coupon } from '@slipstream/contract/coupons'
import { formatUsd } from '@slipstream/contract/money'
import type { Tone } from '#ui/tone-style.ts'

/** The discount: `10%` or `$5.00`. */
export const discountText = ({ percent, amountCents }: Coupon) =>
  amountCents === null ? `${percent}%` : formatUsd(amountCents)

/** Whether the coupon can be used now, and if not, why. */
export const couponState = (coupon: Coupon, now = Date.now()): { word: string; tone: Tone } => {
  const { isActive, startsAt, endsAt, maxUses, used } = coupon
  if (!isActive) return { word: 'Off', tone: 'neutral' }
  if (endsAt && Date.parse(endsAt) <= now) return { word: 'Expired', tone: 'neutral' }
  if (maxUses !== null && used >= maxUses) return { word: 'Used up', tone: 'neutral' }
  if (startsAt && Date.parse(startsAt) > now) return { word: 'Scheduled', tone: 'warning' }
  return { word: 'Active', tone: 'success' }
}
