import { expect, test } from 'vitest'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { askSales, askVisits } from './ask-reports.ts'
import { GROWTH, type GrowthRow, shareOf } from './growth-table.ts'
import { openGrownStore } from './grown-store.ts'

/** How much more a question may cost in a store with five times the rows. */
const MOST_GROWTH = { list: 1.5, search: 3 }

/** A table with a handful of pages may double. */
const A_FEW = 10

/** What is asked about lists and searches, and what that needs. */
const WITHOUT_REPORTS = GROWTH.flatMap((row) => {
  const questions = row.questions.filter((ask) => ask !== askSales && ask !== askVisits)
  return questions.length > 0 ? [{ ...row, questions }] : []
})

/** Enough tickets that every page of the queue is full. */
const SMALL: Record<string, number> = { mods: 1_000, recipients: 1_000, tickets: 10_000, reviews: 1_000 }
const ORDERS = 15_000

/** The database pages that each list and search reads in a small store, or one with so many times the rows. */
const pagesRead = async (times: number) => {
  const database = await openTestDatabase()
  const sizeOf = ({ what, many, isWhole }: GrowthRow) => (isWhole ? many : (SMALL[what] ?? ORDERS) * times)
  const { questions, pages, close } = await openGrownStore(database.url, { sizeOf, rows: WITHOUT_REPORTS })
  try {
    const read = new Map<string, { most: number; pages: number }>()
    for (const [name, { kind, ask }] of Object.entries(questions)) {
      const statements = await pages.of(ask)
      if (kind !== 'list' && kind !== 'search') continue
      read.set(name, {
        most: MOST_GROWTH[kind],
        pages: statements.reduce((sum, statement) => sum + statement.pages, 0),
      })
    }
    return read
  } finally {
    await close()
    await database.close()
  }
}

/** `npm run growth` measures times at the full size; pages do not depend on how busy the machine is. */
test('in a store with five times as many rows every list and search reads hardly more database pages', {
  timeout: 300_000,
}, async () => {
  const [small, large] = [await pagesRead(1), await pagesRead(5)]
  const grown = [...large].flatMap(([name, { most, pages }]) => {
    const before = small.get(name)?.pages ?? 0
    return pages > most * before + A_FEW ? [`${name}: ${before} to ${pages}`] : []
  })
  expect(grown).toEqual([])
  expect(large.size).toBeGreaterThan(60)
})

test('every report is answered from generated sales and visits', { timeout: 300_000 }, async () => {
  const database = await openTestDatabase()
  const { questions, close } = await openGrownStore(database.url, { sizeOf: shareOf(0.001) })
  try {
    const reports = Object.values(questions).filter(({ kind }) => kind.startsWith('report'))
    for (const { ask } of reports) expect(await ask()).toBeDefined()
    expect(reports.length).toBeGreaterThan(30)
  } finally {
    await close()
    await database.close()
  }
})
