/** The legal documents and their placeholders. Without schemas, because the public pages load this file. */

/** The cookie policy has no page of its own: it is a section of the privacy policy. */
export const LEGAL_DOCUMENTS = ['terms', 'privacy', 'cookies', 'refunds'] as const
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number]

export const LEGAL_TITLES: Record<LegalDocument, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  cookies: 'Cookie Policy',
  refunds: 'Refund Policy',
}

/** Placeholders for a few words or a figure. The page fills them in from the settings and from `legal.ts`. */
export const LEGAL_VALUES = [
  'storeName',
  'gameName',
  'contactEmail',
  'refundDays',
  'refundDecisionHours',
  'refundBusinessDays',
  'withdrawalDays',
  'withdrawalPaybackDays',
  'subscriptionRefundDays',
  'subscriptionGraceDays',
  'generalHours',
  'refundHours',
  'privacyHours',
  'minimumAge',
  'discordRole',
] as const
export type LegalValue = (typeof LEGAL_VALUES)[number]

/** Placeholders for a table or a list that the store generates from its code and settings, by document. */
export const LEGAL_BLOCKS = {
  terms: ['redownloads', 'supportTimes'],
  privacy: ['collectedData', 'processors', 'retentionTable', 'cookiePolicy', 'supportTimes'],
  cookies: ['storageTable'],
  refunds: ['expiredLinks', 'supportTimes'],
} as const satisfies Record<LegalDocument, readonly string[]>
export type LegalBlockName = (typeof LEGAL_BLOCKS)[LegalDocument][number]

export const LEGAL_BODY_MAX = 30_000
export const LEGAL_NOTE_MAX = 300

/** The built-in text counts as the version before the first published one. */
export const BUILT_IN_NUMBER = 0
