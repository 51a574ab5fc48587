import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '@slipstream/db/client'
import { allJobs, JOB_SCHEDULE } from '#all-jobs.ts'
import { loadConfig, secretsOf } from '#config.ts'
import { createEncryption } from '#features/auth/encryption.ts'
import { createErrorFeed } from '#features/alerts/error-feed.ts'
import { isSilentCopy } from '#features/backups/restored-copy.service.ts'
import { BATCH as NEWSLETTER_BATCH } from '#features/newsletter/send-newsletter.operation.ts'
import { openAlertChannels } from '#gateways/alert-channels.ts'
import { openDiscordRoles } from '#gateways/discord-roles.ts'
import { openDiscordWebhooks } from '#gateways/discord-webhooks.ts'
import { openBulkMailer, openMailer } from '#gateways/mailer.ts'
import { RECONCILE_BATCH } from '#features/reconciliation/reconcile.service.ts'
import { runReconciler } from '#features/reconciliation/reconciler.ts'
import { openRedis } from '#gateways/redis.ts'
import { openStorage } from '#gateways/storage.ts'
import { openStripe } from '#gateways/stripe.ts'
import { createLogFeed } from '#lib/log-stream.ts'
import { createLogger, tapped, usualOutput } from '#lib/logger.ts'
import { textRedactor } from '#lib/redact-text.ts'
import { openTelemetry } from '#lib/telemetry/telemetry.ts'
import { tracedJobs } from '#lib/telemetry/traced-jobs.ts'
import { traceQuery } from '#lib/telemetry/traced-queries.ts'
import { JOBS_AT_ONCE, QUEUE_CONNECTIONS, runWorker } from '#lib/jobs/run-worker.ts'
import { stopOnSignal } from '#lib/shutdown.ts'

const RELEASE_POLL_MS = 2_000

const config = loadConfig()
const feed = createLogFeed('worker')
const errors = createErrorFeed('worker')
const log = createLogger(config, tapped(usualOutput(config), feed.push, errors.push))
const database = openDatabase({
  url: config.databaseUrl,
  applicationName: 'slipstream-worker',
  maxConnections: JOBS_AT_ONCE + QUEUE_CONNECTIONS + RECONCILE_BATCH,
  onIdleError: (error) => log.warn({ err: error }, 'lost an idle database connection'),
  ...(config.telemetry && { onQuery: traceQuery }),
})
const mailer = openMailer(config.mail)
const promotions = openBulkMailer(config.mail, NEWSLETTER_BATCH)
const storage = openStorage(config.storage)
// Only for the shared log; the jobs do not need Redis.
const redis = openRedis(config.redisUrl, log)
const redact = textRedactor(secretsOf(config))
feed.connect({ redis, redact })
errors.connect({ db: database.db, redact, log })

const telemetry = await openTelemetry(config, 'worker', log)
const stripe = openStripe(config)
const payments = { db: database.db, stripe, publicUrl: config.publicUrl }

// A restored copy must not mail or charge anybody again.
if (await isSilentCopy(database.db)) {
  log.warn('this database was restored from a backup: the worker waits until "npm run restore -- release"')
  while (await isSilentCopy(database.db)) await setTimeout(RELEASE_POLL_MS)
  log.info('the restored copy was released')
}

const handlers = allJobs({
  ...payments,
  log,
  mailer,
  promotions,
  storage,
  discordRoles: openDiscordRoles(config),
  discordWebhooks: openDiscordWebhooks(config),
  databaseUrl: config.databaseUrl,
  backupKey: config.backupKey,
  markKeys: config.markKeys,
  secretsExpire: config.secretsExpire,
  encryption: createEncryption(...config.authSecrets),
  channels: openAlertChannels(config.alerts),
  redact,
})
const worker = await runWorker(database, { handlers: tracedJobs(telemetry, handlers), schedule: JOB_SCHEDULE }, log)
const reconciler = runReconciler(payments, log)
log.info('the worker is waiting for jobs')

stopOnSignal(log, async () => {
  await reconciler.stop()
  await worker.stop()
  mailer.close()
  promotions.close()
  storage.close()
  await feed.close()
  await errors.close()
  redis.close()
  await database.close()
  await telemetry?.close()
})

await worker.finished
