import { sql } from 'drizzle-orm'
import { openDatabase } from '@slipstream/db/client'
import { watchPages } from './count-pages.ts'
import { GROWTH, type GrowthRow } from './growth-table.ts'
import type { Questions } from './questions.ts'

interface Wanted {
  /** How many a row is filled with. */
  sizeOf: (row: GrowthRow) => number
  rows?: readonly GrowthRow[]
  say?: (line: string) => void
}

/** A store of these sizes, and everything that is asked. */
export const openGrownStore = async (url: string, { sizeOf, rows = GROWTH, say = () => {} }: Wanted) => {
  const database = openDatabase({
    ...{ url, applicationName: 'slipstream-growth', maxConnections: 4, timeoutMs: 600_000 },
    onIdleError: () => {},
  })
  const pages = watchPages(database.pool)
  const { db } = database
  for (const row of rows) {
    const began = performance.now()
    await row.fill({ url, db }, sizeOf(row))
    say(`${sizeOf(row)} ${row.what}: ${Math.round((performance.now() - began) / 1_000)} s`)
  }
  await db.execute(sql`vacuum analyze`)
  const questions: Questions = {}
  for (const row of rows) {
    for (const ask of row.questions) Object.assign(questions, await ask(db))
  }
  return { questions, pages, close: database.close }
}
