import { openDatabase } from '@slipstream/db/client'
import { readConfig } from '#config.ts'
import { openStripe } from '#gateways/stripe.ts'
import { freePort } from '#testing/free-port.ts'
import { startOwnStripe } from '#testing/own-stripe.ts'
import { emptyRedis } from '#testing/test-store.ts'
import { balance } from './balance.ts'
import { remoteApp } from './remote-app.ts'
import { supervise } from './supervise.ts'

interface Options {
  /** URL of its own migrated database. */
  databaseUrl: string
  /** Number of a Redis database that nothing else uses. */
  redisDatabase: number
  servers: number
  workers: number
}

/** A store of several processes behind one address, with its own Stripe that sends webhooks there. */
export const openProcesses = async (
  environment: Record<string, string | undefined>,
  { databaseUrl, redisDatabase, servers: howManyServers, workers: howManyWorkers }: Options,
) => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const stripe = await startOwnStripe({
    url: `${address}/api/webhooks/stripe`,
    secret: environment.STRIPE_WEBHOOK_SECRET ?? '',
  })
  const own = {
    ...environment,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    PUBLIC_URL: address,
    DATABASE_URL: databaseUrl,
    REDIS_URL: `${environment.REDIS_URL}/${redisDatabase}`,
    STRIPE_API_URL: stripe.address,
    // All buyers come from one address, which the limit would stop.
    REQUESTS_PER_MINUTE: '1000000',
    ADMIN_SECOND_FACTOR: 'optional',
  } as Record<string, string>
  const config = readConfig(own)
  await emptyRedis(config.redisUrl)

  const ports: number[] = []
  while (ports.length < howManyServers) ports.push(await freePort())
  const servers = ports.map((each) => supervise('server', { ...own, PORT: String(each) }))
  const workers = Array.from({ length: howManyWorkers }, () => supervise('worker', own))
  const balancer = await balance(port, ports)
  const database = openDatabase({
    url: databaseUrl,
    applicationName: 'slipstream-storm',
    maxConnections: 4,
    onIdleError: () => {},
  })
  const processes = [...servers, ...workers]

  return {
    ...remoteApp(address),
    db: database.db,
    stripe,
    payments: { db: database.db, stripe: openStripe(config), publicUrl: config.publicUrl },
    processes,
    ready: () => Promise.all(processes.map((each) => each.ready())),
    close: async () => {
      await Promise.all(processes.map((each) => each.stop()))
      balancer.close()
      await stripe.close()
      await database.close()
    },
  }
}
export type StoreOfProcesses = Awaited<ReturnType<typeof openProcesses>>
