/** One server of the store without its pages. */
import { buildApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { createLogger } from '#lib/logger.ts'
import { stopOnSignal } from '#lib/shutdown.ts'
import { openServices } from '#open-services.ts'

const config = loadConfig()
const log = createLogger(config)
const services = await openServices(config, log)
const app = await buildApp(services)
await app.listen({ host: config.host, port: config.port })

process.on('disconnect', () => process.exit(1))
stopOnSignal(log, async () => {
  await services.live.drain()
  await app.close()
  await services.close()
})
process.send?.('ready')
