import * as z from 'zod/mini'
import { done } from './done.ts'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { asItIs, lenient } from './lenient.ts'
import { integer, pageSize } from './number.ts'
import { MaintenanceWindow, SiteStatus } from './settings.ts'
import { filledText, text } from './text.ts'

/** What one check measured. On failure the time is how long it took to fail. */
const Measured = z.object({ ok: z.boolean(), latencyMs: z.number(), error: z.nullable(z.string()) })
export type Measured = z.output<typeof Measured>

/** Null if the database did not answer: the page must not show a number that was not counted. */
const counted = () => z.nullable(integer(0))

export const HealthSnapshot = z.object({
  systems: z.object({
    database: Measured,
    stripe: z.object({
      configured: z.boolean(),
      ok: z.boolean(),
      error: z.nullable(z.string()),
      latencyMs: z.number(),
    }),
    discordAuth: z.object({ configured: z.boolean() }),
    redis: Measured,
    storage: Measured,
    mail: Measured,
    /** Jobs that are due, and jobs that used up their attempts. */
    queue: z.extend(Measured, { waiting: counted(), dead: counted() }),
    workers: z.object({ ok: z.boolean(), alive: counted() }),
  }),
  settings: z.object({ maintenanceMode: z.boolean() }),
  metrics: z.object({
    totals: z.object({ mods: counted(), users: counted() }),
    reviews: z.object({ approved: counted(), pending: counted() }),
    adminChatLast24h: counted(),
  }),
  cache: z.object({ enabled: z.boolean() }),
  version: z.string(),
  uptimeSeconds: integer(0),
  now: z.iso.datetime(),
  checkedAt: z.iso.datetime(),
  durationMs: z.number(),
})
export type HealthSnapshot = z.output<typeof HealthSnapshot>

/** A new task is open; the page switches between done and in progress. */
export const TASK_STATUSES = ['open', 'in_progress', 'done'] as const

export const DeveloperTask = z.object({
  id: Id,
  title: z.string(),
  description: z.optional(z.string()),
  status: z.enum(TASK_STATUSES),
})
export type DeveloperTask = z.output<typeof DeveloperTask>

const TaskList = z.object({ tasks: z.array(DeveloperTask) })

const NewTask = z.strictObject({
  title: filledText(120),
  description: z.optional(text(2_000, { multiline: true })),
})
export type NewTask = z.output<typeof NewTask>

const TaskChange = z.strictObject({ status: z.enum(TASK_STATUSES) })
export type TaskChange = z.output<typeof TaskChange>

export const PurgeResult = z.object({
  success: z.literal(true),
  /** Cached responses in Redis before the purge; null if Redis is down. */
  redisCopies: counted(),
  cdn: z.object({ configured: z.boolean(), latencyMs: z.nullable(z.number()) }),
})
export type PurgeResult = z.output<typeof PurgeResult>

const DbCheckPart = z.object({
  name: z.string(),
  ok: z.boolean(),
  /** What was checked, in a sentence. */
  checked: z.string(),
  found: z.record(z.string(), z.unknown()),
  error: z.optional(z.string()),
})
export type DbCheckPart = z.output<typeof DbCheckPart>

export const DbCheck = z.object({ ok: z.boolean(), durationMs: z.number(), checks: z.array(DbCheckPart) })
export type DbCheck = z.output<typeof DbCheck>

/** How many lines the page asks for. */
export const LOG_LINES = 200

const LogLines = z.object({ lines: z.array(z.string()) })

/** The specification gives these calls an empty object. */
const NOTHING = z.strictObject({})

