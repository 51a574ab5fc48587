import type { TicketStatus } from '@slipstream/contract/ticket-terms'
import type { Tone } from '#ui/tone-style.ts'

export const STATUS_WORDS: Record<TicketStatus, { tone: Tone; word: string }> = {
  open: { tone: 'info', word: 'Waiting for us' },
  waiting: { tone: 'success', word: 'Answered' },
  solved: { tone: 'neutral', word: 'Solved' },
  // Customers are never shown this one.
  spam: { tone: 'info', word: 'Waiting for us' },
}

const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', day: 'numeric', month: 'long' })
const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const shortDay = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short' })

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
const daysFromNow = (at: Date) => Math.round((startOfDay(at) - startOfDay(new Date())) / 86_400_000)

/** In the viewer's time zone, so only for content rendered in the browser. */
export const timeOf = (at: string) => clock.format(new Date(at))

export const dayOf = (at: string) => {
  const date = new Date(at)
  const distance = daysFromNow(date)
  if (distance === 0) return 'Today'
  return distance === -1 ? 'Yesterday' : day.format(date)
}

/** `tomorrow, 07:04` */
export const dueWords = (at: string) => {
  const date = new Date(at)
  const distance = daysFromNow(date)
  const when = distance === 0 ? 'today' : distance === 1 ? 'tomorrow' : day.format(date)
  return `${when}, ${timeOf(at)}`
}

/** The time today, the day before. */
export const briefly = (at: string) => {
  const date = new Date(at)
  return daysFromNow(date) === 0 ? clock.format(date) : shortDay.format(date)
}
