import { resolve } from 'node:path'

export const repositoryRoot = resolve(import.meta.dirname, '../..')

const DEFAULT_PORT_BASE = 4300
const HIGHEST_OFFSET = 34

type Environment = Readonly<Record<string, string | undefined>>

/** Keys and names for development. They only open services bound to 127.0.0.1. */
export const credentials = {
  database: { user: 'slipstream', password: 'slipstream', name: 'slipstream' },
  s3: { region: 'us-east-1', accessKeyId: 'slipstream-dev', secretAccessKey: 'slipstream-dev-secret' },
  buckets: { public: 'slipstream-public', private: 'slipstream-private' },
  stripe: { secretKey: 'sk_test_slipstream_emulator', webhookSecret: 'whsec_slipstream_dev' },
  discordWebhook: '1180000000000000005/emulated-discord-webhook-token',
  cdn: { zone: '0123456789abcdef0123456789abcdef', token: 'emulated-purge-token' },
} as const

/** The folder and the block of ports of one set of services. */
export interface Places {
  folder: string
  portBase: number
  ports: {
    store: number
    postgres: number
    redis: number
    s3: number
    smtp: number
    mailbox: number
    cephMonitor: number
    metrics: number
    cephMessengers: { first: number; last: number }
    emulators: { overview: number; stripe: number; discord: number; turnstile: number; cdn: number }
  }
}

export const readPlaces = (env: Environment): Places => {
  const base = readPortBase(env.SLIPSTREAM_PORT_BASE)
  return {
    folder: resolve(repositoryRoot, env.SLIPSTREAM_SERVICES_DIR || '.local/services'),
    portBase: base,
    ports: {
      store: base,
      postgres: base + 1,
      redis: base + 2,
      s3: base + 3,
      smtp: base + 4,
      mailbox: base + 5,
      cephMonitor: base + 6,
      metrics: base + 9,
      cephMessengers: { first: base + 10, last: base + 29 },
      emulators: {
        overview: base + 30,
        stripe: base + 31,
        discord: base + 32,
        turnstile: base + 33,
        cdn: base + HIGHEST_OFFSET,
      },
    },
  }
}

const readPortBase = (text: string | undefined) => {
  const base = Number(text || DEFAULT_PORT_BASE)
  if (!Number.isInteger(base) || base < 1024 || base + HIGHEST_OFFSET > 65_535) {
    throw new RangeError(
      `SLIPSTREAM_PORT_BASE must be a whole number from 1024 to ${65_535 - HIGHEST_OFFSET}, not "${text}".`,
    )
  }
  return base
}

/** The environment variables the store needs to reach the services. */
export const serviceEnvironment = ({ ports }: Places) => {
  const { database, s3, buckets, stripe, cdn, discordWebhook } = credentials
  const s3Endpoint = `http://127.0.0.1:${ports.s3}`
  return {
    DATABASE_URL: `postgres://${database.user}:${database.password}@127.0.0.1:${ports.postgres}/${database.name}`,
    REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
    S3_ENDPOINT: s3Endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    S3_PUBLIC_BUCKET: buckets.public,
    S3_PRIVATE_BUCKET: buckets.private,
    // Shared by the demo, the tests and the journeys, each with its own database.
    S3_BUCKETS_SHARED: 'true',
    PUBLIC_ASSET_BASE_URL: `${s3Endpoint}/${buckets.public}`,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAILBOX_URL: `http://127.0.0.1:${ports.mailbox}`,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: `http://127.0.0.1:${ports.emulators.stripe}`,
    DISCORD_URL: `http://127.0.0.1:${ports.emulators.discord}`,
    DISCORD_CDN_URL: `http://127.0.0.1:${ports.emulators.discord}`,
    ALERT_DISCORD_WEBHOOK_URL: `http://127.0.0.1:${ports.emulators.discord}/api/webhooks/${discordWebhook}`,
    TURNSTILE_URL: `http://127.0.0.1:${ports.emulators.turnstile}`,
    CDN_PURGE_URL: `http://127.0.0.1:${ports.emulators.cdn}/client/v4/zones/${cdn.zone}/purge_cache`,
    CDN_PURGE_TOKEN: cdn.token,
    EMULATORS_URL: `http://127.0.0.1:${ports.emulators.overview}`,
  }
}

/** Where the store itself listens, in the same block of ports. */
export const storeEnvironment = ({ ports }: Places) => ({
  PORT: String(ports.store),
  METRICS_PORT: String(ports.metrics),
  PUBLIC_URL: `http://127.0.0.1:${ports.store}`,
})
