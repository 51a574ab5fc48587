import { SUPPORT_RESPONSE_HOURS } from './legal.ts'

/** What a ticket is about, in the order of the form. */
export const TICKET_CATEGORIES = ['general', 'order', 'refund', 'mod', 'privacy', 'account'] as const
export type TicketCategory = (typeof TICKET_CATEGORIES)[number]

export const TICKET_CATEGORY_LABELS: Record<TicketCategory, string> = {
  general: 'General question',
  order: 'Order or payment',
  refund: 'Refund',
  mod: 'Problem with a mod',
  privacy: 'Privacy',
  account: 'Account or sign-in',
}

/** `open` waits for us, `waiting` waits for the customer. */
export const TICKET_STATUSES = ['open', 'waiting', 'solved', 'spam'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

/** `store` marks automatic messages, for example the answer of a tracker. */
export const TICKET_AUTHORS = ['customer', 'staff', 'store'] as const
export type TicketAuthor = (typeof TICKET_AUTHORS)[number]

export const TICKET_ATTACHMENT_KINDS = ['picture', 'log'] as const
export type TicketAttachmentKind = (typeof TICKET_ATTACHMENT_KINDS)[number]

/** The history of a ticket. The clocks of the promised answers are computed from it. */
export const TICKET_EVENTS = [
  'opened',
  'customer_wrote',
  'staff_answered',
  'no_answer_needed',
  'waiting',
  'solved',
  'reopened',
  'assigned',
  'categorized',
  'snoozed',
  'merged',
  'unmerged',
  'spam',
  'not_spam',
  'rated',
  'refunded',
  'regranted',
  'tracked',
  'untracked',
] as const
export type TicketEvent = (typeof TICKET_EVENTS)[number]

const PROMISES: Record<TicketCategory, keyof typeof SUPPORT_RESPONSE_HOURS> = {
  general: 'general',
  order: 'general',
  refund: 'refunds',
  mod: 'general',
  privacy: 'privacy',
  account: 'general',
}

/** The response time as the policies print it: `24-48` hours. */
export const responseHoursOf = (category: TicketCategory) => SUPPORT_RESPONSE_HOURS[PROMISES[category]]

/** The upper limit of the same promise, in hours. */
export const responseLimitHoursOf = (category: TicketCategory) =>
  Math.max(...responseHoursOf(category).split('-').map(Number))

export const TICKET_LIMITS = {
  subject: 120,
  body: 10_000,
  ratingComment: 1_000,
  guestName: 80,
  attachmentsPerMessage: 5,
  attachmentsPerTicket: 30,
  attachmentsPerDay: 40,
  pictureBytes: 10 * 1_024 * 1_024,
  logBytes: 2 * 1_024 * 1_024,
  /** Sent in the request itself. */
  guestLogBytes: 1_000_000,
  /** The maximum number of unsolved tickets per account. */
  openPerAccount: 20,
  ticketsPerDay: 10,
  messagesPerHour: 30,
  /** How often a ticket may be solved, reopened and rated in a day: each leaves a row in its history. */
  actsPerDay: 20,
} as const

export const TICKET_LINK_DAYS = 30

/** Both addresses of the support page. Its content security policy allows the bot check and uploads. */
export const SUPPORT_PAGES = /^\/(contact|tickets)\/?$/

/** Days of one period of the support figures, which are compared with the period before. */
export const SUPPORT_PERIOD_DAYS = 28
