import { asc, sql } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { jobRuns } from '@slipstream/db/tables/alerts'

/** Every scheduled job, with its expected and its real runs. */
export const readJobRuns = async (db: Db) => {
  const rows = await db
    .select({
      run: jobRuns,
      // A job that is new in this release waits since a worker knows it.
      waitedMs: sql<number>`(extract(epoch from now() - coalesce(${jobRuns.succeededAt}, ${jobRuns.knownSince})) * 1000)::float8`,
    })
    .from(jobRuns)
    .orderBy(asc(jobRuns.name))
  return rows.map(({ run, waitedMs }) => ({ ...run, isLate: waitedMs > run.periodMs + run.graceMs }))
}
