import { asc, sql } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { jobRuns } from '@slipstream/db/tables/alerts'

/** Every scheduled job with its latest run, and whether it is late. */
export const readJobRuns = async (db: Db) => {
  const rows = await db
    .select({
      run: jobRuns,
      // A job without a success yet has been waiting since a worker first knew it.
      waitedMs: sql<number>`(extract(epoch from now() - coalesce(${jobRuns.succeededAt}, ${jobRuns.knownSince})) * 1000)::float8`,
    })
    .from(jobRuns)
    .orderBy(asc(jobRuns.name))
  return rows.map(({ run, waitedMs }) => ({ ...run, isLate: waitedMs > run.periodMs + run.graceMs }))
}
