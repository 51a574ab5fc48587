import { DAY_MS, HOUR_MS, MINUTE_MS } from '@slipstream/contract/durations'

/** "38 min", "1 h 50 min", "3 days": the two largest units at most. */
export const durationWords = (ms: number): string => {
  if (ms < MINUTE_MS) return 'less than 1 min'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  const [hours, minutes] = [Math.floor(ms / HOUR_MS), Math.floor((ms % HOUR_MS) / MINUTE_MS)]
  if (hours < 10 && minutes > 0) return `${hours} h ${minutes} min`
  if (ms < 2 * DAY_MS) return `${hours} h`
  return `${Math.floor(ms / DAY_MS)} days`
}

/** "38 min late" or "6 h 12 min left". */
export const dueWords = (dueAt: string, now: number) => {
  const left = Date.parse(dueAt) - now
  return left < 0 ? `${durationWords(-left)} late` : `${durationWords(left)} left`
}
