import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { SILENT_MS } from './worker-heartbeat.ts'

interface QueueState {
  /** Jobs that are due and not running. */
  waiting: number
  /** Jobs that used up their attempts. */
  dead: number
  /** Workers with a recent heartbeat. */
  workers: number
}

export const readQueueState = async (db: Db): Promise<QueueState> => {
  const [state] = await readRows<{ waiting: number; dead: number; workers: number }>(
    db,
    sql`
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int as waiting,
      count(*) filter (where attempts >= max_attempts)::int as dead,
      (select count(*)::int from worker_heartbeats
        where seen_at > now() - make_interval(secs => ${SILENT_MS / 1_000})) as workers
    from graphile_worker.jobs where locked_at is null`,
  )
  if (!state) throw new Error('the job queue has no state')
  return state
}
