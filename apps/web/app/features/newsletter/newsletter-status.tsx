import type { NewsletterState } from '@slipstream/contract/newsletter-limits'
import { Status } from '#ui/status.tsx'
import type { Tone } from '#ui/tone-style.ts'

const STATES: Record<NewsletterState, { tone: Tone; word: string }> = {
  draft: { tone: 'neutral', word: 'Draft' },
  scheduled: { tone: 'info', word: 'Scheduled' },
  missed: { tone: 'warning', word: 'Missed' },
  sending: { tone: 'info', word: 'Sending' },
  paused: { tone: 'warning', word: 'Paused' },
  done: { tone: 'success', word: 'Submitted' },
  canceled: { tone: 'neutral', word: 'Canceled' },
}

export const NewsletterStatus = ({ state }: { state: NewsletterState }) => (
  <Status tone={STATES[state].tone}>{STATES[state].word}</Status>
)
