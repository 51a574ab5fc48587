import { REVIEWS_PER_PAGE } from '@slipstream/contract/catalogue'
import { DAY_MS } from '@slipstream/contract/durations'
import type { reviews } from '@slipstream/db/tables/reviews'
import type { DemoMod } from '../demo-mod.ts'
import { dealer, type Random } from '../random.ts'
import { handles } from './handles.ts'
import { REJECTED } from './rejected-reviews.ts'
import { reviewTexts } from './review-text.ts'

type NewReview = Omit<typeof reviews.$inferInsert, 'modId'> & { createdAt: Date; helpfulCount: number }
type Blank = Pick<NewReview, 'rating' | 'helpfulCount' | 'createdAt'> & { status: 'approved' | 'pending' }

/** How far down a sorted list of reviews most people read. */
const SEEN_FIRST = [REVIEWS_PER_PAGE, 20]
const PENDING_FOR_MS = 4 * DAY_MS

/** The rating of the review at position `share` (0 to 1) of all, best first. */
const ratingAt = (stars: DemoMod['reviews']['stars'], share: number) => {
  let passed = 0
  const place = stars.findIndex((percent) => (passed += percent) > share * 100)
  return place < 0 ? 1 : 5 - place
}

/** Date, stars and helpful votes of every review, without its text. Oldest first. */
const blanks = ({ reviews: { approved, pending, stars, best } }: DemoMod, from: Date, to: Date, random: Random) => {
  const life = to.getTime() - from.getTime()
  // One of the approved reviews is the best one, which is already written.
  const count = approved - 1
  const rows = Array.from({ length: count }, (_, index): Blank => {
    const age = 1 - random() ** 1.2
    return {
      status: 'approved',
      rating: ratingAt(stars, (index + 0.5) / count),
      createdAt: new Date(to.getTime() - life * age),
      helpfulCount: Math.floor(best.helpfulCount * 0.85 * age * random() ** 5),
    }
  })
  const waiting = Array.from({ length: pending }, (): Blank => {
    const createdAt = new Date(to.getTime() - PENDING_FOR_MS * random())
    return { status: 'pending', rating: ratingAt(stars, random()), createdAt, helpfulCount: 0 }
  })
  return [...rows, ...waiting].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** Reviews at the top of any sort order come first, so that their sentences do not repeat. */
const bySight = (rows: Blank[]) => {
  const newestFirst = rows.toReversed().filter(({ status }) => status === 'approved')
  const helpful = newestFirst.toSorted((a, b) => b.helpfulCount - a.helpfulCount)
  const lowest = newestFirst.toSorted((a, b) => a.rating - b.rating)
  const orders = [helpful, newestFirst, lowest]
  const seen = SEEN_FIRST.flatMap((count) => orders.flatMap((order) => order.slice(0, count)))
  return new Set([...seen, ...rows])
}

/** All reviews of a mod that was published at `from`, oldest first. */
export const writeReviews = (mod: DemoMod, from: Date, to: Date, random: Random): NewReview[] => {
  const { rejected, best } = mod.reviews
  const rows = blanks(mod, from, to, random)
  const handle = handles(random)
  const text = reviewTexts(mod, random)
  // A review with many helpful votes is longer than one line.
  const write = ({ rating, helpfulCount }: Blank) => text(rating, helpfulCount > best.helpfulCount * 0.3)
  const words = new Map([...bySight(rows)].map((row) => [row, write(row)]))

  const between = (share: number) => new Date(from.getTime() + (to.getTime() - from.getTime()) * share)
  const spam = dealer(random, REJECTED)
  return [
    { ...best, status: 'approved', isVerified: true, createdAt: between(0.3) },
    ...Array.from({ length: rejected }, (): NewReview => {
      const createdAt = between(random())
      return { ...spam(), author: handle(), status: 'rejected', helpfulCount: 0, createdAt }
    }),
    ...rows.map((row): NewReview => {
      const { reply, ...said } = words.get(row) ?? write(row)
      // The workshop replies publicly below the review.
      const answer = row.status === 'approved' ? reply : null
      return { ...row, ...said, author: handle(), isVerified: random() < 0.93, reply: answer }
    }),
  ]
}
