import { Logger, run } from 'graphile-worker'
import Stripe from 'stripe'
import { allJobs, JOB_SCHEDULE } from '#all-jobs.ts'
import { createEncryption } from '#features/auth/encryption.ts'
import { readConfig } from '#config.ts'
import { asTaskList } from '#lib/jobs/run-worker.ts'
import { type Buyer, newBuyer } from '#testing/buying-store.ts'
import { openServer } from '#testing/open-server.ts'
import { startOwnStripe } from '#testing/own-stripe.ts'
import { emptyRedis } from '#testing/test-store.ts'
import { clearTables } from '@slipstream/db/testing/clear-tables'

interface Options {
  /** URL of its own migrated database. */
  databaseUrl: string
  /** Number of a Redis database that nothing else uses. */
  redisDatabase: number
}

/** Walks are about money, so their mails are not sent. */
const silentMailer = { send: async () => {}, check: async () => {}, close: () => {} }

/** A store with a running queue and its own Stripe, whose webhooks are lost unless a walk delivers them. */
export const openWalkStore = async (
  environment: Record<string, string | undefined>,
  { databaseUrl, redisDatabase }: Options,
) => {
  const secret = environment.STRIPE_WEBHOOK_SECRET ?? ''
  const stripe = await startOwnStripe({ url: 'http://127.0.0.1:9/api/webhooks/stripe', secret })
  const config = readConfig({
    ...environment,
    DATABASE_URL: databaseUrl,
    REDIS_URL: `${environment.REDIS_URL}/${redisDatabase}`,
    STRIPE_API_URL: stripe.address,
    REQUESTS_PER_MINUTE: '1000000',
    ADMIN_SECOND_FACTOR: 'optional',
  })
  await emptyRedis(config.redisUrl)
  const { app, services, close } = await openServer(config)
  const { db } = services.database
  const handlers = allJobs({
    ...services,
    discordRoles: null,
    mailer: silentMailer,
    promotions: silentMailer,
    publicUrl: config.publicUrl,
    databaseUrl: config.databaseUrl,
    encryption: createEncryption(...config.authSecrets),
  })
  const worker = await run({
    pgPool: services.database.pool,
    taskList: asTaskList(handlers, JOB_SCHEDULE),
    concurrency: 3,
    pollInterval: 200,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  })
  let admin: Buyer

  return {
    app,
    db,
    stripe,
    payments: { db, stripe: services.stripe, publicUrl: config.publicUrl },
    admin: () => admin,

    /** Posts a signed event to the webhook, as Stripe would. */
    deliver: async (event: object) => {
      const payload = JSON.stringify(event)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      return app.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload })
    },

    /** Removes everything that earlier walks left behind. */
    empty: async () => {
      await clearTables(db)
      await db.execute('delete from graphile_worker._private_jobs')
      await stripe.reset()
      await stripe.treatDeliveries({ dropPercent: 100 })
      admin = await newBuyer({ app, db }, [], { isAdmin: true })
    },

    close: async () => {
      await worker.stop()
      await close()
      await stripe.close()
    },
  }
}
export type WalkStore = Awaited<ReturnType<typeof openWalkStore>>
