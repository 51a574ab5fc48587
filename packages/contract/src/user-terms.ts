/** Terms of the user list and the timeline. Without schemas, because pages need them at once. */

export const USER_SORTS = ['newest', 'active', 'name'] as const
export type UserSort = (typeof USER_SORTS)[number]

/** The kinds of entries in a person’s timeline. Their order here breaks ties between entries of the same instant. */
export const TIMELINE_KINDS = [
  'joined',
  'sign-in',
  'order',
  'subscription',
  'mod',
  'download',
  'review',
  'ticket',
  'note',
  'staff',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

export const SIGNALS = ['failed_sign_ins', 'many_addresses', 'many_downloads', 'shared_address'] as const
export type Signal = (typeof SIGNALS)[number]
