import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { type Db, inTransaction, readRows } from '@slipstream/db/client'
import { outbox } from '@slipstream/db/tables/outbox'
import { readSettings } from '#features/settings/settings.service.ts'
import { siteStatusNow } from '#features/settings/site-status.ts'
import type { AlertChannels } from '#gateways/alert-channels.ts'
import type { AlertCheck, Finding } from '#lib/alerts.ts'
import { withTimeout } from '#lib/with-timeout.ts'
import { noteCanary, readCanaries, sendCanaries } from './canaries.service.ts'
import { forgetOldMinutes } from './errors.service.ts'
import { type Answer, recordAnswers } from './incidents.service.ts'
import { queueNews } from './tell.service.ts'

/** All checks run concurrently, so a pass stays far below the minute between two passes. */
const CHECK_TIMEOUT_MS = 20_000
const LONGEST_REASON = 200

export interface CheckParts {
  db: Db
  checks: readonly AlertCheck[]
  channels: AlertChannels
  publicUrl: string
  redact: (text: string) => string
  log: Pick<Logger, 'warn'>
}

/** Reports checks that fail. It is derived from the other answers, so it has no `find` of its own. */
const FAILING_CHECKS = {
  name: 'alerts.failing',
  title: 'A check does not work',
  measures: 'Every check on this list answered within 20 seconds.',
  lastsMs: 10 * MINUTE_MS,
  calmMs: 5 * MINUTE_MS,
}

/** Opened by the servers while no worker runs the checks; any finished pass ends it. */
export const NO_PASSES = {
  name: 'alerts.passes',
  title: 'Jobs are not running',
  measures: 'A worker finished a pass of all these checks in the last 3 minutes. The servers watch this one.',
  lastsMs: 0,
  calmMs: 0,
}

/** All checks, including the two that no feature declares. */
export const everyCheck = (checks: readonly AlertCheck[]) => [...checks, FAILING_CHECKS, NO_PASSES]

/** Looks up a check's title. An incident may belong to a check that a new release removed. */
export const titleReader = (checks: readonly AlertCheck[]) => {
  const titles = new Map(everyCheck(checks).map(({ name, title }) => [name, title]))
  return (checkName: string) => titles.get(checkName) ?? checkName
}

/** Runs every check, records what they found and queues one message with the news. */
export const runChecks = async (parts: CheckParts, timeoutMs = CHECK_TIMEOUT_MS) => {
  const { db, checks, redact, publicUrl } = parts
  const asked = await Promise.all(checks.map((check) => ask(check, redact, timeoutMs)))
  const answers: Answer[] = [
    ...asked.map(({ check, findings }) => ({ check, findings })),
    { check: FAILING_CHECKS, findings: asked.flatMap(({ failure }) => failure ?? []) },
    { check: NO_PASSES, findings: [] },
  ]
  await inTransaction(db, async (tx) => {
    const settings = await readSettings(tx)
    const news = await recordAnswers(tx, answers, siteStatusNow(settings).maintenanceMode)
    const sender = { ...settings, publicUrl }
    await queueNews(tx, news, { titleOf: titleReader(checks), sender, channels: parts.channels })
    await sendCanaries(tx)
    await forgetOldMinutes(tx)
  })
  await noteCanary(db, 'pass')
}

const ask = async (check: AlertCheck, redact: CheckParts['redact'], timeoutMs: number) => {
  try {
    const findings = await withTimeout(timeoutMs, check.title, (signal) => check.find(signal))
    return { check, findings, failure: null }
  } catch (error) {
    const reason = redact(error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON)
    const failure: Finding = { subject: check.name, problem: `The check “${check.title}” could not be made: ${reason}` }
    return { check, findings: null, failure }
  }
}

/** An alert that has been queued for this long counts as stuck. */
const STUCK_MINUTES = 15

/**
 * Tells the owner's monitor that the store is alive. Sent only after a pass, and not while alerts are stuck in the
 * queue: then the silence is the alert. A failed ping does not fail the job.
 */
export const pingAfterPass = async ({ db, channels, log }: Pick<CheckParts, 'db' | 'channels' | 'log'>) => {
  if (!channels.hasPing) return
  const stuck = await readRows(
    db,
    sql`
    select from ${outbox} where kind = 'alerts' and (settled_at is null or state = 'failed')
      and created_at < now() - make_interval(mins => ${STUCK_MINUTES}) limit 1`,
  )
  if (stuck.length > 0) return noteCanary(db, 'ping', 'Withheld: alerts have been stuck in the queue for 15 minutes.')
  try {
    await channels.ping()
    await noteCanary(db, 'ping')
  } catch (error) {
    log.warn({ err: error }, 'the ping address did not answer')
    await noteCanary(db, 'ping', error instanceof Error ? error.message : String(error))
  }
}

/** If no pass finished for this long, no worker is running. */
export const PASS_LATE_MS = 3 * MINUTE_MS

export const isPassLate = async (db: Db, sinceMs: number) => {
  const { pass } = await readCanaries(db)
  return Math.min(pass?.seenAgoMs ?? Number.POSITIVE_INFINITY, sinceMs) > PASS_LATE_MS
}
