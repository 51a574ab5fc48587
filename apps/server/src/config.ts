import * as z from 'zod'
import { readRecipient } from '#lib/age/age-keys.ts'
import { alertComplaints, cdnComplaints, telemetryComplaints } from './config-complaints.ts'
import { databaseComplaint, mailComplaint } from './connection-security.ts'
import { parseExpiringSecrets } from './expiring-secrets.ts'
import { addressRanges, dnsServers } from './list-config.ts'
import { parseMarkKeys } from './mark-keys.ts'
import { TELEMETRY_ENVIRONMENT, telemetryOf } from './telemetry-config.ts'

const port = z.coerce.number().int().min(1).max(65_535)

/**
 * The third parties the store calls. Any other address means an emulator, which would accept every payment and every
 * answer.
 */
const PROVIDERS = {
  STRIPE_API_URL: 'https://api.stripe.com',
  DISCORD_URL: 'https://discord.com',
  DISCORD_CDN_URL: 'https://cdn.discordapp.com',
  TURNSTILE_URL: 'https://challenges.cloudflare.com',
}
type ProviderName = keyof typeof PROVIDERS

/** Scheme, host and port only, normalized: anything else in an address can hide the host. */
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

const databaseUrl = () => z.url({ protocol: /^postgres(ql)?$/ }).superRefine(complainBy(databaseComplaint))

/** An empty value counts as unset. */
const optionalText = (pattern: RegExp) =>
  z.union([z.literal('').transform(() => undefined), z.string().regex(pattern)]).optional()

