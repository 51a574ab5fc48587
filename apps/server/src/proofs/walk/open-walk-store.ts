import { Logger, run } from 'graphile-worker'
import Stripe from 'stripe'
import { allJobs, JOB_SCHEDULE } from '#all-jobs.ts'
import { createEncryption } from '#features/auth/encryption.ts'
import { type Config, readConfig } from '#config.ts'
import { changeSettings } from '#features/settings/settings.service.ts'
import { asTaskList } from '#lib/jobs/run-worker.ts'
import { type Buyer, newBuyer } from '#testing/buying-store.ts'
import { openServer } from '#testing/open-server.ts'
import { startOwnStripe } from '#testing/own-stripe.ts'
import { withToken } from '#testing/people.ts'
import { emptyRedis } from '#testing/test-store.ts'
import { inTransaction } from '@slipstream/db/client'
import { sessions } from '@slipstream/db/tables/auth'
import { clearTables } from '@slipstream/db/testing/clear-tables'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'
import type { Plan } from '#testing/subscribers.ts'
import { openEarlierCopy, readOutside } from './open-earlier-copy.ts'

interface Options {
  /** URL of its own migrated database. */
  databaseUrl: string
  /** Number of a Redis database that nothing else uses. */
  redisDatabase: number
}

const PLANS = [
  { name: 'Premium Light', price: 500 },
  { name: 'Premium Month', price: 1_000 },
  { name: 'Premium Plus', price: 3_000 },
  { name: 'Premium Year', price: 9_000, interval: 'year' },
] as const

/** Walks are about money, so their mails are not sent. */
const silentMailer = { send: async () => {}, check: async () => {}, close: () => {} }

/** The processes of the store. */
const start = async (config: Config) => {
  await emptyRedis(config.redisUrl)
  const { app, services, close } = await openServer(config)
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
  const stop = async () => {
    await worker.stop()
    await close()
  }
  return { app, services, stop }
}

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
  const server = environment.DATABASE_URL ?? ''
  const database = new URL(databaseUrl).pathname.slice(1)
  const earlier = `${database}_earlier`
  let running = await start(config)
  let admin: Buyer
  let plans: Plan[] = []

  /** A database can only be copied or replaced while nobody is connected to it. */
  const whileStopped = async (work: () => Promise<unknown>) => {
    await running.stop()
    await work()
    running = await start(config)
    admin = { ...admin, call: withToken(running.app, admin.token) }
  }

  return {
    get app() {
      return running.app
    },
    get db() {
      return running.services.database.db
    },
    get payments() {
      const { database: opened, stripe: gateway } = running.services
      return { db: opened.db, stripe: gateway, publicUrl: config.publicUrl }
    },
    stripe,
    admin: () => admin,
    plans: () => plans,

    /** Posts a signed event to the webhook, as Stripe would. */
    deliver: async (event: object) => {
      const payload = JSON.stringify(event)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      return running.app.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload })
    },

    /** Removes everything that earlier walks left behind. */
    empty: async () => {
      const { app } = running
      const { db } = running.services.database
      await clearTables(db)
      await db.execute('delete from graphile_worker._private_jobs')
      await stripe.reset()
      await stripe.treatDeliveries({ dropPercent: 100 })
      admin = await newBuyer({ app, db }, [], { isAdmin: true })
      // They confirm who they are: by a clock that is ahead they signed in too long ago for it.
      await db.update(sessions).set({ provenAt: new Date() })
      plans = []
      for (const terms of PLANS) plans.push(await createPlan(db, terms))
    },

    /** Keeps everything as it is at this moment, queued work included. */
    keepCopy: () => whileStopped(() => copyDatabase(server, database, earlier)),

    /**
     * Puts the kept moment in place of the store, as an operator would. Stripe and the storage remember the rest. Returns
     * the accounts that were erased by then.
     */
    restore: async () => {
      const outside = await readOutside(running.services.database.db)
      await whileStopped(async () => {
        await copyDatabase(server, earlier, database)
        await dropDatabase(server, earlier)
        await openEarlierCopy(config, outside)
      })
      await inTransaction(running.services.database.db, (tx) => changeSettings(tx, { maintenanceMode: false }))
      return outside.erasures.map(({ accountId }) => accountId)
    },

    close: async () => {
      await running.stop()
      await stripe.close()
      await dropDatabase(server, earlier)
    },
  }
}
export type WalkStore = Awaited<ReturnType<typeof openWalkStore>>
