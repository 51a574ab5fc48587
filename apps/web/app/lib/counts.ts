import type { Count } from '@slipstream/contract/mods'

const whole = new Intl.NumberFormat('en-US')

/** `1,250`, or `1,000+` for a list that is counted only up to a limit. */
export const countText = (count: number | Count): string =>
  typeof count === 'number' ? whole.format(count) : `${whole.format(count.count)}${count.orMore ? '+' : ''}`

/** `1 order`, `1,250 orders`, `1+ orders`. */
export const plural = (count: number | Count, one: string, many = `${one}s`): string => {
  const text = countText(count)
  return `${text} ${text === '1' ? one : many}`
}
