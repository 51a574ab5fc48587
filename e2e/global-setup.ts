import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { environment } from '../tools/environment.ts'
import { ensureServices } from '../tools/services/all-services.ts'
import { readPlaces, serviceEnvironment } from '../tools/services/places.ts'
import { runStoreCommand, startStore } from './store-process.ts'

/** Two servers side by side on one database filled with the demo store, as behind a load balancer. */
const setUp = async () => {
  const places = readPlaces(environment())
  const { stop: stopServices } = await ensureServices(places)
  const services = { ...environment(), ...serviceEnvironment(places) }
  const database = `e2e_${process.pid}`
  const env = { ...services, NODE_ENV: 'test', DATABASE_URL: await recreateDatabase(services.DATABASE_URL, database) }
  await runStoreCommand(env, 'apps/server/src/bin/migrate.ts')
  await runStoreCommand(env, 'apps/server/src/bin/seed.ts')

  const first = await startStore(env, places.portBase + 40)
  const second = await startStore(env, places.portBase + 42)
  Object.assign(process.env, {
    STORE_URL: first.url,
    SECOND_STORE_URL: second.url,
    STORE_DATABASE_URL: env.DATABASE_URL,
    FREE_PORT_BASE: String(places.portBase + 50),
  })

  return async () => {
    await Promise.all([first.stop(), second.stop()])
    await dropDatabase(services.DATABASE_URL, database)
    await stopServices()
  }
}

export default setUp