const optionalAddress = () =>
  z
    .literal('')
    .or(z.url({ protocol: /^https?$/ }))
    .default('')

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port,
  METRICS_PORT: port,
  /** Internal metrics are not public. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** How long a stopping server keeps answering while `/readyz` reports it. Must exceed the proxy's check interval. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Addresses or CIDR ranges of the proxies whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: addressRanges,
  /** The header in which the proxy sends the visitor's country, such as `CF-IPCountry`. */
  COUNTRY_HEADER: optionalText(/^[a-z0-9-]{1,60}$/i),
  /** Per IP address. One visitor's page with its polls stays below 100; many visitors may share an address. */
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(1_200),
  /** Whether /api/docs is public; by default everywhere except in production. */
  API_DOCS: z.enum(['true', 'false']).optional(),
  DATABASE_URL: databaseUrl(),
  /** Bypasses the pooler that DATABASE_URL may name, for jobs, announcements, migrations and backups. */
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }),
  S3_REGION: z.string().min(1),
  S3_ACCESS_KEY_ID: z.string().min(1),
  S3_SECRET_ACCESS_KEY: z.string().min(1),
  S3_PUBLIC_BUCKET: z.string().min(1),
  S3_PRIVATE_BUCKET: z.string().min(1),
  /** Unreferenced objects are removed, unless other stores share the buckets. */
  S3_BUCKETS_SHARED: z.enum(['true', 'false']).default('false'),
  PUBLIC_ASSET_BASE_URL: z.url({ protocol: /^https?$/ }),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).superRefine(complainBy(mailComplaint)),
  MAIL_FROM: z.string().min(3),
  /** Verifies the bounces and complaints that the mail provider reports (docs/mail-events.md). */
  MAIL_WEBHOOK_SECRET: z.literal('').or(z.string().min(32)).default(''),
  /** The mail provider's DKIM selector, such as `s1`. */
  MAIL_DKIM_SELECTOR: optionalText(/^[a-z0-9]([a-z0-9._-]{0,60}[a-z0-9])?$/i),
  /** DNS servers that know the sending domain, such as `9.9.9.9,1.1.1.1`; by default those of the machine. */
  DNS_SERVERS: dnsServers,
  /** Encrypts secrets in the database. Previous values may follow, separated by commas. */
  AUTH_SECRET: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.tuple([z.string().min(32)], z.string().min(32))),
  /** Marks every buyer's copy: `ID:HEX`, the current key first. Previous ones stay, to trace older copies. */
  MARK_KEYS: z
    .string()
    .transform((list) => parseMarkKeys(list))
    .refine((keys) => keys !== null, 'Invalid list: ID:HEX,… with different ids and at least 64 hex digits each'),
  DISCORD_CLIENT_ID: z.string().min(1),
  DISCORD_CLIENT_SECRET: z.string().min(1),
  /** The bot that gives Premium members their role. Set all three or none. */
  DISCORD_BOT_TOKEN: optionalText(/^\S+$/),
  DISCORD_GUILD_ID: optionalText(/^\d{1,20}$/),
  DISCORD_PREMIUM_ROLE_ID: optionalText(/^\d{1,20}$/),
  /** The one account that may open the developer dashboard; signs in with Discord. */
  DEVELOPER_DISCORD_USERNAME: z.string().min(2).toLowerCase(),
  /** Whether administrators and the developer need a second factor for admin access. */
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).default('required'),
  TURNSTILE_SITE_KEY: z.string().min(1),
  TURNSTILE_SECRET_KEY: z.string().min(1),
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(test|live)_\w+$/, 'Invalid key: it begins with sk_test_ or sk_live_'),
  /** Verifies Stripe's webhooks. Without it anyone could claim that something was paid. */
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\w+$/, 'Invalid secret: it begins with whsec_'),
  STRIPE_API_URL: providerAddress('STRIPE_API_URL'),
  DISCORD_URL: providerAddress('DISCORD_URL'),
  DISCORD_CDN_URL: providerAddress('DISCORD_CDN_URL'),
  TURNSTILE_URL: providerAddress('TURNSTILE_URL'),
  /** Where a purge of the CDN in front of the store is sent, such as Cloudflare's `…/zones/ZONE/purge_cache`. */
  CDN_PURGE_URL: optionalAddress(),
  CDN_PURGE_TOKEN: z.string().default(''),
  /** The owner's public key, which encrypts the backups. Without it the store makes none. */
  BACKUP_PUBLIC_KEY: z
    .literal('')
    .or(z.string().refine((text) => readRecipient(text) !== null, 'Invalid key: it begins with age1'))
    .default(''),
  /**
   * When keys of other services expire, so the owner is warned in time: `S3 key=2027-03-01, mail password=2027-06-30`.
   */
  SECRETS_EXPIRE: z
    .string()
    .default('')
    .transform(parseExpiringSecrets)
    .pipe(z.array(z.object({ name: z.string().min(1).max(60), on: z.iso.date('Invalid day: write NAME=2027-03-01') }))),
  /** A Discord webhook that posts alerts to a channel of the owner. */
  ALERT_DISCORD_WEBHOOK_URL: optionalAddress(),
  /** Called every minute while the store is up, so that an external monitor notices when it is down. */
  ALERT_PING_URL: optionalAddress(),
  ...TELEMETRY_ENVIRONMENT,
  /** For a production build on a development machine. */
  ALLOW_EMULATORS: z.enum(['true', 'false']).default('false'),
})

/** Lists the problems with the environment variables, one line each, for the person who starts the store. */
export class ConfigError extends Error {}

