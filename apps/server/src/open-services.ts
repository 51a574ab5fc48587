import type { Logger } from 'pino'
import { openDatabase, requireStatementTimeout, type Database } from '@slipstream/db/client'
import { allLiveTopics } from '#all-live-topics.ts'
import type { Services } from '#app.ts'
import { type Config, secretsOf } from '#config.ts'
import { openAuth } from '#features/auth/open-auth.ts'
import { isSilentCopy } from '#features/backups/restored-copy.service.ts'
import { openCartStamps } from '#features/cart/cart-stamps.service.ts'
import { openLiveLegal } from '#features/legal/live-legal.service.ts'
import { openLive } from '#features/live/open-live.ts'
import { countOpenRequests } from '#features/orders/open-requests.service.ts'
import { openLiveSettings } from '#features/settings/live-settings.service.ts'
import { openVisits } from '#features/visits/open-visits.ts'
import { openAlertChannels } from '#gateways/alert-channels.ts'
import { openCdn } from '#gateways/cdn.ts'
import { openDiscordRoles } from '#gateways/discord-roles.ts'
import { openDiscordWebhooks } from '#gateways/discord-webhooks.ts'
import { openDnsRecords } from '#gateways/dns-records.ts'
import { openMailer } from '#gateways/mailer.ts'
import { openRedis } from '#gateways/redis.ts'
import { openStorage } from '#gateways/storage.ts'
import { openStripe } from '#gateways/stripe.ts'
import { openDatabaseCheck, type ReadReadiness, shareReadiness } from '#lib/http/health.ts'
import { openChangeBus, type ChangeBus } from '#lib/cache/change-bus.ts'
import { countDeadJobs } from '#lib/jobs/jobs.ts'
import { openLateness } from '#lib/http/lateness.ts'
import { openSharedCache } from '#lib/cache/shared-cache.ts'
import { openTelemetry } from '#lib/telemetry/telemetry.ts'
import { traceQuery } from '#lib/telemetry/traced-queries.ts'
import { textRedactor } from '#lib/redact-text.ts'
import { createMetrics } from '#plugins/metrics.ts'

export interface OpenServices extends Services {
  database: Database
  bus: ChangeBus
  readReadiness: ReadReadiness
  close: () => Promise<void>
}

/** Fails like Stripe in an outage. A restored copy must not charge or refund anybody until a person releases it. */
const silentStripe = (config: Config) =>
  openStripe({ ...config, providers: { ...config.providers, stripe: 'http://127.0.0.1:1' } })

/** Connects the store to its services. Only the database must be reachable. */
export const openServices = async (config: Config, log: Logger): Promise<OpenServices> => {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'lost an idle database connection')
  const database = openDatabase({
    url: config.pooledDatabaseUrl ?? config.databaseUrl,
    applicationName: 'slipstream-server',
    maxConnections: 10,
    isPooled: config.pooledDatabaseUrl !== null,
    onIdleError,
    ...(config.telemetry && { onQuery: traceQuery }),
  })
  if (config.pooledDatabaseUrl !== null) {
    await requireStatementTimeout(database).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
  }
  const databaseCheck = openDatabaseCheck({ url: config.databaseUrl, onIdleError })
  const { db } = database
  const telemetry = await openTelemetry(config, 'server', log)
  const bus = await openChangeBus(config.databaseUrl, log)
  const redis = openRedis(config.redisUrl, log)
  const storage = openStorage(config.storage)
  const mailer = openMailer(config.mail)
  const lateness = openLateness(config.nodeEnv)
  const settings = await openLiveSettings(db, bus, log, {
    countOpenRequests,
    givesDiscordRole: config.discordBot !== null,
    storage,
  })
  const legal = await openLiveLegal(db, bus, log)
  const auth = openAuth(config, { db, bus, redis, settings })
  const metrics = createMetrics({ countDeadJobs: () => countDeadJobs(db), isRedisUp: redis.isUp })
  const visits = openVisits({ db, settings, log, metrics, countryHeader: config.countryHeader })

  return {
    log,
    database,
    bus,
    readReadiness: shareReadiness({ checkDatabase: databaseCheck.check, redis, storage, mailer }),
    db,
    redis,
    storage,
    mailer,
    stripe: (await isSilentCopy(db)) ? silentStripe(config) : openStripe(config),
    cdn: openCdn(config.cdn),
    channels: openAlertChannels(config.alerts),
    discordRoles: openDiscordRoles(config),
    discordWebhooks: openDiscordWebhooks(config),
    settings,
    legal,
    auth,
    cache: openSharedCache(redis, bus, ['team', 'mods', 'plans', 'legal']),
    cartStamps: openCartStamps({ db, redis, bus }),
    metrics,
    visits,
    live: openLive({ bus, redis, identity: auth.identity, metrics, topics: allLiveTopics(database.db) }),
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    requestsPerMinute: config.requestsPerMinute,
    lateness,
    hasDiscordLogin: config.discord.clientId !== '' && config.discord.clientSecret !== '',
    redact: textRedactor(secretsOf(config)),
    backupKey: config.backupKey,
    markKeys: config.markKeys,
    secretsExpire: config.secretsExpire,
    mailWebhookSecret: config.mailWebhookSecret,
    mailSource: config.mailSource,
    dns: openDnsRecords(config.dnsServers),
    hasApiDocs: config.hasApiDocs,
    telemetry,
    close: async () => {
      await visits.close()
      lateness.close()
      settings.close()
      legal.close()
      await bus.close()
      redis.close()
      storage.close()
      mailer.close()
      await databaseCheck.close()
      await database.close()
      await telemetry?.close()
    },
  }
}
