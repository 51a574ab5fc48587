/** The API without its pages as a process, for tests that kill it. Uses the store's environment. */
import { buildApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { createLogger } from '#lib/logger.ts'
import { openServices } from '#open-services.ts'

const config = loadConfig()
const log = createLogger(config)
const onUndeclaredError = (problem: string) => log.error(problem)
const app = await buildApp({ ...(await openServices(config, log)), onUndeclaredError })
await app.listen({ host: config.host, port: config.port })
