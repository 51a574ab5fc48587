import type { DeskEvent } from '@slipstream/contract/tickets-admin'
import type { TicketStatus } from '@slipstream/contract/ticket-terms'
import { dateText } from '#lib/dates.ts'
import type { Tone } from '#ui/tone-style.ts'

export const STATUS_WORDS: Record<TicketStatus, { word: string; tone: Tone }> = {
  open: { word: 'Open', tone: 'info' },
  waiting: { word: 'Waiting for customer', tone: 'neutral' },
  solved: { word: 'Closed', tone: 'success' },
  spam: { word: 'Spam', tone: 'warning' },
}

export const ticketNumber = (id: number) => `T-${id}`

type Sentence = (who: string, detail: string) => string

/** Events as sentences. Messages have none, because the thread shows them. */
const SENTENCES: Partial<Record<DeskEvent['kind'], Sentence>> = {
  solved: (who) => `${who} closed this ticket`,
  reopened: (who) => `${who} reopened this ticket`,
  no_answer_needed: (who) => `${who} marked it as needing no answer`,
  categorized: (who, category) => `${who} changed the category to ${category}`,
  snoozed: (who, until) => `${who} snoozed this ticket until ${dateText('moment', until)}`,
  merged: (who, other) => `${who} merged it with ${other}`,
  unmerged: (who, other) => `${who} undid the merge with ${other}`,
  spam: (who) => `${who} marked it as spam`,
  not_spam: (who) => `${who} marked it as not spam`,
  refunded: (who, sum) => `${who} refunded ${sum}`,
  regranted: (who, mod) => `${who} granted ${mod} again`,
  rated: (who, rating) => `${who} rated the answer ${rating} of 5`,
  tracked: (who, problem) => `${who} linked it to “${problem}”`,
  untracked: (who, problem) => `${who} unlinked it from “${problem}”`,
}

/** Null for events that need no line. */
export const eventWords = ({ kind, by, detail }: DeskEvent): string | null =>
  kind === 'assigned' ? assignedWords(by, detail) : (SENTENCES[kind]?.(by ?? 'The customer', detail ?? '') ?? null)

const assignedWords = (by: string | null, detail: string | null) => {
  if (detail === null) return `${by} unassigned this ticket`
  return by === detail ? `${by} took this ticket` : `${by} assigned it to ${detail}`
}
