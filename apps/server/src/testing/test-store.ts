import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeEach, inject } from 'vitest'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'
import { clearTables } from '@slipstream/db/testing/clear-tables'
import type { Services } from '#app.ts'
import { readConfig } from '#config.ts'
import { openServer } from './open-server.ts'
import { behindPort } from './own-pooler.ts'

/** Rewrites the address of a database to go through a pooler. */
type Through = (url: string) => string

/** `npm run test:pooled` runs all tests behind a pooler. */
const poolerPort = process.env.TEST_POOLER_PORT
const poolerOfAllTests: Through | null = poolerPort === undefined ? null : (url) => behindPort(url, poolerPort)

/** The environment of a store with its own database on the real test services. */
const testEnvironment = async (name: string, changes: Record<string, string>, through: Through | null) => {
  const environment = inject('environment')
  // Redis has 16 numbered databases; each test process uses its own. The journeys in e2e use those from 4 on.
  const redisDatabase = Number(process.env.VITEST_POOL_ID ?? '0') % 4
  const direct = await copyDatabase(environment.DATABASE_URL ?? '', inject('templateDatabase'), name)
  return {
    ...environment,
    DATABASE_URL: direct,
    ...(through && { DATABASE_URL: through(direct), DATABASE_DIRECT_URL: direct }),
    REDIS_URL: `${environment.REDIS_URL}/${redisDatabase}`,
    ...changes,
  }
}

/**
 * A whole store for one test file: real PostgreSQL, Redis, S3 and mail. `change` replaces services, and `changes`
 * replaces environment variables.
 */
export const openTestStore = async (
  change: Partial<Services> = {},
  changes: Record<string, string> = {},
  through = poolerOfAllTests,
) => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const config = readConfig(await testEnvironment(name, changes, through))
  await emptyRedis(config.redisUrl)
  const { app, services, close } = await openServer(config, change)

  return {
    app,
    config,
    services,
    db: services.database.db,
    /** Calls the API like a browser. */
    call: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, options: CallOptions = {}) =>
      app.inject({
        method,
        url,
        headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', ...options.headers },
        ...(options.body !== undefined && { payload: JSON.stringify(options.body) }),
      }),
    empty: () => clearTables(services.database.db),
    close: async () => {
      await close()
      await dropDatabase(inject('environment').DATABASE_URL ?? '', name)
    },
  }
}

export type TestStore = Awaited<ReturnType<typeof openTestStore>>

/** The store of a test file, closed at its end. */
export const openFileStore = async (): Promise<TestStore> => {
  const store = await openTestStore()
  afterAll(store.close)
  return store
}

/** The store of a test file, emptied before each test. */
export const openEmptiedTestStore = async (): Promise<TestStore> => {
  const store = await openFileStore()
  beforeEach(store.empty)
  return store
}

interface CallOptions {
  headers?: Record<string, string>
  body?: unknown
}

export const emptyRedis = async (url: string) => {
  const redis = new Redis(url)
  await redis.flushdb()
  redis.disconnect()
}
