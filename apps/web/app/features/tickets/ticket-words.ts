import type { TicketStatus } from '@slipstream/contract/ticket-terms'
import { dateText } from '#lib/dates.ts'
import type { Tone } from '#ui/tone-style.ts'

export const STATUS_WORDS: Record<TicketStatus, { tone: Tone; word: string }> = {
  open: { tone: 'info', word: 'Waiting for us' },
  waiting: { tone: 'success', word: 'Answered' },
  solved: { tone: 'neutral', word: 'Solved' },
  // Customers are never shown this one.
  spam: { tone: 'info', word: 'Waiting for us' },
}

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
const daysFromNow = (at: Date) => Math.round((startOfDay(at) - startOfDay(new Date())) / 86_400_000)

/** In the viewer's time zone, so only for content rendered in the browser. */
export const timeOf = (at: string) => dateText('time', at)

export const dayOf = (at: string) => {
  const date = new Date(at)
  const distance = daysFromNow(date)
  if (distance === 0) return 'Today'
  return distance === -1 ? 'Yesterday' : dateText('longDay', date)
}

/** `tomorrow, 7:04 AM` */
export const dueWords = (at: string) => {
  const date = new Date(at)
  const distance = daysFromNow(date)
  const when = distance === 0 ? 'today' : distance === 1 ? 'tomorrow' : dateText('longDay', date)
  return `${when}, ${timeOf(at)}`
}

/** The time for today, the day otherwise. */
export const briefly = (at: string) => {
  const date = new Date(at)
  return daysFromNow(date) === 0 ? dateText('time', date) : dateText('shortDay', date)
}
