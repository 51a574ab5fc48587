import type { FastifyInstance } from 'fastify'
import { analyticsPerformanceApi } from '@slipstream/contract/analytics-performance'
import { analyticsSalesApi } from '@slipstream/contract/analytics-sales'
import { analyticsUsersApi } from '@slipstream/contract/analytics-users'
import { analyticsVisitsApi } from '@slipstream/contract/analytics-visits'
import { dashboardApi } from '@slipstream/contract/analytics'
import type { Db } from '@slipstream/db/client'
import type { LiveSettings } from '#features/settings/live-settings.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { mount, mountCsv } from '#lib/http/mount.ts'
import { createTurns } from '#lib/turns.ts'
import { readAttention } from './attention.service.ts'
import { readDashboard, readTopMods } from './dashboard.service.ts'
import { readPerformance, readRouteReport } from './performance-report.service.ts'
import { exportReport, readParts, readReport } from './sales-report.service.ts'
import { readCohorts, readUserReport } from './user-report.service.ts'
import { exportVisits, readVisitParts, readVisitReport, readVisitSearches } from './visit-report.service.ts'
import { readWaiting } from './waiting.service.ts'

interface Parts {
  db: Db
  settings: LiveSettings
  storage: Storage
  backupKey: string | null
}

export const analyticsRoutes = (app: FastifyInstance, parts: Parts) => {
  const { db, settings, storage } = parts
  // Reports read many rows, so only two run at a time and other requests keep their connections. Exports do not wait.
  const inTurn = createTurns({ atOnce: 2, mostWaiting: 16 })
  const clock = () => ({ now: new Date(), timeZone: settings.current().timeZone })

  mount(app, dashboardApi.figures, ({ query }) => inTurn(() => readDashboard(db, clock(), query.days)))
  mount(app, dashboardApi.attention, ({ user }) => readAttention(parts, user))
  mount(app, dashboardApi.waiting, () => readWaiting(db))
  mount(app, dashboardApi.topMods, ({ query }) =>
    inTurn(async () => ({ items: await readTopMods(db, storage, clock(), query.days) })),
  )
  mount(app, analyticsSalesApi.report, ({ query }) => inTurn(() => readReport(db, clock(), query)))
  mount(app, analyticsSalesApi.parts, ({ query }) => inTurn(() => readParts(db, clock(), query)))
  mountCsv(app, analyticsSalesApi.export, ({ query }) => exportReport(db, clock(), query))
  mount(app, analyticsUsersApi.report, ({ query }) => inTurn(() => readUserReport(db, clock(), query)))
  mount(app, analyticsUsersApi.cohorts, () => inTurn(() => readCohorts(db, clock())))
  mount(app, analyticsVisitsApi.report, ({ query }) => inTurn(() => readVisitReport(db, clock(), query)))
  mount(app, analyticsVisitsApi.parts, ({ query }) => inTurn(() => readVisitParts(db, clock(), query)))
  mount(app, analyticsVisitsApi.searches, ({ query }) => inTurn(() => readVisitSearches(db, clock(), query)))
  mountCsv(app, analyticsVisitsApi.export, ({ query }) => exportVisits(db, clock(), query))
  mount(app, analyticsPerformanceApi.report, ({ query }) => inTurn(() => readPerformance(db, clock(), query)))
  mount(app, analyticsPerformanceApi.routes, ({ query }) => inTurn(() => readRouteReport(db, clock(), query.days)))
}