/** Endpoints of the developer dashboard. */
export const developerApi = {
  health: endpoint({
    method: 'GET',
    path: '/api/admin/dev/health',
    summary: 'Measure the database, Stripe, Redis, storage, mail and jobs now',
    access: 'developer',
    poll: true,
    response: HealthSnapshot,
    reads: lenient(HealthSnapshot, { error: 'Not reported.' }),
  }),
  maintenance: endpoint({
    method: 'POST',
    path: '/api/admin/dev/maintenance',
    summary: 'Turn maintenance mode on or off',
    access: 'developer',
    needsProof: 'no: takes nothing out and is undone as easily',
    body: z.strictObject({ enabled: z.boolean() }),
    response: SiteStatus,
    reads: lenient(SiteStatus),
    // The developer may not be an administrator, and must be able to reopen the store.
    duringMaintenance: true,
  }),
  planMaintenance: endpoint({
    method: 'POST',
    path: '/api/admin/dev/maintenance/window',
    summary: 'Plan a time at which the store closes and opens by itself; replaces the previous plan',
    access: 'developer',
    needsProof: 'no: takes nothing out and is undone as easily',
    body: MaintenanceWindow,
    response: SiteStatus,
    errors: ['developer.window_over'],
  }),
  cancelMaintenance: endpoint({
    method: 'DELETE',
    path: '/api/admin/dev/maintenance/window',
    summary: 'Cancel the planned window; canceling it again changes nothing',
    access: 'developer',
    needsProof: 'no: takes nothing out and is undone as easily',
    response: SiteStatus,
  }),
  tasks: endpoint({
    method: 'GET',
    path: '/api/admin/dev/tasks',
    summary: 'List the developer’s tasks, newest first',
    access: 'developer',
    response: TaskList,
    reads: lenient(TaskList, { status: 'open' }),
  }),
  createTask: endpoint({
    method: 'POST',
    path: '/api/admin/dev/tasks',
    summary: 'Create a task',
    access: 'developer',
    needsProof: 'no: a note of the developer',
    body: NewTask,
    response: DeveloperTask,
    reads: lenient(DeveloperTask, { status: 'open' }),
    errors: ['developer.too_many_tasks'],
  }),
  changeTask: endpoint({
    method: 'PATCH',
    path: '/api/admin/dev/tasks/:id',
    summary: 'Mark a task as done or in progress',
    access: 'developer',
    needsProof: 'no: a note of the developer',
    params: idParams,
    body: TaskChange,
    response: DeveloperTask,
    reads: lenient(DeveloperTask, { status: 'open' }),
    errors: ['developer.task_not_found'],
  }),
  removeTask: endpoint({
    method: 'DELETE',
    path: '/api/admin/dev/tasks/:id',
    summary: 'Delete a task; deleting it again changes nothing',
    access: 'developer',
    needsProof: 'no: a note of the developer',
    params: idParams,
    response: done(),
    reads: lenient(done()),
  }),
  logs: endpoint({
    method: 'GET',
    path: '/api/admin/dev/logs',
    summary: 'Read the latest log lines of all processes, newest first and without secrets',
    access: 'developer',
    poll: true,
    query: z.strictObject({ limit: pageSize(LOG_LINES, 500) }),
    response: LogLines,
    reads: lenient(LogLines),
    errors: ['developer.logs_away'],
  }),
  purge: endpoint({
    method: 'POST',
    path: '/api/admin/dev/cache/purge',
    summary: 'Clear Redis, the memory of every process and the CDN',
    access: 'developer',
    needsProof: 'no: changes no data',
    body: NOTHING,
    response: PurgeResult,
    reads: lenient(PurgeResult),
    errors: ['cdn.away'],
  }),
  dbCheck: endpoint({
    method: 'POST',
    path: '/api/admin/dev/db/check',
    summary: 'Check connection, writes, migrations, indexes, constraints, invariants, bloat and replication',
    access: 'developer',
    needsProof: 'no: changes no data',
    body: NOTHING,
    response: DbCheck,
    reads: asItIs<DbCheck>(),
  }),
  revalidateSitemap: endpoint({
    method: 'POST',
    path: '/api/admin/dev/revalidate/sitemap',
    summary: 'Drop the cached sitemap in every process',
    access: 'developer',
    needsProof: 'no: changes no data',
    response: done(),
    reads: lenient(done()),
  }),
  warmMods: endpoint({
    method: 'POST',
    path: '/api/admin/dev/warm/mods/featured',
    summary: 'Load the featured mods into the caches',
    access: 'developer',
    needsProof: 'no: changes no data',
    response: done(),
    reads: lenient(done()),
    errors: ['developer.not_warmed'],
  }),
  warmReviews: endpoint({
    method: 'POST',
    path: '/api/admin/dev/warm/reviews/featured',
    summary: 'Load the featured reviews into the caches',
    access: 'developer',
    needsProof: 'no: changes no data',
    response: done(),
    reads: lenient(done()),
    errors: ['developer.not_warmed'],
  }),
  ping: endpoint({
    method: 'POST',
    path: '/api/admin/dev/ping',
    summary: 'Check that a write of the developer reaches the server and the audit log',
    access: 'developer',
    needsProof: 'no: changes no data',
    response: done(),
    reads: lenient(done()),
  }),
}
