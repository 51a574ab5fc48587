import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { runBin } from '#testing/run-bin.ts'
import { ConfigError, readConfig, secretsOf } from './config.ts'

const EXAMPLE = parseEnv(readFileSync(path.resolve(import.meta.dirname, '../../../.env.example'), 'utf8'))

const REQUIRED = [
  'NODE_ENV',
  'PORT',
  'METRICS_PORT',
  'PUBLIC_URL',
  'DATABASE_URL',
  'REDIS_URL',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PUBLIC_BUCKET',
  'S3_PRIVATE_BUCKET',
  'PUBLIC_ASSET_BASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'AUTH_SECRET',
  'MARK_KEYS',
  'DISCORD_CLIENT_ID',
  'DISCORD_CLIENT_SECRET',
  'DEVELOPER_DISCORD_USERNAME',
  'TURNSTILE_SITE_KEY',
  'TURNSTILE_SECRET_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
]

const complaintAbout = (environment: NodeJS.ProcessEnv): string => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

test('an empty environment is refused with the names of all missing variables', () => {
  const named = complaintAbout({})
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
  expect(named).toEqual(REQUIRED.map((name) => `${name}: is missing`))
})

test('the example file alone is a complete environment', () => {
  const config = readConfig(EXAMPLE)
  expect(config.databaseUrl).toBe(EXAMPLE.DATABASE_URL)
  expect(config.mail.from).toBe('Slipstream <store@slipstream.example>')
  expect(config.trustedProxies).toEqual([])
})

test.each(REQUIRED)('the store does not start without %s, because it has no default', (name) => {
  expect(
    complaintAbout({ ...EXAMPLE, [name]: undefined })
      .split('\n')
      .slice(1),
  ).toEqual([`  ${name}: is missing`])
})

test.each(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'AUTH_SECRET', 'DISCORD_CLIENT_SECRET', 'TURNSTILE_SECRET_KEY'])(
  'an empty %s is refused',
  (name) => {
    expect(complaintAbout({ ...EXAMPLE, [name]: '' })).toMatch(new RegExp(`^  ${name}: `, 'm'))
  },
)

const BOT = ['DISCORD_BOT_TOKEN', 'DISCORD_GUILD_ID', 'DISCORD_PREMIUM_ROLE_ID']

test('the Discord bot is optional, and an incomplete configuration is refused with the names of the missing variables', () => {
  const without = (names: readonly string[], value?: string) => ({
    ...EXAMPLE,
    ...Object.fromEntries(names.map((name) => [name, value])),
  })
  expect(readConfig(EXAMPLE).discordBot).toMatchObject({ guildId: EXAMPLE.DISCORD_GUILD_ID })
  for (const absent of [undefined, '']) expect(readConfig(without(BOT, absent)).discordBot).toBeNull()
  for (const name of BOT) {
    const lines = complaintAbout(without([name]))
      .split('\n')
      .slice(1)
    expect(lines).toEqual([`  ${name}: is missing (${BOT.join(', ')}: all or none)`])
  }
  expect(complaintAbout({ ...EXAMPLE, DISCORD_GUILD_ID: 'my-server' })).toMatch(/^ {2}DISCORD_GUILD_ID: /m)
})

test.each([
  ['NODE_ENV', 'staging'],
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PORT', ''],
  ['METRICS_PORT', '80.5'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_URL', 'mysql://127.0.0.1/store'],
  ['REDIS_URL', '127.0.0.1:6379'],
  ['SMTP_URL', 'http://127.0.0.1'],
  ['SECRETS_EXPIRE', 'S3 key=next spring'],
  ['MARK_KEYS', ''],
  ['MARK_KEYS', 'key-1'],
  ['MARK_KEYS', `key-1:${'ab'.repeat(31)}`],
  ['MARK_KEYS', `key-1:${'ab'.repeat(32)},`],
  ['MARK_KEYS', `key-1:${'ab'.repeat(32)},key-1:${'cd'.repeat(32)}`],
  ['SECRETS_EXPIRE', 'S3 key=2027-02-30'],
  ['TRUSTED_PROXIES', 'the proxy'],
  ['TRUSTED_PROXIES', '10.0.0.1,10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ['TRUSTED_PROXIES', '10.0.0.0/'],
])('%s=%s is refused, and the error names only that variable', (name, value) => {
  const [, ...lines] = complaintAbout({ ...EXAMPLE, [name]: value }).split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`^  ${name}: Invalid|^  ${name}: Too `))
})

