import type pg from 'pg'
import type { TestStore } from './test-store.ts'

/** Counts the statements a store sends to its database during some work, or only those that match. */
export const countQueries = async (
  { services }: TestStore,
  work: () => Promise<unknown>,
  matching = /./,
): Promise<number> => {
  const { pool } = services.database
  const original = pool.query.bind(pool) as (...args: unknown[]) => unknown
  let count = 0
  pool.query = ((...args: unknown[]) => {
    if (matching.test(JSON.stringify(args[0]))) count += 1
    return original(...args)
  }) as pg.Pool['query']
  try {
    await work()
    return count
  } finally {
    pool.query = original as pg.Pool['query']
  }
}
