/**
 * Limits, filters and moderation rules of reviews. In a file without schemas, so that pages can use it without loading
 * them.
 */
export const REVIEW_LIMITS = {
  title: 120,
  body: 4_000,
  reply: 2_000,
  note: 500,
  pictures: 4,
  pictureBytes: 10 * 1_024 * 1_024,
  picturesPerDay: 40,
  savesPerDay: 30,
  votesPerDay: 300,
  reportsPerDay: 20,
} as const

/** How many reviews a moderator can decide about at once. */
export const REVIEWS_AT_ONCE = 100

/** Days between the first download of a bought mod and the one reminder. */
export const REVIEW_REMINDER_DAYS = 5

/** The page on which an owner writes. Its content security policy allows uploads. */
export const LOCKER_PAGE = /^\/mod-locker\/?$/

export const REVIEW_STATUSES = ['pending', 'approved', 'rejected'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** Which of a mod's reviews are listed: all, those with this many stars, or those with pictures. */
export const REVIEW_FILTERS = ['5', '4', '3', '2', '1', 'pictures'] as const
export type ReviewFilter = (typeof REVIEW_FILTERS)[number]

/**
 * Why a review may be rejected or reported. The list is closed and says nothing about opinions: a store that hides
 * reviews because they are bad breaks the law.
 */
export const REVIEW_REASONS = ['advertising', 'private', 'abuse', 'unrelated', 'copied', 'illegal'] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

export const REVIEW_REASON_WORDS: Record<ReviewReason, string> = {
  advertising: 'It advertises something or consists of links.',
  private: 'It contains private information about a person.',
  abuse: 'It insults, threatens or degrades people.',
  unrelated: 'It is not about this mod.',
  copied: 'It was copied, or was not written by the owner.',
  illegal: 'It contains something unlawful, such as pirated files.',
}

/** Warning signs shown to moderators. A person decides. */
export const REVIEW_SIGNALS = ['links', 'repeated', 'refunded', 'new_account', 'reported'] as const
export type ReviewSignal = (typeof REVIEW_SIGNALS)[number]
