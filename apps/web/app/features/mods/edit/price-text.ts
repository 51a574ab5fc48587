import { cents, formatUsd } from '@slipstream/contract/money'
import { priceIn } from './read-form.ts'
import type { TypedMod } from './typed-mod.ts'

export const priceText = (typed: TypedMod) => {
  const price = cents(priceIn(typed.price))
  return price === 0 ? 'Free' : formatUsd(price)
}
