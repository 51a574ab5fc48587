import { Logger, runOnce } from 'graphile-worker'
import { allJobs, JOB_SCHEDULE } from '#all-jobs.ts'
import { createEncryption } from '#features/auth/encryption.ts'
import { openDiscordRoles } from '#gateways/discord-roles.ts'
import { asTaskList } from '#lib/jobs/run-worker.ts'
import type { TestStore } from './test-store.ts'

/** Runs all waiting jobs and those they queue, like a worker. */
export const runJobs = async ({ services, config }: TestStore) => {
  const { database } = services
  const parts = {
    ...services,
    promotions: services.mailer,
    discordRoles: openDiscordRoles(config),
    publicUrl: config.publicUrl,
    databaseUrl: config.databaseUrl,
    encryption: createEncryption(...config.authSecrets),
  }
  await runOnce({
    pgPool: database.pool,
    taskList: asTaskList(allJobs(parts), JOB_SCHEDULE),
    logger: new Logger(() => () => {}),
  })
}
