import * as z from 'zod/mini'
import { ReportHead, ReportQuery } from './analytics-sales.ts'
import { endpoint } from './endpoint.ts'

export const Buyers = z.object({
  accounts: z.int(),
  /** People whose first order this is, and people who had bought before. */
  newCustomers: z.int(),
  returningCustomers: z.int(),
})
export type Buyers = z.output<typeof Buyers>

export const UserReport = z.extend(ReportHead, {
  /** A person who buys on two days counts once. */
  now: Buyers,
  before: z.nullable(Buyers),
  /** A person who buys on two days counts on both, so the days add up to more than the period. */
  days: z.array(z.extend(Buyers, { day: z.iso.date() })),
})
export type UserReport = z.output<typeof UserReport>

export const CohortReport = z.object({
  timeZone: z.string(),
  /** People by the month of their first order, oldest month first. */
  cohorts: z.array(
    z.object({
      /** `2026-11` */
      month: z.string(),
      people: z.int(),
      /** How many of them bought again, one, two, three … months later. Only months that have begun. */
      returned: z.array(z.int()),
    }),
  ),
  premium: z.array(
    z.object({
      /** `2026-11` */
      month: z.string(),
      /** Members when the month began. */
      members: z.int(),
      started: z.int(),
      ended: z.int(),
    }),
  ),
})
export type CohortReport = z.output<typeof CohortReport>

export const analyticsUsersApi = {
  report: endpoint({
    method: 'GET',
    path: '/api/admin/analytics/users',
    summary: 'New accounts, new and returning customers by day, with a like-for-like comparison',
    access: 'admin',
    query: ReportQuery,
    response: UserReport,
  }),
  cohorts: endpoint({
    method: 'GET',
    path: '/api/admin/analytics/cohorts',
    summary: 'The last twelve months: who bought again, and how many members Premium gained and lost',
    access: 'admin',
    response: CohortReport,
  }),
}
