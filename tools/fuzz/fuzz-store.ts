import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { builtStoreEnvironment, requireBuild, type Undo } from '../bench/built-store.ts'
import { runToEnd, startServer } from '../bench/child-process.ts'
import { freePorts } from '../bench/free-port.ts'
import { emptyRedis } from '../bench/own-services.ts'
import { tellDemoPayments } from '../demo-payments.ts'
import { environment } from '../environment.ts'
import { ensureServices } from '../services/all-services.ts'
import { readPlaces, serviceEnvironment } from '../services/places.ts'
import { addThrowAwayAccounts } from './people.ts'

const REDIS_DATABASE = 14

/** A built store with the demo in its own database. It trusts forwarded addresses and has no rate limit. */
export const openFuzzStore = async (root: string, undo: Undo, signal: AbortSignal) => {
  requireBuild(root)
  const places = readPlaces(environment())
  const { stop } = await ensureServices(places)
  undo(stop)
  const services = serviceEnvironment(places)
  const database = `fuzz_${process.pid}`
  undo(() => dropDatabase(services.DATABASE_URL, database))
  const databaseUrl = await recreateDatabase(services.DATABASE_URL, database)
  const redisUrl = `${services.REDIS_URL}/${REDIS_DATABASE}`
  await emptyRedis(redisUrl)
  undo(() => emptyRedis(redisUrl))

  const [port = 0, metricsPort = 0] = await freePorts(2)
  const env = {
    ...builtStoreEnvironment(services, { port, metricsPort }),
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    REQUESTS_PER_MINUTE: '1000000000',
  }
  const bin = join(root, 'apps/server/src/bin')
  await runToEnd(join(bin, 'migrate.ts'), env, signal)
  await runToEnd(join(bin, '../demo/seed.ts'), env, signal)
  await tellDemoPayments(env)
  await runToEnd(join(bin, '../demo/subscribe.ts'), env, signal)
  await addThrowAwayAccounts(databaseUrl)

  const logs = mkdtempSync(join(tmpdir(), 'slipstream-fuzz-'))
  undo(async () => rmSync(logs, { recursive: true }))
  const logFile = join(logs, 'store.log')
  const store = await startServer({ file: join(bin, 'api.ts'), env, port, healthPath: '/healthz', logFile }, signal)
  undo(store.stop)
  return { ...store, logFile, turnstileUrl: services.TURNSTILE_URL, stripeUrl: services.STRIPE_API_URL }
}
