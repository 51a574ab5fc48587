import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { judgePages, type MeasuredPages } from './compare-pages.ts'

interface Grown {
  measure: () => Promise<MeasuredPages>
  close: () => Promise<unknown>
}

interface Sizes {
  /** What the database is filled with, such as "tickets". */
  things: string
  small: number
  large: number
  open: (url: string, many: number) => Promise<Grown>
}

/** Measures the same queries on a small and on a large database. The process fails if one has grown too much. */
export const judgeSizes = async ({ things, small, large, open }: Sizes) => {
  const missed = judgePages([small, large], await measure(things, small, open), await measure(things, large, open))
  for (const sentence of missed) console.log(`missed: ${sentence}`)
  if (missed.length > 0) process.exitCode = 1
}

const measure = async (things: string, many: number, open: Sizes['open']) => {
  const base = process.env.DATABASE_URL ?? ''
  const name = `${things}_${many}_${process.pid}`
  const url = await recreateDatabase(base, name)
  try {
    await migrate(url)
    const began = performance.now()
    const store = await open(url, many)
    console.log(`${many} ${things} took ${Math.round((performance.now() - began) / 1_000)} s to write`)
    try {
      return await store.measure()
    } finally {
      await store.close()
    }
  } finally {
    await dropDatabase(base, name)
  }
}
