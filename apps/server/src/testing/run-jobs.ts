import { Logger, runOnce } from 'graphile-worker'
import { allJobs, JOB_SCHEDULE } from '#all-jobs.ts'
import { openDiscordRoles } from '#gateways/discord-roles.ts'
import { asTaskList } from '#lib/jobs/run-worker.ts'
import type { TestStore } from './test-store.ts'

/** Runs all waiting jobs and those they queue, like a worker. */
export const runJobs = async ({ services, config }: TestStore) => {
  const { database } = services
  const parts = { ...services, discordRoles: openDiscordRoles(config), publicUrl: config.publicUrl }
  await runOnce({
    pgPool: database.pool,
    taskList: asTaskList(allJobs(parts), JOB_SCHEDULE),
    logger: new Logger(() => () => {}),
  })
}