test.each([
  ['', []],
  ['10.0.0.0/8', ['10.0.0.0/8']],
  [' 10.0.0.1 , ::1,, 192.168.0.0/16 ', ['10.0.0.1', '::1', '192.168.0.0/16']],
])('the trusted proxies "%s" are read as a list', (text, list) => {
  expect(readConfig({ ...EXAMPLE, TRUSTED_PROXIES: text }).trustedProxies).toEqual(list)
})

test('a secret may be followed by its previous values, and none of them may be too short', () => {
  const [now, before] = ['n'.repeat(32), 'b'.repeat(32)]
  expect(readConfig({ ...EXAMPLE, AUTH_SECRET: `${now},${before}` }).authSecrets).toEqual([now, before])
  expect(complaintAbout({ ...EXAMPLE, AUTH_SECRET: `${now},short` })).toMatch(/^  AUTH_SECRET/m)
})

test('the keys that mark copies are read in order, and all of them count as secrets', () => {
  const [now, before] = ['ab'.repeat(32), 'cd'.repeat(48)]
  const config = readConfig({ ...EXAMPLE, MARK_KEYS: `key-2:${now}, key-1:${before}` })
  expect(config.markKeys.map(({ id, secret }) => [id, Buffer.from(secret).toString('hex')])).toEqual([
    ['key-2', now],
    ['key-1', before],
  ])
  expect(secretsOf(config)).toEqual(expect.arrayContaining([now, before]))
})

test('every variable that is named a secret or a token counts as a secret', () => {
  const named = Object.entries(EXAMPLE).filter(([name]) => /SECRET|TOKEN/.test(name) && name !== 'SECRETS_EXPIRE')
  expect(named.length).toBeGreaterThan(8)
  const secrets = secretsOf(readConfig(EXAMPLE))
  expect(named.filter(([, value]) => !secrets.includes(value ?? ''))).toEqual([])
})

test('the expiry dates of keys are read as a list', () => {
  const { secretsExpire } = readConfig({ ...EXAMPLE, SECRETS_EXPIRE: 'S3 key=2027-03-01, mail = 2027-06-30' })
  expect(secretsExpire).toEqual([
    { name: 'S3 key', on: '2027-03-01' },
    { name: 'mail', on: '2027-06-30' },
  ])
})

test('addresses are stored without a trailing slash, so that paths can be appended', () => {
  const config = readConfig({
    ...EXAMPLE,
    PUBLIC_URL: 'https://store.example/',
    PUBLIC_ASSET_BASE_URL: 'https://cdn.example/',
  })
  expect(config.publicUrl).toBe('https://store.example')
  expect(config.storage.assetBaseUrl).toBe('https://cdn.example')
})

const OWN_ADDRESSES = {
  STRIPE_API_URL: 'https://api.stripe.com',
  DISCORD_URL: 'https://discord.com',
  DISCORD_CDN_URL: 'https://cdn.discordapp.com',
  TURNSTILE_URL: 'https://challenges.cloudflare.com',
}
const PROVIDERS = Object.keys(OWN_ADDRESSES)
const NO_CDN = { CDN_PURGE_URL: undefined, CDN_PURGE_TOKEN: undefined, ALERT_DISCORD_WEBHOOK_URL: undefined }
const PRODUCTION = { ...EXAMPLE, ...OWN_ADDRESSES, ...NO_CDN, NODE_ENV: 'production' }

test('third-party addresses default to the real services', () => {
  const without = Object.fromEntries(PROVIDERS.map((name) => [name, undefined]))
  expect(readConfig({ ...EXAMPLE, ...without, ...NO_CDN, NODE_ENV: 'production' }).providers).toEqual({
    stripe: 'https://api.stripe.com',
    discord: 'https://discord.com',
    discordCdn: 'https://cdn.discordapp.com',
    turnstile: 'https://challenges.cloudflare.com',
  })
  expect(readConfig(EXAMPLE).providers.stripe).toBe(EXAMPLE.STRIPE_API_URL)
})

