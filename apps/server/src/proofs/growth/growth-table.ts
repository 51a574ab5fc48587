import { sql } from 'drizzle-orm'
import type { Db, WritableDb } from '@slipstream/db/client'
import { countVisits } from '#features/visits/count-visits.service.ts'
import { askCatalogue, askReviews } from './ask-catalogue.ts'
import { askBooks, askNewsletter, askOrders, askTickets, askUsers } from './ask-office.ts'
import { askSales, askVisits, NOW } from './ask-reports.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { fillInvoices } from './fill-invoices.ts'
import { fillOrders, MODS_FOR_ORDERS } from './fill-orders.ts'
import { fillReviews } from './fill-reviews.ts'
import { fillTickets } from './fill-tickets.ts'
import { fillVisits } from './fill-visits.ts'
import type { Kind, Questions } from './questions.ts'

interface Store {
  url: string
  db: WritableDb
}

export interface GrowthRow {
  /** What is filled. */
  what: string
  /** At the full size of docs/scale.md. */
  many: number
  /** Too few to be worth less: they are filled whole at every size. */
  isWhole?: true
  fill: (store: Store, many: number) => Promise<unknown>
  questions: readonly ((db: Db) => Promise<Questions>)[]
}

/** p95 in milliseconds. */
export const BUDGETS_MS: Record<Kind, number> = {
  list: 100,
  search: 100,
  report: 300,
  'report of a year': 1_000,
  'statement of the money check': 3_000,
}

const YEARS = 3
/** Of each block of orders: three per customer, but one in four customers never buys. */
const SHARED = { block: 15_000, accounts: 5_000, buyers: 3_750 }

/** Orders of three years. A size is a multiple of a block. */
const fillSales = async ({ url }: Store, many: number) => {
  const orders = Math.max(1, Math.round(many / SHARED.block)) * SHARED.block
  const seconds = YEARS * 365 * 24 * 3_600
  const start = new Date(NOW.getTime() - seconds * 1_000).toISOString()
  await fillOrders(url, orders, { ...SHARED, start, secondsApart: seconds / orders })
  await fillInvoices(url)
}

/** A quarter of the customers asks for the newsletter. */
const fillRecipients = async ({ db }: Store, many: number) => {
  await db.execute(sql`update users set notification_choices = '{"newsletter": true}' where id <= ${many}`)
}

export const shareOf =
  (share: number) =>
  ({ many, isWhole }: GrowthRow) =>
    isWhole ? many : Math.ceil(many * share)

/** The size of docs/scale.md: what a store is filled with, what it is then asked, and in what time it must answer. */
export const GROWTH: readonly GrowthRow[] = [
  {
    ...{ what: 'mods', many: MODS_FOR_ORDERS, isWhole: true },
    fill: ({ db }, many) => fillCatalogue(db, many),
    questions: [askCatalogue],
  },
  {
    ...{ what: 'orders, of a third as many customers', many: 3_000_000 },
    fill: fillSales,
    questions: [askOrders, askUsers, askBooks, askSales],
  },
  { ...{ what: 'recipients', many: 250_000 }, fill: fillRecipients, questions: [askNewsletter] },
  {
    // One in fifty is open: 10,000.
    ...{ what: 'tickets', many: 500_000 },
    fill: ({ url }, many) => fillTickets(url, many),
    questions: [askTickets],
  },
  { ...{ what: 'reviews', many: 20_000 }, fill: ({ url }, many) => fillReviews(url, many), questions: [askReviews] },
  {
    ...{ what: 'visit events of a year', many: 10_000_000 },
    fill: async ({ url, db }, many) => {
      await fillVisits(url, many)
      await countVisits(db, new AbortController().signal)
    },
    questions: [askVisits],
  },
]
