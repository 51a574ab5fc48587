import { sql } from 'drizzle-orm'
import type { ReportQuery } from '@slipstream/contract/analytics-sales'
import { DASHBOARD_DAYS, REPORT_DAYS } from '@slipstream/contract/analytics-terms'
import { DAY_MS } from '@slipstream/contract/durations'
import { type Db, openDatabase } from '@slipstream/db/client'
import { countSales } from '#features/analytics/count-sales.service.ts'
import { readDashboard, readTopMods } from '#features/analytics/dashboard.service.ts'
import { readParts, readReport } from '#features/analytics/sales-report.service.ts'
import { readCohorts, readUserReport } from '#features/analytics/user-report.service.ts'
import { listOrders } from '#features/orders/list-orders.service.ts'
import { listUsers } from '#features/users/admin/list-users.service.ts'
import { watchPages } from './count-pages.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { fillSales, MODS_FOR_ORDERS } from './fill-orders.ts'
import { measureQueries, type Queries } from './measure-queries.ts'
import { p95Of } from './times.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const PAGES_BEFORE = 100
/** Reports in time zones whose days differ from those of UTC read the most ledger entries. */
const ZONES = ['UTC', 'Asia/Kathmandu']

/** A store with this many orders of the last five years, or of fewer days, all already counted. */
export const openSales = async (url: string, many: number, overDays = 5 * 365) => {
  const database = openDatabase({
    ...{ url, applicationName: 'slipstream-growth', maxConnections: 4, timeoutMs: 600_000 },
    onIdleError: () => {},
  })
  const { db } = database
  const pages = watchPages(database.pool)
  await fillCatalogue(db, MODS_FOR_ORDERS)
  const seconds = (overDays * DAY_MS) / 1_000
  const start = new Date(NOW.getTime() - seconds * 1_000).toISOString()
  await fillSales(url, many, { start, secondsApart: seconds / many, block: Math.max(10_000, many / 10) })
  const began = performance.now()
  const days = await countSales(db, new AbortController().signal)
  console.log(`${many} orders: ${days} days counted in ${Math.round((performance.now() - began) / 1_000)} s`)
  for (const table of ['sales_slots', 'sales_parts', 'sales_months', 'sales_returns', 'stale_sales']) {
    await db.execute(sql.raw(`vacuum analyze ${table}`))
  }
  return {
    measure: async () => measureQueries(pages, await pagesOf(db)),
    time: (rounds: number) => timeAnswers(db, rounds),
    close: database.close,
  }
}

/** The first and a deep page of orders and accounts. */
const pagesOf = async (db: Db): Promise<Queries> => {
  const parts = { db, discordCdnUrl: 'https://cdn.example', developerDiscordUsername: 'nobody' }
  const lists = {
    orders: (after?: string) => listOrders(db, { after }),
    users: (after?: string) => listUsers(parts, { after }),
  }
  const queries: Queries = {}
  for (const [name, read] of Object.entries(lists)) {
    let deep: string | undefined
    // A store with 10,000 orders has 1,000 accounts.
    for (let page = 0; page < PAGES_BEFORE; page++) deep = (await read(deep)).next ?? deep
    const after = deep
    queries[`${name}, first page`] = { kind: 'list', ask: () => read() }
    queries[`${name}, deep page`] = { kind: 'list', ask: () => read(after) }
  }
  return queries
}

const timeAnswers = async (db: Db, rounds: number) => {
  const objects = { publicUrl: (key: string) => `https://assets.example/${key}` }
  const answers: { answer: string; p95Ms: number }[] = []
  const time = async (answer: string, read: () => Promise<unknown>) => {
    answers.push({ answer, p95Ms: await p95Of(read, rounds) })
  }
  for (const timeZone of ZONES) {
    const clock = { now: NOW, timeZone }
    for (const days of DASHBOARD_DAYS) {
      await time(`dashboard, ${days} days, ${timeZone}`, () => readDashboard(db, clock, days))
      await time(`top mods, ${days} days, ${timeZone}`, () => readTopMods(db, objects, clock, days))
    }
    for (const days of REPORT_DAYS) {
      const query: ReportQuery = { days, compare: 'previous' }
      await time(`sales by day, ${days} days, ${timeZone}`, () => readReport(db, clock, query))
      await time(`sales by part, ${days} days, ${timeZone}`, () => readParts(db, clock, query))
      await time(`users, ${days} days, ${timeZone}`, () => readUserReport(db, clock, query))
    }
    await time(`cohorts, ${timeZone}`, () => readCohorts(db, clock))
  }
  return answers
}
