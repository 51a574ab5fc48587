import type { DeskEvent } from '@slipstream/contract/tickets-admin'
import type { TicketStatus } from '@slipstream/contract/ticket-terms'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@slipstream/contract/durations'
import type { Tone } from '#ui/tone-style.ts'

export const STATUS_WORDS: Record<TicketStatus, { word: string; tone: Tone }> = {
  open: { word: 'Open', tone: 'info' },
  waiting: { word: 'Waiting for customer', tone: 'neutral' },
  solved: { word: 'Closed', tone: 'success' },
  spam: { word: 'Spam', tone: 'warning' },
}

export const ticketNumber = (id: number) => `T-${id}`

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

type Sentence = (who: string, detail: string) => string

/** The history as sentences; messages are shown themselves. */
const SENTENCES: Partial<Record<DeskEvent['kind'], Sentence>> = {
  solved: (who) => `${who} closed this ticket`,
  reopened: (who) => `${who} reopened this ticket`,
  no_answer_needed: (who) => `${who} marked it as needing no answer`,
  categorized: (who, category) => `${who} changed the category to ${category}`,
  snoozed: (who, until) => `${who} snoozed this ticket until ${new Date(until).toLocaleString('en-US')}`,
  merged: (who, other) => `${who} merged it with ${other}`,
  unmerged: (who, other) => `${who} undid the merge with ${other}`,
  spam: (who) => `${who} marked it as spam`,
  not_spam: (who) => `${who} marked it as not spam`,
  refunded: (who, sum) => `${who} refunded ${sum}`,
  regranted: (who, mod) => `${who} gave ${mod} again`,
  rated: (who, rating) => `${who} rated the answer ${rating} of 5`,
  tracked: (who, problem) => `${who} linked it to “${problem}”`,
  untracked: (who, problem) => `${who} unlinked it from “${problem}”`,
}

/** Null for what needs no line. */
export const eventWords = ({ kind, by, detail }: DeskEvent): string | null =>
  kind === 'assigned' ? assignedWords(by, detail) : (SENTENCES[kind]?.(by ?? 'The customer', detail ?? '') ?? null)

const assignedWords = (by: string | null, detail: string | null) => {
  if (detail === null) return `${by} unassigned this ticket`
  return by === detail ? `${by} took this ticket` : `${by} assigned it to ${detail}`
}
