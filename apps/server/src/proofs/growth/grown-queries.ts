import { openTestDatabase } from '#testing/open-test-database.ts'
import { comparePages, type MeasuredPages } from './compare-pages.ts'

export interface FilledStore {
  measure: () => Promise<MeasuredPages>
  close: () => Promise<void>
}

/** The queries whose page reads grow too much with five times the rows, and the number of queries measured. */
export const grownQueries = async (open: (url: string, many: number) => Promise<FilledStore>) => {
  const measure = async (many: number) => {
    const database = await openTestDatabase()
    const store = await open(database.url, many)
    try {
      return await store.measure()
    } finally {
      await store.close()
      await database.close()
    }
  }
  const [small, large] = [await measure(10_000), await measure(50_000)]
  const grown = comparePages(small, large).filter(({ hasGrown }) => hasGrown)
  return { grown: grown.map(({ name, few, many }) => `${name}: ${few} to ${many}`), measured: large.size }
}
