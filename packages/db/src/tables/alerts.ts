import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'

/**
 * Problems that the alert checks found. A row is a suspicion until `opened_at`, an incident until `ended_at`. The
 * partial unique index makes sure that a problem has one row at a time, whichever process finds it first.
 */
export const incidents = pgTable(
  'incidents',
  {
    id: id(),
    /** Which check found it: `jobs.dead`. */
    checkName: text().notNull(),
    /** What exactly is affected, such as the name of a job; empty if the check knows only one problem. */
    subject: text().notNull().default(''),
    /** The check's latest description. Contains no secrets and names no person. */
    problem: text().notNull(),
    firstSeenAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    openedAt: instant(),
    endedAt: instant(),
    /** When the owner was notified of the problem and of its end. */
    toldAt: instant(),
    endToldAt: instant(),
  },
  (table) => [
    uniqueIndex('incidents_one_at_a_time').on(table.checkName, table.subject).where(sql`ended_at is null`),
    index('incidents_ended').on(table.endedAt, table.id).where(sql`ended_at is not null`),
    index('incidents_told').on(table.checkName, table.subject, table.toldAt).where(sql`told_at is not null`),
    check('incidents_end_after_opening', sql`${table.endedAt} is null or ${table.openedAt} is not null`),
    check('incidents_end_told_after_end', sql`${table.endToldAt} is null or ${table.endedAt} is not null`),
  ],
)

/** Heartbeats, one row each: a job that ran, a change that was received, an answered ping, a pass of all checks. */
export const canaries = pgTable('canaries', {
  name: text().primaryKey(),
  /** When it was sent. Not updated until the previous one has been seen. */
  sentAt: instant().notNull(),
  seenAt: instant(),
  /** Why the last attempt failed. */
  error: text(),
})

/** The last runs of every scheduled job. */
export const jobRuns = pgTable('job_runs', {
  name: text().primaryKey(),
  /** How often it runs, and how late its success may come. */
  periodMs: integer().notNull(),
  graceMs: integer().notNull(),
  /** When a worker first knew this job. It cannot be late before that. */
  knownSince: instant().notNull().defaultNow(),
  succeededAt: instant(),
  durationMs: integer(),
  failedAt: instant(),
})

/** Logged errors, grouped by cause. At most a few hundred rows. */
export const errorGroups = pgTable(
  'error_groups',
  {
    /** A hash of source, error name, place and normalized message. */
    fingerprint: text().primaryKey(),
    /** The kind of process: `api` or `worker`. */
    source: text().notNull(),
    name: text().notNull(),
    /** The function and file that threw; empty if unknown. */
    place: text().notNull(),
    /** An example, without secrets. */
    message: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    /** The store's release that logged it last. */
    version: text().notNull(),
  },
  (table) => [index('error_groups_latest').on(table.lastAt, table.fingerprint)],
)

/** How many errors all processes logged in each minute. Kept for a day, for the error rate. */
export const errorMinutes = pgTable('error_minutes', {
  minute: instant().primaryKey(),
  count: integer().notNull(),
})
