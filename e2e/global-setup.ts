import type { FullConfig } from '@playwright/test'
import { copyDatabase, dropDatabase, recreateDatabase, withClient } from '@slipstream/db/testing/test-database'
import { startEmulators } from '@slipstream/emulators/start-emulators'
import { tellDemoPayments } from '../tools/demo-payments.ts'
import { requireBuild } from '../tools/bench/built-store.ts'
import { emptyRedis } from '../tools/bench/own-services.ts'
import { environment } from '../tools/environment.ts'
import { ensureServices } from '../tools/services/all-services.ts'
import { type Places, readPlaces, serviceEnvironment } from '../tools/services/places.ts'
import type { PreparedStore } from './store.ts'
import { runStoreCommand, startStore } from './store-process.ts'

/** Each store has its own block of ports above those of the services, and the journeys find free ones in it. */
const FIRST_STORE = 40
const PORTS_OF_A_STORE = 30

/** The unit tests use lower numbers, so that they can run beside the journeys on the same services. */
const FIRST_REDIS_DATABASE = 4

/** A template database with the demo data. */
const fillWithDemo = async (places: Places, name: string) => {
  const services = serviceEnvironment(places)
  const DATABASE_URL = await recreateDatabase(services.DATABASE_URL, name)
  const env = { ...environment(), ...services, NODE_ENV: 'test', DATABASE_URL }
  await runStoreCommand(env, 'apps/server/src/bin/migrate.ts')
  await runStoreCommand(env, 'apps/server/src/demo/seed.ts')
  // No journey needs the demo's pictures in other sizes, which take the first worker of each store half a minute.
  await withClient(DATABASE_URL, (client) =>
    client.query(`select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier in ('mods.scale_picture', 'mods.draw_share')))`),
  )
}

/**
 * Two servers on one database with the demo store, as behind a load balancer, with their own emulators and Redis
 * database.
 */
const openStore = async (shared: Places, demo: string, index: number) => {
  const port = shared.portBase + FIRST_STORE + index * PORTS_OF_A_STORE
  const emulators = { overview: port + 4, stripe: port + 5, discord: port + 6, turnstile: port + 7, cdn: port + 8 }
  const services = serviceEnvironment({ ...shared, ports: { ...shared.ports, emulators } })
  const { stop: stopEmulators } = await startEmulators({
    ports: emulators,
    webhook: { url: `http://127.0.0.1:${port}/api/webhooks/stripe`, secret: services.STRIPE_WEBHOOK_SECRET },
  })

  const database = `${demo}_${index}`
  const own = {
    ...services,
    NODE_ENV: 'test',
    DATABASE_URL: await copyDatabase(services.DATABASE_URL, demo, database),
    REDIS_URL: `${services.REDIS_URL}/${FIRST_REDIS_DATABASE + index}`,
  }
  await emptyRedis(own.REDIS_URL)
  await tellDemoPayments(own)
  await runStoreCommand({ ...environment(), ...own }, 'apps/server/src/demo/subscribe.ts')
  const first = await startStore({ ...environment(), ...own }, port)
  const second = await startStore({ ...environment(), ...own }, port + 2)
  const prepared: PreparedStore = {
    url: first.url,
    secondUrl: second.url,
    firstFreePort: port + 10,
    demo,
    environment: own,
  }
  const began = Date.now()
  /** Whatever the journeys bought, refunded and disputed, the money check must pass at the end. */
  const checkMoney = () =>
    runStoreCommand(
      { ...environment(), ...own },
      'apps/server/src/bin/money.ts',
      String((Date.now() - began) / 3_600_000),
    )
  const close = async () => {
    try {
      await checkMoney()
    } finally {
      await Promise.all([stopEmulators(), first.stop(), second.stop()])
      await dropDatabase(services.DATABASE_URL, database)
    }
  }
  return { prepared, close }
}

/** One store per Playwright worker, so that journeys do not affect each other. */
const setUp = async ({ workers }: FullConfig) => {
  requireBuild()
  const places = readPlaces(environment())
  const { stop: stopServices } = await ensureServices(places)
  const demo = `e2e_${process.pid}`
  await fillWithDemo(places, demo)
  const indexes = Array.from({ length: workers }, (_, index) => index)
  const stores = await Promise.all(indexes.map((index) => openStore(places, demo, index)))
  process.env.STORES = JSON.stringify(stores.map(({ prepared }) => prepared))

  return async () => {
    const closed = await Promise.allSettled(stores.map(({ close }) => close()))
    await dropDatabase(serviceEnvironment(places).DATABASE_URL, demo)
    await stopServices()
    for (const store of closed) if (store.status === 'rejected') throw store.reason
  }
}

export default setUp
