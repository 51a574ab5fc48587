import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { builtStoreEnvironment, requireBuild, type Undo } from '../bench/built-store.ts'
import { ask, runToEnd, type Server, startServer } from '../bench/child-process.ts'
import { freePorts } from '../bench/free-port.ts'
import { CREDENTIALS, type Credentials } from '../bench/sign-in.ts'
import { startServices, stopServices } from '../services/all-services.ts'
import { freePortBase } from '../services/free-port-base.ts'
import { readPlaces, repositoryRoot, serviceEnvironment } from '../services/places.ts'

const SERVER = join(repositoryRoot, 'apps/server/src/bin')
const HEAP_MEGABYTES = 256

interface AbuseStore {
  store: Server
  inspectorPort: number
  /** Accounts that can sign in. */
  customers: Credentials[]
  modIds: number[]
}

/**
 * Starts a built store with the default limits, a small heap and its own services, so the attack touches nothing else.
 */
export const openAbuseStore = async (customerCount: number, undo: Undo, signal: AbortSignal): Promise<AbuseStore> => {
  requireBuild()
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-abuse-'))
  undo(async () => rmSync(folder, { recursive: true, force: true }))
  const places = readPlaces({ SLIPSTREAM_SERVICES_DIR: folder, SLIPSTREAM_PORT_BASE: String(await freePortBase()) })
  undo(() => stopServices(places))
  await startServices(places)
  signal.throwIfAborted()

  const services = serviceEnvironment(places)
  const [port = 0, metricsPort = 0, inspectorPort = 0] = await freePorts(3)
  const env = {
    ...builtStoreEnvironment(services, { port, metricsPort }),
    LOG_LEVEL: 'info',
    // The default, even where the shell or `.env` sets another value.
    REQUESTS_PER_MINUTE: '1200',
  }
  await runToEnd(join(SERVER, 'migrate.ts'), env, signal)
  await runToEnd(join(SERVER, '../demo/seed.ts'), env, signal)
  const customers = await addCustomers(services.DATABASE_URL, customerCount)
  const store = await startServer(
    {
      file: join(SERVER, 'api.ts'),
      env: {
        ...env,
        // As `npm start` and the image do.
        MALLOC_ARENA_MAX: '2',
        NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES} --max-semi-space-size=8 --inspect=127.0.0.1:${inspectorPort}`,
      },
      port,
      healthPath: '/healthz',
      logFile: join(folder, 'store.log'),
    },
    signal,
  )
  undo(store.stop)
  const list = JSON.parse((await ask(`${store.url}/api/mods`)).body.toString()) as { items: { id: number }[] }
  return { store, inspectorPort, customers, modIds: list.items.map(({ id }) => id) }
}

/** Accounts like the demo customer's, with the same password. */
const addCustomers = async (connectionString: string, count: number) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ username: string }>(
      `insert into users (username, email, email_verified_at, password_hash)
       select 'visitor_' || n, 'visitor_' || n || '@customer.example', now(), password_hash
       from users, generate_series(1, $1) n where username = $2 returning username`,
      [count, CREDENTIALS.username],
    )
    return rows.map(({ username }) => ({ ...CREDENTIALS, username }))
  } finally {
    await client.end()
  }
}
