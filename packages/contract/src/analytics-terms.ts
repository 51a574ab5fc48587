/** The lengths of the periods on the dashboard, in days. */
export const DASHBOARD_DAYS = ['7', '30', '90'] as const
export type DashboardDays = (typeof DASHBOARD_DAYS)[number]

/** The ranges of a report that end today, in days. */
export const REPORT_DAYS = ['7', '30', '90', '365'] as const
export type ReportDays = (typeof REPORT_DAYS)[number]

/** The longest range of a report, in days. */
export const LONGEST_REPORT_DAYS = 366

/** What a report is compared with. A year is 364 days, so that weekdays line up. */
export const COMPARISONS = ['previous', 'year', 'none'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** Everything that can wait for the staff, most urgent kind first. */
export const ATTENTION_KINDS = [
  'money_check',
  'incidents',
  'backup',
  'disputes',
  'refund_requests',
  'tickets',
  'jobs',
  'compatibility',
  'reviews',
  'reported_reviews',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** What a sales report is divided by. */
export const SALES_PARTS = ['day', 'mod', 'category', 'coupon', 'country'] as const
export type SalesPart = (typeof SALES_PARTS)[number]

/** The top lists of the visits report. */
export const VISIT_LISTS = ['pages', 'mods', 'referrers', 'countries', 'devices', 'searches', 'missed'] as const
export type VisitList = (typeof VISIT_LISTS)[number]

/** What the admin menu counts, besides open refund requests. */
export type WaitingKind = 'disputes' | 'notReadyMods' | 'lateTickets' | 'reviews' | 'failedMails' | 'failedJobs'
