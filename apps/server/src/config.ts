import * as z from 'zod'
import { databaseComplaint, mailComplaint } from './connection-security.ts'

const port = z.coerce.number().int().min(1).max(65_535)

/** Whom the store talks to. Elsewhere means an emulator, which would take every payment and believe every answer. */
const PROVIDERS = {
  STRIPE_API_URL: 'https://api.stripe.com',
  DISCORD_URL: 'https://discord.com',
  DISCORD_CDN_URL: 'https://cdn.discordapp.com',
  TURNSTILE_URL: 'https://challenges.cloudflare.com',
}
type ProviderName = keyof typeof PROVIDERS

/** Scheme, host and port only, written as every browser would: what else an address may hold is for hiding the host. */
const providerAddress = (name: ProviderName) =>
  z
    .url({ protocol: /^https?$/ })
    .default(PROVIDERS[name])
    .transform((text) => new URL(text))
    .refine(({ href, origin }) => href === `${origin}/`, 'Invalid address: only scheme, host and port may be given')
    .transform(({ origin }) => origin)

const complainBy =
  (complaintAbout: (address: string) => string | null): Parameters<z.ZodURL['superRefine']>[0] =>
  (address, context) => {
    const message = complaintAbout(address)
    if (message !== null) context.addIssue({ code: 'custom', message })
  }

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port,
  METRICS_PORT: port,
  /** Figures about the inside of the store are not for the public. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Addresses or CIDR ranges of the proxies whose X-Forwarded-For is believed; nobody else's is. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((entry) => entry.trim() || [])),
  /** Per address. One visitor's page with its polls stays below 100; behind one address there may be many. */
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(1_200),
  /** Whether /api/docs describes the API to everybody; by default everywhere but in production. */
  API_DOCS: z.enum(['true', 'false']).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).superRefine(complainBy(databaseComplaint)),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }),
  S3_REGION: z.string().min(1),
  S3_ACCESS_KEY_ID: z.string().min(1),
  S3_SECRET_ACCESS_KEY: z.string().min(1),
  S3_PUBLIC_BUCKET: z.string().min(1),
  S3_PRIVATE_BUCKET: z.string().min(1),
  /** Objects that nothing refers to are removed, unless other stores use the same buckets. */
  S3_BUCKETS_SHARED: z.enum(['true', 'false']).default('false'),
  PUBLIC_ASSET_BASE_URL: z.url({ protocol: /^https?$/ }),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).superRefine(complainBy(mailComplaint)),
  MAIL_FROM: z.string().min(3),
  /** Seals what the database must not be able to open by itself. Those it has replaced may follow, after commas. */
  AUTH_SECRET: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.tuple([z.string().min(32)], z.string().min(32))),
  DISCORD_CLIENT_ID: z.string().min(1),
  DISCORD_CLIENT_SECRET: z.string().min(1),
  /** The one account that may open the developer dashboard; signs in with Discord. */
  DEVELOPER_DISCORD_USERNAME: z.string().min(2).toLowerCase(),
  /** Whether administrators and the developer need a second factor before they can do anything as such. */
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).default('required'),
  TURNSTILE_SITE_KEY: z.string().min(1),
  TURNSTILE_SECRET_KEY: z.string().min(1),
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(test|live)_\w+$/, 'Invalid key: it begins with sk_test_ or sk_live_'),
  /** With it Stripe signs what it sends to us. Without it anybody could say that something was paid. */
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\w+$/, 'Invalid secret: it begins with whsec_'),
  STRIPE_API_URL: providerAddress('STRIPE_API_URL'),
  DISCORD_URL: providerAddress('DISCORD_URL'),
  DISCORD_CDN_URL: providerAddress('DISCORD_CDN_URL'),
  TURNSTILE_URL: providerAddress('TURNSTILE_URL'),
  /** For a production build on a development machine. */
  ALLOW_EMULATORS: z.enum(['true', 'false']).default('false'),
})

/** What is wrong with the environment, one line per variable, for the person who starts the store. */
export class ConfigError extends Error {}

export const readConfig = (environment: NodeJS.ProcessEnv) => {
  const parsed = Environment.safeParse(environment)
  const lines = [...complaintsOf(environment, parsed.error), ...emulatorsInProduction(environment)]
  if (!parsed.success || lines.length > 0) {
    throw new ConfigError(`The environment is not complete (see .env.example):\n${lines.join('\n')}`)
  }
  const env = parsed.data
  return Object.freeze({
    nodeEnv: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    publicUrl: env.PUBLIC_URL.replace(/\/$/, ''),
    logLevel: env.LOG_LEVEL,
    trustedProxies: env.TRUSTED_PROXIES,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    hasApiDocs: env.API_DOCS === undefined ? env.NODE_ENV !== 'production' : env.API_DOCS === 'true',
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    storage: {
      endpoint: env.S3_ENDPOINT,
      region: env.S3_REGION,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      publicBucket: env.S3_PUBLIC_BUCKET,
      privateBucket: env.S3_PRIVATE_BUCKET,
      isShared: env.S3_BUCKETS_SHARED === 'true',
      assetBaseUrl: env.PUBLIC_ASSET_BASE_URL.replace(/\/$/, ''),
    },
    mail: { url: env.SMTP_URL, from: env.MAIL_FROM },
    authSecrets: env.AUTH_SECRET,
    developerDiscordUsername: env.DEVELOPER_DISCORD_USERNAME,
    adminsNeedSecondFactor: env.ADMIN_SECOND_FACTOR === 'required',
    discord: { clientId: env.DISCORD_CLIENT_ID, clientSecret: env.DISCORD_CLIENT_SECRET },
    turnstile: { siteKey: env.TURNSTILE_SITE_KEY, secretKey: env.TURNSTILE_SECRET_KEY },
    stripe: { secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET },
    providers: {
      stripe: env.STRIPE_API_URL,
      discord: env.DISCORD_URL,
      discordCdn: env.DISCORD_CDN_URL,
      turnstile: env.TURNSTILE_URL,
    },
  })
}

const complaintsOf = (environment: NodeJS.ProcessEnv, error: z.ZodError | undefined) =>
  (error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0])
    return `  ${name}: ${environment[name] === undefined ? 'is missing' : message}`
  })

/** Read apart from the rest, so that they are named even when something else is wrong too. */
const emulatorsInProduction = (environment: NodeJS.ProcessEnv) => {
  if (environment.NODE_ENV !== 'production' || environment.ALLOW_EMULATORS === 'true') return []
  return Object.entries(PROVIDERS).flatMap(([name, own]) => {
    const { success, data } = Environment.shape[name as ProviderName].safeParse(environment[name])
    return success && data !== own
      ? [
          `  ${name}: is ${data}, in production it must be ${own} (ALLOW_EMULATORS=true lets an emulator take its place)`,
        ]
      : []
  })
}

export type Config = ReturnType<typeof readConfig>

/** For the files in bin/: the configuration of this process, or a readable list of what is missing and exit 1. */
export const loadConfig = (): Config => {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
