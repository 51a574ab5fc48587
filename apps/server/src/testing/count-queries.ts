import type pg from 'pg'
import type { TestStore } from './test-store.ts'

/** Counts the statements a store sends to its database during some work. */
export const countQueries = async ({ services }: TestStore, work: () => Promise<unknown>): Promise<number> => {
  const { pool } = services.database
  const original = pool.query.bind(pool) as (...args: unknown[]) => unknown
  let count = 0
  pool.query = ((...args: unknown[]) => {
    count += 1
    return original(...args)
  }) as pg.Pool['query']
  try {
    await work()
    return count
  } finally {
    pool.query = original as pg.Pool['query']
  }
}