test('addresses of third parties are normalized', () => {
  for (const address of ['https://api.stripe.com/', 'https://API.Stripe.com:443', 'https://api.stripe.com']) {
    expect(readConfig({ ...PRODUCTION, STRIPE_API_URL: address }).providers.stripe).toBe('https://api.stripe.com')
  }
})

test('emulators are refused in production, one line for each, unless ALLOW_EMULATORS=true', () => {
  const environment = { ...EXAMPLE, NODE_ENV: 'production' }
  const [, ...lines] = complaintAbout(environment).split('\n')
  expect(lines.map((line) => line.split(':')[0]?.trim())).toEqual([
    ...PROVIDERS,
    'CDN_PURGE_URL',
    'ALERT_DISCORD_WEBHOOK_URL',
  ])
  expect(lines[0]).toBe(
    '  STRIPE_API_URL: is http://127.0.0.1:4331, in production it must be https://api.stripe.com (ALLOW_EMULATORS=true lets an emulator take its place)',
  )
  expect(complaintAbout({ ...environment, ALLOW_EMULATORS: 'false' })).toContain('STRIPE_API_URL')
  expect(complaintAbout({ ...environment, ALLOW_EMULATORS: 'yes' })).toMatch(/^  ALLOW_EMULATORS: Invalid/m)
  expect(complaintAbout({ ...environment, ALLOW_EMULATORS: 'true' })).toBe('')
  expect(EXAMPLE.ALLOW_EMULATORS).toBeUndefined()
})

test('alert addresses are optional, and in production they must use HTTPS', () => {
  expect(readConfig(PRODUCTION).alerts).toEqual({ discordWebhook: null, pingUrl: null })
  const ALERT_DISCORD_WEBHOOK_URL = 'https://discord.com/api/webhooks/118/token-of-the-webhook'
  const ALERT_PING_URL = 'https://monitor.example/ping/6f0c1f'
  const config = readConfig({ ...PRODUCTION, ALERT_DISCORD_WEBHOOK_URL, ALERT_PING_URL })
  expect(config.alerts).toEqual({ discordWebhook: ALERT_DISCORD_WEBHOOK_URL, pingUrl: ALERT_PING_URL })
  expect(secretsOf(config)).toEqual(expect.arrayContaining([ALERT_DISCORD_WEBHOOK_URL, ALERT_PING_URL]))
  for (const url of ['http://discord.com/api/webhooks/1/2', 'https://discord.com.example/api/webhooks/1/2']) {
    expect(complaintAbout({ ...PRODUCTION, ALERT_DISCORD_WEBHOOK_URL: url })).toMatch(
      /^  ALERT_DISCORD_WEBHOOK_URL: must begin with https:\/\/discord\.com\/api\/webhooks\//m,
    )
  }
  const plain = { ...PRODUCTION, ALERT_PING_URL: 'http://monitor.example/ping' }
  expect(complaintAbout(plain)).toMatch(/^  ALERT_PING_URL: must begin with https/m)
})

test('a CDN needs an address and a token, and in production an encrypted connection', () => {
  const CDN_PURGE_URL = 'https://cdn.example/zones/1/purge_cache'
  const CDN_PURGE_TOKEN = 'token-of-the-cdn'
  expect(readConfig(PRODUCTION).cdn).toBeNull()
  expect(readConfig({ ...PRODUCTION, CDN_PURGE_URL: '', CDN_PURGE_TOKEN: '' }).cdn).toBeNull()
  expect(readConfig({ ...PRODUCTION, CDN_PURGE_URL, CDN_PURGE_TOKEN }).cdn).toEqual({
    purgeUrl: CDN_PURGE_URL,
    token: CDN_PURGE_TOKEN,
  })
  expect(complaintAbout({ ...PRODUCTION, CDN_PURGE_URL })).toMatch(/^  CDN_PURGE_URL: needs CDN_PURGE_TOKEN/m)
  expect(complaintAbout({ ...PRODUCTION, CDN_PURGE_TOKEN })).toMatch(/^  CDN_PURGE_URL: needs CDN_PURGE_TOKEN/m)
  const plain = { CDN_PURGE_URL: 'http://cdn.example/purge', CDN_PURGE_TOKEN }
  expect(complaintAbout({ ...PRODUCTION, ...plain })).toMatch(/^  CDN_PURGE_URL: must begin with https/m)
})

