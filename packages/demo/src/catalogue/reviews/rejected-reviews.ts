import type { ReviewReason } from '@slipstream/contract/review-terms'

interface RejectedReview {
  rating: number
  rejectReason: ReviewReason
  title: string
  body: string
}

/** Reviews that moderation rejects for breaking a rule, whatever their author thinks of the mod. */
export const REJECTED: readonly RejectedReview[] = [
  { rating: 4, rejectReason: 'unrelated', title: 'free??', body: 'where can i get this for free' },
  { rating: 5, rejectReason: 'unrelated', title: 'FIRST', body: 'first' },
  {
    rating: 5,
    rejectReason: 'advertising',
    title: 'best prices here',
    body: 'Cheap credits and keys, look at my profile.',
  },
  { rating: 1, rejectReason: 'unrelated', title: 'asdf', body: 'asdfghjkl' },
  {
    rating: 3,
    rejectReason: 'advertising',
    title: 'My own mods',
    body: 'This is fine but mine are better and cheaper, find me under the same name.',
  },
]
