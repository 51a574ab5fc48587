import { Logger, runOnce } from 'graphile-worker'
import { allJobs, JOB_SCHEDULE } from '#all-jobs.ts'
import { asTaskList } from '#lib/jobs/run-worker.ts'
import type { TestStore } from './test-store.ts'

/** Runs all waiting jobs and those they queue, like a worker. */
export const runJobs = async ({ services, config }: TestStore) => {
  const { database, db, mailer, storage, stripe } = services
  await runOnce({
    pgPool: database.pool,
    taskList: asTaskList(allJobs({ db, mailer, storage, stripe, publicUrl: config.publicUrl }), JOB_SCHEDULE),
    logger: new Logger(() => () => {}),
  })
}
