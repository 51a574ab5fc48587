import path from 'node:path'
import { buildApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { hearCanaries } from '#features/alerts/canaries.service.ts'
import { createErrorFeed } from '#features/alerts/error-feed.ts'
import { watchPasses } from '#features/alerts/watch-passes.ts'
import { keepCatalogueWarm } from '#features/catalogue/warm-catalogue.ts'
import { createPrivateServer } from '#lib/http/private-server.ts'
import { createLogFeed } from '#lib/log-stream.ts'
import { createLogger, tapped, usualOutput } from '#lib/logger.ts'
import { stopOnSignal } from '#lib/shutdown.ts'
import { registerDraining } from '#plugins/draining.ts'
import { mountWeb } from '#plugins/web.ts'
import { loadWebBuild } from '#plugins/web-build.ts'
import { loadWebDevelopment } from '#plugins/web-development.ts'
import { openServices } from '#open-services.ts'

const WEB = path.resolve(import.meta.dirname, '../../../web')

const config = loadConfig()
const feed = createLogFeed('api')
const errors = createErrorFeed('api')
const log = createLogger(config, tapped(usualOutput(config), feed.push, errors.push))
const services = await openServices(config, log)
feed.connect(services)
errors.connect({ ...services, log })
hearCanaries(services.bus, services.db, (error) => log.warn({ err: error }, 'could not note a heard change'))
const app = await buildApp(services)
const draining = registerDraining(app, config.drainMs)

const source =
  config.nodeEnv === 'development'
    ? await loadWebDevelopment(app, WEB)
    : await loadWebBuild(app, path.join(WEB, 'build'))
await mountWeb(app, {
  source,
  publicUrl: config.publicUrl,
  assetOrigin: new URL(config.storage.assetBaseUrl).origin,
  avatarOrigin: config.providers.discordCdn,
  botCheckOrigin: config.providers.turnstile,
  uploadOrigin: new URL(config.storage.endpoint).origin,
  metrics: services.metrics,
  onContentChange: (forget) => {
    services.settings.onChange(forget)
    services.legal.onChange(forget)
    services.bus.onChange('team', forget)
    services.bus.onChange('mods', forget)
    services.bus.onChange('plans', forget)
  },
})

const privateServer = createPrivateServer({
  registry: services.metrics.registry,
  readReadiness: services.readReadiness,
  isDraining: draining.isDraining,
}).listen(config.metricsPort, config.metricsHost)

await app.listen({ host: config.host, port: config.port })
log.info({ address: config.publicUrl }, 'the store is open')
const watch = watchPasses({ ...services, log })
keepCatalogueWarm(services.bus, (url) => app.inject({ method: 'GET', url }))

const stop = async () => {
  await draining.drain()
  await services.live.drain()
  await app.close()
  privateServer.close()
  await feed.close()
  watch.close()
  await errors.close()
  await services.close()
}
stopOnSignal(log, stop, config.drainMs)
