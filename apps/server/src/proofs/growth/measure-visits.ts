import type { ReportQuery } from '@slipstream/contract/analytics-sales'
import { REPORT_DAYS } from '@slipstream/contract/analytics-terms'
import { openDatabase } from '@slipstream/db/client'
import { sql } from 'drizzle-orm'
import { readPerformance } from '#features/analytics/performance-report.service.ts'
import { readVisitParts, readVisitReport, readVisitSearches } from '#features/analytics/visit-report.service.ts'
import { countVisits } from '#features/visits/count-visits.service.ts'
import { fillVisits, LAST_DAY } from './fill-visits.ts'
import { p95Of } from './times.ts'

/** Reports in time zones whose days differ from those of UTC read the most raw events. */
const ZONES = ['UTC', 'Asia/Kathmandu']

interface MeasuredAnswer {
  answer: string
  p95Ms: number
}

/** How long every report of visits takes in a store with this many events of the last year. */
export const measureVisits = async (url: string, events: number, rounds: number) => {
  const database = openDatabase({
    ...{ url, applicationName: 'slipstream-growth', maxConnections: 2, timeoutMs: 600_000 },
    onIdleError: () => {},
  })
  const { db } = database
  try {
    await fillVisits(url, events)
    const began = performance.now()
    const counted = await countVisits(db, new AbortController().signal)
    const countedSeconds = Math.round((performance.now() - began) / 1_000)
    for (const table of ['visit_slots', 'visit_counts', 'visit_terms'])
      await db.execute(sql.raw(`vacuum analyze ${table}`))
    const answers: MeasuredAnswer[] = []
    for (const timeZone of ZONES) {
      const clock = { now: new Date(`${LAST_DAY}T12:00:00Z`), timeZone }
      for (const days of REPORT_DAYS) {
        const query: ReportQuery = { days, compare: 'previous' }
        const reports = {
          'visits by day': () => readVisitReport(db, clock, query),
          lists: () => readVisitParts(db, clock, query),
          searches: () => readVisitSearches(db, clock, query),
          performance: () => readPerformance(db, clock, query),
        }
        for (const [name, read] of Object.entries(reports)) {
          answers.push({ answer: `${name}, ${days} days, ${timeZone}`, p95Ms: await p95Of(read, rounds) })
        }
      }
    }
    return { counted, countedSeconds, answers }
  } finally {
    await database.close()
  }
}
