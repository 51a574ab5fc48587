import type { ReviewStatus } from '@slipstream/contract/review-terms'
import type { Tone } from '#ui/tone-style.ts'

export const STATUS_WORDS: Record<ReviewStatus, { tone: Tone; word: string }> = {
  pending: { tone: 'warning', word: 'Pending' },
  approved: { tone: 'success', word: 'Approved' },
  rejected: { tone: 'destructive', word: 'Rejected' },
}
