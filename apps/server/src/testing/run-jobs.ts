import { Logger, runOnce, type Task, type TaskList } from 'graphile-worker'
import { allJobs, JOB_SCHEDULE } from '#all-jobs.ts'
import { createEncryption } from '#features/auth/encryption.ts'
import { openDiscordRoles } from '#gateways/discord-roles.ts'
import { asTaskList } from '#lib/jobs/run-worker.ts'
import type { TestStore } from './test-store.ts'

/** Every job runs twice under its id, as when a worker dies after the commit but before the queue records the end. */
const repeated = (tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (...job: Parameters<Task>) => {
        await task?.(...job)
        await task?.(...job)
      },
    ]),
  )

/** Runs all waiting jobs and those they queue, like a worker. */
export const runJobs = async ({ services, config }: TestStore, { isRepeated = false } = {}) => {
  const { database } = services
  const parts = {
    ...services,
    promotions: services.mailer,
    discordRoles: openDiscordRoles(config),
    publicUrl: config.publicUrl,
    databaseUrl: config.databaseUrl,
    encryption: createEncryption(...config.authSecrets),
  }
  const tasks = asTaskList(allJobs(parts), JOB_SCHEDULE)
  await runOnce({
    pgPool: database.pool,
    taskList: isRepeated ? repeated(tasks) : tasks,
    logger: new Logger(() => () => {}),
  })
}
