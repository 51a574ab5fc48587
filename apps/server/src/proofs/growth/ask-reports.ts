import type { ReportQuery } from '@slipstream/contract/analytics-sales'
import { DASHBOARD_DAYS, REPORT_DAYS } from '@slipstream/contract/analytics-terms'
import type { Db } from '@slipstream/db/client'
import { readDashboard, readTopMods } from '#features/analytics/dashboard.service.ts'
import { readPerformance } from '#features/analytics/performance-report.service.ts'
import { readParts, readReport } from '#features/analytics/sales-report.service.ts'
import { readCohorts, readUserReport } from '#features/analytics/user-report.service.ts'
import { readVisitParts, readVisitReport, readVisitSearches } from '#features/analytics/visit-report.service.ts'
import { LAST_DAY } from './fill-visits.ts'
import type { Questions } from './questions.ts'

export const NOW = new Date(`${LAST_DAY}T12:00:00Z`)
const YEAR_DAYS = 365
const objects = { publicUrl: (key: string) => `https://assets.example/${key}` }
/** Days of this zone begin at a quarter past an hour of UTC. */
const CLOCK = { now: NOW, timeZone: 'Asia/Kathmandu' }

const asking = (days: number | string, ask: () => Promise<unknown>) => ({
  kind: Number(days) < YEAR_DAYS ? ('report' as const) : ('report of a year' as const),
  ask,
})

export const askSales = async (db: Db): Promise<Questions> => {
  const questions: Questions = { cohorts: asking(YEAR_DAYS, () => readCohorts(db, CLOCK)) }
  for (const days of DASHBOARD_DAYS) {
    questions[`dashboard, ${days} days`] = asking(days, () => readDashboard(db, CLOCK, days))
    questions[`top mods, ${days} days`] = asking(days, () => readTopMods(db, objects, CLOCK, days))
  }
  for (const days of REPORT_DAYS) {
    const query: ReportQuery = { days, compare: 'previous' }
    questions[`sales by day, ${days} days`] = asking(days, () => readReport(db, CLOCK, query))
    questions[`sales by part, ${days} days`] = asking(days, () => readParts(db, CLOCK, query))
    questions[`customers, ${days} days`] = asking(days, () => readUserReport(db, CLOCK, query))
  }
  return questions
}

export const askVisits = async (db: Db): Promise<Questions> => {
  const questions: Questions = {}
  for (const days of REPORT_DAYS) {
    const query: ReportQuery = { days, compare: 'previous' }
    questions[`visits, ${days} days`] = asking(days, () => readVisitReport(db, CLOCK, query))
    questions[`names of visits, ${days} days`] = asking(days, () => readVisitParts(db, CLOCK, query))
    questions[`searches of visitors, ${days} days`] = asking(days, () => readVisitSearches(db, CLOCK, query))
    questions[`performance, ${days} days`] = asking(days, () => readPerformance(db, CLOCK, query))
  }
  return questions
}
