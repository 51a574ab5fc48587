/**
 * The part of `npm run live-streams` that runs on its own PostgreSQL, which the caller restarts after crashes. See
 * docs/performance.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@slipstream/db/client'
import { migrate } from '@slipstream/db/migrate'
import { recreateDatabase } from '@slipstream/db/testing/test-database'
import { installQueue } from '#lib/jobs/jobs.ts'
import { freePort } from '#testing/free-port.ts'
import { prepareOwnRedis } from '#testing/own-redis.ts'
import { crashPostgres } from '../crash-postgres.ts'
import { fillPeople } from './fill-people.ts'
import { startServer } from './restarted-server.ts'
import { surviveOutage } from './survive-outages.ts'

const LONGEST_GAP_MS = 40_000
const PEOPLE = 20

const databaseUrl = await recreateDatabase(process.env.DATABASE_URL ?? '', 'live_streams')
await migrate(databaseUrl)
await installQueue(databaseUrl)
const redis = await prepareOwnRedis()
await redis.start()
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const environment = {
  ...process.env,
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: url,
  DATABASE_URL: databaseUrl,
  REDIS_URL: redis.url,
  REQUESTS_PER_MINUTE: '1000000',
  TRUSTED_PROXIES: '127.0.0.1',
  ADMIN_SECOND_FACTOR: 'optional',
} as Record<string, string>
const { db, close } = openDatabase({
  url: databaseUrl,
  applicationName: 'slipstream-live-streams',
  maxConnections: 20,
  onIdleError: () => {},
})
const people = await fillPeople(db, PEOPLE)
const parts = { url, db, people }

const fail = (reason: string) => {
  console.log(`missed: ${reason}`)
  process.exitCode = 1
}

const server = await startServer(environment)
const outages: Record<string, () => Promise<void>> = {
  none: async () => {},
  'Redis killed, back after 3 s': async () => {
    await redis.stop()
    await sleep(3_000)
    await redis.start()
  },
  'Redis frozen for 5 s': async () => {
    redis.freeze()
    await sleep(5_000)
    redis.thaw()
  },
  'server killed and restarted': () => server.restart('SIGKILL'),
  'server stopped and restarted': () => server.restart('SIGTERM'),
  'PostgreSQL crashed and restarted': () => crashPostgres(databaseUrl),
}
for (const [name, outage] of Object.entries(outages)) {
  const figures = await surviveOutage(parts, name, outage)
  console.dir(figures)
  if (figures['pages with a gap'] > 0) fail(`${name}: a page has a gap`)
  if (figures['messages written'] !== figures['messages sent']) fail(`${name}: a message was lost or written twice`)
  if (figures['last page complete after ms'] > LONGEST_GAP_MS) fail(`${name}: a page was late`)
}
await server.end('SIGTERM')
await close()
await redis.close()
