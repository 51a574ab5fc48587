import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { integer } from './number.ts'

/** Null if there were no cases. */
const Minutes = z.nullable(integer(0))

const Times = z.object({ count: z.int(), median: Minutes, p90: Minutes })

const Period = z.object({
  opened: z.int(),
  /** By the day of the answer, so that an old ticket counts when it is answered. */
  firstAnswer: Times,
  /** First answers that came after the promised time. */
  late: z.int(),
  solution: Times,
  ratings: z.object({ count: z.int(), /** From 1 to 5; null without a rating. */ average: z.nullable(z.number()) }),
})
export type SupportPeriod = z.output<typeof Period>

export const SupportOverview = z.object({
  now: z.object({ late: z.int(), soon: z.int(), later: z.int(), waiting: z.int(), snoozed: z.int() }),
  next: z.array(z.object({ id: Id, subject: z.string(), customer: z.string(), dueAt: z.iso.datetime() })),
  period: Period,
  before: Period,
  /** Messages of customers in the period by weekday (Monday first) and hour, in the store’s time zone. */
  load: z.array(z.array(z.int())),
  timeZone: z.string(),
})
export type SupportOverview = z.output<typeof SupportOverview>

export const supportApi = {
  overview: endpoint({
    method: 'GET',
    path: '/api/admin/support/overview',
    summary: 'Summarize the queue, the response times, the load and the ratings',
    access: 'admin',
    response: SupportOverview,
  }),
}
