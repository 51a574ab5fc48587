import { inArray, lt, sql } from 'drizzle-orm'
import { type Db, inTransaction, readRows } from '@slipstream/db/client'
import { workerHeartbeats } from '@slipstream/db/tables/workers'

export const HEARTBEAT_MS = 2_000
/** A worker without a heartbeat for this long is considered dead, and its jobs go to other workers. */
export const SILENT_MS = 7_000

export const beat = async (db: Db, workerId: string, pools: string[] = [workerId]) => {
  await inTransaction(db, (tx) =>
    tx
      .insert(workerHeartbeats)
      .values({ workerId, pools })
      .onConflictDoUpdate({ target: workerHeartbeats.workerId, set: { pools, seenAt: sql`now()` } }),
  )
}

/** Called when a worker stops properly, so that its silence is not an incident. */
export const signOff = async (db: Db, workerIds: readonly string[]) => {
  await inTransaction(db, (tx) => tx.delete(workerHeartbeats).where(inArray(workerHeartbeats.workerId, [...workerIds])))
}

/**
 * Graphile Worker keeps the jobs of a killed worker locked for four hours. This releases jobs whose worker has no
 * recent heartbeat; they run again, which is safe because every handler is idempotent.
 */
export const releaseSilentWorkers = async (db: Db): Promise<string[]> => {
  const rows = await readRows<{ worker: string }>(
    db,
    sql`
    select distinct locked_by as worker from graphile_worker.jobs
    where locked_by is not null and locked_at < now() - make_interval(secs => ${SILENT_MS / 1_000})
      and not exists (
        select from worker_heartbeats
        where locked_by = any (pools) and seen_at > now() - make_interval(secs => ${SILENT_MS / 1_000}))`,
  )
  const silent = rows.map((row) => row.worker)
  if (silent.length > 0) {
    const unlock = sql`select graphile_worker.force_unlock_workers(${sql.param(silent)}::text[])`
    await inTransaction(db, (tx) => tx.execute(unlock))
  }
  return silent
}

export const forgetOldHeartbeats = async (db: Db) => {
  await inTransaction(db, (tx) =>
    tx.delete(workerHeartbeats).where(lt(workerHeartbeats.seenAt, sql`now() - interval '1 day'`)),
  )
}
