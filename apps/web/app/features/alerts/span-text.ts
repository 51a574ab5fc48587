import { DAY_MS, HOUR_MS } from '@slipstream/contract/durations'

const UNITS = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const

/** A length of time in its two largest units: "2 h 5 min". */
export const spanText = (ms: number): string => {
  const first = UNITS.findIndex(([unit]) => ms >= unit)
  if (first === -1) return `${Math.max(0, Math.round(ms))} ms`
  let rest = ms
  return UNITS.slice(first, first + 2)
    .flatMap(([unit, name]) => {
      const count = Math.floor(rest / unit)
      rest -= count * unit
      return count === 0 ? [] : `${count} ${name}`
    })
    .join(' ')
}
