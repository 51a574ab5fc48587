import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { TestStore } from './test-store.ts'

/** Waits until this many statements wait for a lock that the test holds. */
export const untilWaiting = ({ db }: Pick<TestStore, 'db'>, many = 1) =>
  vi.waitFor(
    async () => {
      const { rows } = await db.execute<{ waiting: number }>(sql`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows[0]?.waiting).toBe(many)
    },
    { timeout: 10_000, interval: 50 },
  )
