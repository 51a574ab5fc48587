import * as z from 'zod/mini'
import { ATTENTION_KINDS, DASHBOARD_DAYS, type WaitingKind } from './analytics-terms.ts'
import { CentsAmount } from './cents-amount.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { Picture } from './picture.ts'

/** The money and the orders of a period. `/admin/analytics/sales` defines each figure; net equals the ledger. */
export const Sales = z.object({
  grossCents: CentsAmount,
  discountCents: CentsAmount,
  refundCents: CentsAmount,
  netCents: CentsAmount,
  /** The part of gross that is Premium. */
  premiumCents: CentsAmount,
  orders: z.int(),
  /** Order refunds, without failed ones. */
  refunds: z.int(),
  newCustomers: z.int(),
})
export type Sales = z.output<typeof Sales>

/** Both end at the same time of day while the period is unfinished. */
const Compared = z.object({ now: Sales, before: Sales })

export const SalesDay = z.object({
  day: z.iso.date(),
  now: Sales,
  /** The day it is compared with, if the report compares at all. */
  before: z.nullable(z.object({ day: z.iso.date(), sales: Sales })),
})
export type SalesDay = z.output<typeof SalesDay>

export const DashboardFigures = z.object({
  timeZone: z.string(),
  at: z.iso.datetime(),
  /** Compared with the same weekday of the week before. */
  today: Compared,
  /** From Monday on, compared with the week before. */
  week: Compared,
  period: Compared,
  days: z.array(SalesDay),
  premium: z.object({ members: z.int(), monthlyCents: CentsAmount }),
  tickets: z.object({ open: z.int(), late: z.int() }),
})
export type DashboardFigures = z.output<typeof DashboardFigures>

const Attention = z.object({
  kind: z.enum(ATTENTION_KINDS),
  count: z.int(),
  /** The money at stake, if any. */
  amountCents: z.nullable(CentsAmount),
  /** The first deadline. */
  dueAt: z.nullable(z.iso.datetime()),
  /** When the oldest began to wait. */
  since: z.nullable(z.iso.datetime()),
  /** The order number if there is only one order, or a name such as the game version. */
  subject: z.nullable(z.string()),
})
export type Attention = z.output<typeof Attention>

export const AttentionList = z.object({
  /** By deadline. Items without one come last. */
  items: z.array(Attention),
  /** Kinds that were checked and need no attention. */
  clear: z.array(z.enum(ATTENTION_KINDS)),
})
export type AttentionList = z.output<typeof AttentionList>

/** Open refund requests are in the polled settings. */
const WaitingCounts = z.object({
  disputes: z.int(),
  notReadyMods: z.int(),
  lateTickets: z.int(),
  reviews: z.int(),
  failedMails: z.int(),
  failedJobs: z.int(),
} satisfies Record<WaitingKind, unknown>)
export type WaitingCounts = z.output<typeof WaitingCounts>

export const TopMod = z.object({
  id: Id,
  title: z.string(),
  picture: z.nullable(Picture),
  units: z.int(),
  netCents: CentsAmount,
  beforeCents: CentsAmount,
})
export type TopMod = z.output<typeof TopMod>

const PeriodQuery = z.strictObject({ days: z._default(z.enum(DASHBOARD_DAYS), '30') })

export const dashboardApi = {
  figures: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/figures',
    summary: 'Today, this week and the chosen period, each compared like for like',
    access: 'admin',
    query: PeriodQuery,
    response: DashboardFigures,
  }),
  attention: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/attention',
    summary: 'List what waits for the staff, by deadline',
    access: 'admin',
    response: AttentionList,
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/waiting',
    summary: 'Count what waits for the staff, for the menu',
    access: 'admin',
    response: WaitingCounts,
  }),
  topMods: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard/top-mods',
    summary: 'List the mods that earned most in the chosen period',
    access: 'admin',
    query: PeriodQuery,
    response: z.object({ items: z.array(TopMod) }),
  }),
}
