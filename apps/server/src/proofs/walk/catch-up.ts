import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { reconcile, sweepEvents } from '#features/reconciliation/reconcile.service.ts'
import { patiently } from './patiently.ts'
import type { WalkStore } from './open-walk-store.ts'

const MOST_ROUNDS = 40

/** Makes every scheduled check due until nothing is left to do. */
export const catchUp = async ({ db, payments }: WalkStore) => {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await patiently(() => sweepEvents(payments))
    // The queue and the reconciler would follow the same events at once: a race that walks take on their way.
    await patiently(() => untilQuiet({ db }))
    for (const table of ['orders', 'stripe_events', 'order_refunds', 'subscriptions', 'subscription_refunds']) {
      await db.execute(sql.raw(`update ${table} set next_check_at = now() - interval '1 s'`))
    }
    await patiently(() => reconcile(payments, () => undefined))
    if (await patiently(() => isIdle(db))) return
  }
}

const isIdle = async (db: WalkStore['db']) => {
  if (!(await untilQuiet({ db }))) return false
  const { rows } = await db.execute<{ waiting: number }>(sql`
    select (select count(*)::int from stripe_events where handled_at is null)
      + (select count(*)::int from order_refunds where state = 'queued' and stripe_id is null)
      + (select count(*)::int from subscription_refunds where state = 'queued' and stripe_id is null)
      + (select count(*)::int from subscriptions where end_requested = 'now') as waiting`)
  return rows[0]?.waiting === 0
}

/** Whether the queue has become empty. */
export const untilQuiet = async ({ db }: Pick<WalkStore, 'db'>) => {
  for (let look = 0; look < 200; look++) {
    await db.execute(sql`
      update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts < max_attempts`)
    const { rows } = await db.execute<{ jobs: number }>(sql`
      select count(*)::int as jobs from graphile_worker._private_jobs where attempts < max_attempts`)
    if (rows[0]?.jobs === 0) return true
    await sleep(20)
  }
  return false
}
