import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { environment } from '../environment.ts'
import { ensureServices } from '../services/all-services.ts'
import { readPlaces, repositoryRoot, serviceEnvironment } from '../services/places.ts'
import { builtStoreEnvironment, requireBuild, type Undo } from './built-store.ts'
import { type Server, runToEnd, startServer } from './child-process.ts'
import { freePorts } from './free-port.ts'
import { addManyCarts } from './many-carts.ts'
import { addManyMods } from './many-mods.ts'
import { addManyUsers } from './many-users.ts'
import { startSettings } from './start-settings.ts'
import { emptyRedis, postgresPid, redisPid } from './own-services.ts'

const SERVER = join(repositoryRoot, 'apps/server/src/bin')
/** Redis numbers its databases. The last one is the least likely to be in use. */
const REDIS_DATABASE = 15

export interface BenchStore {
  store: Server
  reference: Server
  database: string
  postgresPid: number
  redisPid: number
}

/** A built store and its references with their own database, on services that are running or get started. */
export const openBenchStore = async (undo: Undo, signal: AbortSignal): Promise<BenchStore> => {
  requireBuild()
  const places = readPlaces(environment())
  const { stop } = await ensureServices(places)
  undo(stop)
  signal.throwIfAborted()

  const services = serviceEnvironment(places)
  const database = `bench_${process.pid}`
  undo(() => dropDatabase(services.DATABASE_URL, database))
  const databaseUrl = await recreateDatabase(services.DATABASE_URL, database)
  const redisUrl = `${services.REDIS_URL}/${REDIS_DATABASE}`
  await emptyRedis(redisUrl)
  undo(() => emptyRedis(redisUrl))

  const logs = mkdtempSync(join(tmpdir(), 'slipstream-bench-'))
  undo(async () => rmSync(logs, { recursive: true }))
  const [port = 0, metricsPort = 0, referencePort = 0] = await freePorts(3)
  const env = {
    ...builtStoreEnvironment(services, { port, metricsPort }),
    ...startSettings(repositoryRoot),
    NODE_COMPILE_CACHE: join(logs, 'compiled'),
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    // All load comes from one address, which the rate limit would stop.
    REQUESTS_PER_MINUTE: '1000000000',
    // Sign-ins are limited per address, so they must appear to come from many.
    TRUSTED_PROXIES: '127.0.0.1',
  }
  await runToEnd(join(SERVER, 'migrate.ts'), env, signal)
  await runToEnd(join(SERVER, '../demo/seed.ts'), env, signal)
  await addManyUsers(databaseUrl)
  await addManyMods(databaseUrl)
  await addManyCarts(databaseUrl)

  const reference = await startServer(
    {
      file: fileURLToPath(new URL('./reference.ts', import.meta.url)),
      env: { ...env, PORT: String(referencePort), STORE_URL: env.PUBLIC_URL },
      port: referencePort,
      healthPath: '/bare',
      logFile: join(logs, 'reference.log'),
    },
    signal,
  )
  undo(reference.stop)
  const store = await startServer(
    { file: join(SERVER, 'api.ts'), env, port, healthPath: '/healthz', logFile: join(logs, 'store.log') },
    signal,
  )
  undo(store.stop)

  return {
    store,
    reference,
    database,
    postgresPid: await postgresPid(databaseUrl),
    redisPid: await redisPid(redisUrl),
  }
}
