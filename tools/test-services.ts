/** Vitest's global setup: real services (running ones or its own) and a migrated template database. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { environment } from './environment.ts'
import { ensureServices } from './services/all-services.ts'
import { readPlaces, serviceEnvironment } from './services/places.ts'

const MIGRATE = path.resolve(import.meta.dirname, '../apps/server/src/bin/migrate.ts')

const setUp = async (project: TestProject) => {
  const places = readPlaces(environment())
  const { stop } = await ensureServices(places)
  // Only tests of the second factor turn it on. All others would have to enter codes.
  const env = {
    ...environment(),
    ...serviceEnvironment(places),
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ADMIN_SECOND_FACTOR: 'optional',
    // All requests come from one address. On a busy machine the store would shed it for exceeding its share.
    REQUESTS_PER_MINUTE: '1000000',
  }

  // Named after this run, so that two runs on one machine do not drop each other's database.
  const templateDatabase = `test_template_${process.pid}`
  const url = await recreateDatabase(env.DATABASE_URL, templateDatabase)
  const migrated = spawnSync(process.execPath, [MIGRATE], { env: { ...env, DATABASE_URL: url }, encoding: 'utf8' })
  if (migrated.status !== 0)
    throw new Error(`migrating the test database failed:\n${migrated.stdout}${migrated.stderr}`)

  project.provide('environment', env)
  project.provide('templateDatabase', templateDatabase)
  return async () => {
    await dropDatabase(env.DATABASE_URL, templateDatabase)
    await stop()
  }
}

export default setUp
