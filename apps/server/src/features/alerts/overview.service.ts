import { and, desc, isNotNull, isNull } from 'drizzle-orm'
import type { AlertOverview, Canary, Incident, IncidentsQuery } from '@slipstream/contract/alerts'
import type { Db } from '@slipstream/db/client'
import { incidents } from '@slipstream/db/tables/alerts'
import { staffAddress } from '#features/notifications/staff-address.ts'
import { readSettings } from '#features/settings/settings.service.ts'
import type { AlertChannels } from '#gateways/alert-channels.ts'
import type { AlertCheck } from '#lib/alerts.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { type Canary as KnownCanary, readCanaries } from './canaries.service.ts'
import { readJobRuns } from './job-runs.service.ts'
import { everyCheck, PASS_LATE_MS, titleReader } from './run-checks.service.ts'

interface OverviewParts {
  db: Db
  checks: readonly AlertCheck[]
  channels: Pick<AlertChannels, 'hasDiscord' | 'hasPing'>
}

/** The page shows the latest open incidents without paging. */
const MOST_OPEN = 100

export const readAlerts = async ({ db, checks, channels }: OverviewParts): Promise<AlertOverview> => {
  const [open, settings, runs, { pass, job, event, ping }] = await Promise.all([
    readOpen(db),
    readSettings(db),
    readJobRuns(db),
    readCanaries(db),
  ])
  const toIncident = incidentReader(checks)
  return {
    open: open.map(toIncident),
    checks: everyCheck(checks).map(({ name, title, measures }) => ({
      name,
      title,
      measures,
      isOpen: open.some(({ checkName }) => checkName === name),
    })),
    channels: { mail: staffAddress(settings), discord: channels.hasDiscord, ping: channels.hasPing },
    canaries: { pass: toSign(pass), job: toSign(job), event: toSign(event), ping: toSign(ping) },
    jobs: runs.map(({ name, periodMs, graceMs, durationMs, isLate, ...times }) => ({
      ...{ name, periodMs, graceMs, durationMs, isLate },
      succeededAt: times.succeededAt?.toISOString() ?? null,
      failedAt: times.failedAt?.toISOString() ?? null,
    })),
  }
}

const readOpen = (db: Db) =>
  db
    .select()
    .from(incidents)
    .where(and(isNull(incidents.endedAt), isNotNull(incidents.openedAt)))
    .orderBy(desc(incidents.openedAt), desc(incidents.id))
    .limit(MOST_OPEN)

const NEVER: Canary = { sentAt: null, seenAt: null, error: null, isLate: true }

const toSign = (canary: KnownCanary | undefined): Canary => {
  if (!canary) return NEVER
  return {
    sentAt: canary.sentAt.toISOString(),
    seenAt: canary.seenAt?.toISOString() ?? null,
    error: canary.error,
    // Every canary is sent once a minute. If none was seen for three minutes, something is broken.
    isLate: canary.seenAgoMs === null || canary.seenAgoMs > PASS_LATE_MS,
  }
}

type IncidentRow = typeof incidents.$inferSelect

const incidentReader = (checks: readonly AlertCheck[]) => {
  const titleOf = titleReader(checks)
  return ({ id, checkName, subject, problem, ...times }: IncidentRow): Incident => ({
    id,
    title: titleOf(checkName),
    subject,
    problem,
    openedAt: (times.openedAt ?? times.firstSeenAt).toISOString(),
    lastSeenAt: times.lastSeenAt.toISOString(),
    endedAt: times.endedAt?.toISOString() ?? null,
    toldAt: times.toldAt?.toISOString() ?? null,
  })
}

const ORDER: PageOrder = {
  name: 'incidents',
  direction: 'desc',
  keys: [
    { of: incidents.endedAt, type: 'instant' },
    { of: incidents.id, type: 'integer' },
  ],
}

export const listIncidents = ({ db, checks }: Pick<OverviewParts, 'db' | 'checks'>, query: IncidentsQuery) => {
  const toIncident = incidentReader(checks)
  return readPage(
    ORDER,
    { after: query.after, size: query.limit },
    (place, size) =>
      db
        .select({ incident: incidents, keys: keysOf(ORDER) })
        .from(incidents)
        .where(and(isNotNull(incidents.endedAt), place))
        .orderBy(orderedBy(ORDER))
        .limit(size),
    ({ incident }) => toIncident(incident),
  )
}
