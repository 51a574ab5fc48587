/** In a file without schemas, so that pages can use it without loading them. */
export const NEWSLETTER_LIMITS = { subject: 120, preview: 140, heading: 120, body: 8_000, label: 40, mods: 50 } as const

/** Mails per minute: the default and the maximum. `firstDay` is how many a warm-up always allows in 24 hours. */
export const SENDING_RATES = { usual: 300, most: 6_000, firstDay: 500 } as const

export const NEWSLETTER_STATES = [
  'draft',
  'scheduled',
  /** Due while the store was down for hours. A person decides whether it is still news. */
  'missed',
  'sending',
  'paused',
  'done',
  'canceled',
] as const
export type NewsletterState = (typeof NEWSLETTER_STATES)[number]

export const RECIPIENT_STATES = ['waiting', 'sending', 'accepted', 'refused', 'unknown', 'skipped'] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]