test('an emulator in production is reported together with all other problems', () => {
  const lines = complaintAbout({ ...PRODUCTION, TURNSTILE_URL: 'http://127.0.0.1:4333', PORT: undefined })
  expect(lines).toContain('  PORT: is missing')
  expect(lines).toContain('  TURNSTILE_URL: is http://127.0.0.1:4333')
})

test.each([
  'http://api.stripe.com',
  'https://api.stripe.com.evil.example',
  'https://api.stripe.com:8443',
  'https://evil.example#api.stripe.com',
  'https://api.stripe.com@evil.example',
  'https://user@api.stripe.com',
  'https://api.stripe.com/v1',
  'https://api.stripe.com/?x',
  'https://api.stripe.com.',
  'https://apí.stripe.com',
  'https://xn--ap-2ja.stripe.com',
  'https:\\\\evil.example\\@api.stripe.com',
  'ftp://api.stripe.com',
  'api.stripe.com',
  '',
])('in production %s is not accepted as the address of Stripe', (address) => {
  const [, ...lines] = complaintAbout({ ...PRODUCTION, STRIPE_API_URL: address }).split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^  STRIPE_API_URL: /)
})

test('a production process configured with emulators does not start and names them', async () => {
  const { code, stderr } = await runBin('settings.ts', ['list'], { NODE_ENV: 'production' })
  expect(code).toBe(1)
  for (const name of PROVIDERS) expect(stderr).toContain(`  ${name}: is http://127.0.0.1:`)
  expect(stderr).not.toContain('    at ')

  const allowed = await runBin('settings.ts', ['list'], { NODE_ENV: 'production', ALLOW_EMULATORS: 'true' })
  expect(allowed.stderr).not.toContain('The environment is not complete')
})

test('a process without its environment prints the missing variables and exits with 1', async () => {
  const { code, stderr } = await runBin('settings.ts', ['list'], { REDIS_URL: undefined, PORT: 'x' })
  expect(code).toBe(1)
  expect(stderr).toContain('The environment is not complete (see .env.example):')
  expect(stderr).toContain('  REDIS_URL: is missing')
  expect(stderr).toContain('  PORT: ')
  expect(stderr).not.toContain('    at ')
})

test.each([
  [
    'DATABASE_URL',
    'postgres://shop:secret@db.example/shop?sslmode=require',
    'sslmode=require does not check who answers',
  ],
  ['DATABASE_URL', 'postgres://shop:secret@db.example/shop?sslmode=no-verify', 'does not check who answers'],
  ['SMTP_URL', 'smtp://shop:secret@mail.example:587', 'sends a password without encryption'],
  ['SMTP_URL', 'smtps://shop:secret@mail.example?tls.rejectUnauthorized=false', 'does not check who answers'],
])('an address that only seems protected is refused: %s=%s', (name, address, complaint) => {
  expect(complaintAbout({ ...EXAMPLE, [name]: address })).toContain(complaint)
})

test.each([
  ['DATABASE_URL', 'postgres://shop:secret@db.example/shop?sslmode=verify-full&sslrootcert=/etc/store/ca.pem'],
  ['DATABASE_URL', 'postgres://shop:secret@db.example/shop?sslmode=disable'],
  ['SMTP_URL', 'smtps://shop:secret@mail.example'],
  ['SMTP_URL', 'smtp://shop:secret@mail.example:587?requireTLS=true'],
  ['SMTP_URL', 'smtp://relay.internal:25'],
  ['SMTP_URL', 'smtp://shop:secret@127.0.0.1:25'],
])('an address that is protected, or explicitly unprotected, is accepted: %s=%s', (name, address) => {
  expect(complaintAbout({ ...EXAMPLE, [name]: address })).toBe('')
})
