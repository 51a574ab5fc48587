/** The numbers that people, their mails or Stripe know, and that must never name two things. */
export const NUMBER_SERIES = ['orders', 'invoices', 'credit_notes', 'accounts', 'tickets'] as const
export type NumberSeries = (typeof NUMBER_SERIES)[number]
