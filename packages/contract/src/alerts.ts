import * as z from 'zod/mini'
import { done } from './done.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { pageSize } from './number.ts'
import { pageOf } from './page.ts'
import { cursor } from './text.ts'

/** A problem that lasted long enough to notify the owner. */
export const Incident = z.object({
  id: Id,
  /** The problem in a few words. */
  title: z.string(),
  /** What exactly is affected; empty if the check knows only one problem. */
  subject: z.string(),
  problem: z.string(),
  openedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  /** Null if the owner was not notified: the problem recurred too often, or the store was in maintenance. */
  toldAt: z.nullable(z.iso.datetime()),
})
export type Incident = z.output<typeof Incident>

const ScheduledJob = z.object({
  name: z.string(),
  periodMs: z.int(),
  graceMs: z.int(),
  succeededAt: z.nullable(z.iso.datetime()),
  failedAt: z.nullable(z.iso.datetime()),
  durationMs: z.nullable(z.int()),
  isLate: z.boolean(),
})
export type ScheduledJob = z.output<typeof ScheduledJob>

/** A sign of life that the store sends to itself, or to the owner's monitor. */
const Canary = z.object({
  sentAt: z.nullable(z.iso.datetime()),
  seenAt: z.nullable(z.iso.datetime()),
  error: z.nullable(z.string()),
  isLate: z.boolean(),
})
export type Canary = z.output<typeof Canary>

export const AlertOverview = z.object({
  open: z.array(Incident),
  checks: z.array(z.object({ name: z.string(), title: z.string(), measures: z.string(), isOpen: z.boolean() })),
  channels: z.object({
    /** Where alerts are mailed. */
    mail: z.string(),
    discord: z.boolean(),
    ping: z.boolean(),
  }),
  canaries: z.object({ pass: Canary, job: Canary, event: Canary, ping: Canary }),
  jobs: z.array(ScheduledJob),
})
export type AlertOverview = z.output<typeof AlertOverview>

/** Logged errors with the same cause. */
export const ErrorGroup = z.object({
  fingerprint: z.string(),
  source: z.string(),
  name: z.string(),
  place: z.string(),
  message: z.string(),
  count: z.int(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  version: z.string(),
})
export type ErrorGroup = z.output<typeof ErrorGroup>

const PageQuery = z.strictObject({ limit: pageSize(20, 100), after: cursor() })
export type IncidentsQuery = z.output<typeof PageQuery>
export type ErrorsQuery = z.output<typeof PageQuery>

export const alertsApi = {
  overview: endpoint({
    method: 'GET',
    path: '/api/admin/dev/alerts',
    summary: 'Open incidents, checks, channels, canaries and scheduled jobs',
    access: 'developer',
    poll: true,
    response: AlertOverview,
  }),
  incidents: endpoint({
    method: 'GET',
    path: '/api/admin/dev/incidents',
    summary: 'List incidents that are over, newest first',
    access: 'developer',
    query: PageQuery,
    response: pageOf(Incident),
  }),
  errors: endpoint({
    method: 'GET',
    path: '/api/admin/dev/errors',
    summary: 'List logged errors grouped by cause, latest first',
    access: 'developer',
    query: PageQuery,
    response: pageOf(ErrorGroup),
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/admin/dev/alerts/test',
    summary: 'Send a test alert through every channel',
    access: 'developer',
    needsProof: 'no: tells only the owner',
    response: done(),
  }),
}