export const readConfig = (environment: NodeJS.ProcessEnv) => {
  const parsed = Environment.safeParse(environment)
  const lines = [
    ...complaintsOf(environment, parsed.error),
    ...emulatorsInProduction(environment),
    ...cdnComplaints(environment),
    ...alertComplaints(environment),
    ...telemetryComplaints(environment),
    ...halfConfiguredBot(environment),
  ]
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
    drainMs: env.DRAIN_SECONDS * 1_000,
    trustedProxies: env.TRUSTED_PROXIES,
    countryHeader: env.COUNTRY_HEADER?.toLowerCase() ?? null,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    hasApiDocs: env.API_DOCS === undefined ? env.NODE_ENV !== 'production' : env.API_DOCS === 'true',
    ...databasesOf(env),
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
    /** Which DNS records the store's mail should have. */
    mailSource: mailSourceOf(env),
    dnsServers: env.DNS_SERVERS,
    /** Null if the mail provider reports no bounces or complaints. */
    mailWebhookSecret: env.MAIL_WEBHOOK_SECRET || null,
    authSecrets: env.AUTH_SECRET,
    markKeys: env.MARK_KEYS,
    developerDiscordUsername: env.DEVELOPER_DISCORD_USERNAME,
    adminsNeedSecondFactor: env.ADMIN_SECOND_FACTOR === 'required',
    discord: { clientId: env.DISCORD_CLIENT_ID, clientSecret: env.DISCORD_CLIENT_SECRET },
    discordBot: discordBotOf(env),
    turnstile: { siteKey: env.TURNSTILE_SITE_KEY, secretKey: env.TURNSTILE_SECRET_KEY },
    stripe: { secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET },
    /** Null for a store without a CDN. */
    cdn: env.CDN_PURGE_URL && env.CDN_PURGE_TOKEN ? { purgeUrl: env.CDN_PURGE_URL, token: env.CDN_PURGE_TOKEN } : null,
    /** Null for a store without backups. */
    backupKey: env.BACKUP_PUBLIC_KEY === '' ? null : env.BACKUP_PUBLIC_KEY,
    secretsExpire: env.SECRETS_EXPIRE,
    /** Null for a channel that is not used. */
    alerts: { discordWebhook: env.ALERT_DISCORD_WEBHOOK_URL || null, pingUrl: env.ALERT_PING_URL || null },
    telemetry: telemetryOf(env),
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

const databasesOf = ({ DATABASE_URL, DATABASE_DIRECT_URL }: z.output<typeof Environment>) => ({
  databaseUrl: DATABASE_DIRECT_URL ?? DATABASE_URL,
  /** Null without a pooler. */
  pooledDatabaseUrl: DATABASE_DIRECT_URL === undefined ? null : DATABASE_URL,
})

const mailSourceOf = (env: z.output<typeof Environment>) => ({
  domain: /@([\w.-]+)/.exec(env.MAIL_FROM)?.[1]?.toLowerCase() ?? '',
  smtpHost: new URL(env.SMTP_URL).hostname,
  dkimSelector: env.MAIL_DKIM_SELECTOR ?? null,
})

const BOT_NAMES = ['DISCORD_BOT_TOKEN', 'DISCORD_GUILD_ID', 'DISCORD_PREMIUM_ROLE_ID'] as const

/** Null if the store assigns no Discord role. */
const discordBotOf = (env: z.output<typeof Environment>) => {
  const [token, guildId, roleId] = BOT_NAMES.map((name) => env[name])
  return token && guildId && roleId ? { token, guildId, roleId } : null
}

const halfConfiguredBot = (environment: NodeJS.ProcessEnv) => {
  const missing = BOT_NAMES.filter((name) => !environment[name])
  if (missing.length === BOT_NAMES.length) return []
  return missing.map((name) => `  ${name}: is missing (${BOT_NAMES.join(', ')}: all or none)`)
}

/** Checked separately, so that they are reported even if something else is wrong too. */
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

/** Every configured value that must never be shown to anyone. */
export const secretsOf = (config: Config): string[] => [
  ...config.authSecrets,
  ...config.markKeys.map(({ secret }) => Buffer.from(secret).toString('hex')),
  ...[config.databaseUrl, config.pooledDatabaseUrl, config.redisUrl, config.mail.url].flatMap((url) =>
    url === null ? [] : decodeURIComponent(new URL(url).password),
  ),
  config.storage.secretAccessKey,
  config.discord.clientSecret,
  config.discordBot?.token ?? '',
  config.turnstile.secretKey,
  config.stripe.secretKey,
  config.stripe.webhookSecret,
  config.cdn?.token ?? '',
  config.mailWebhookSecret ?? '',
  config.alerts.discordWebhook ?? '',
  config.alerts.pingUrl ?? '',
  ...Object.values(config.telemetry?.headers ?? {}),
]

/** For bin/: the configuration of this process, or a readable list of problems and exit code 1. */
export const loadConfig = (): Config => {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
