import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { runBin } from '#testing/run-bin.ts'
import { ConfigError, readConfig } from './config.ts'

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

test('an empty environment is answered with everything that is missing at once, by name', () => {
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

test.each(REQUIRED)('the store does not start without %s: nothing takes its place', (name) => {
  expect(
    complaintAbout({ ...EXAMPLE, [name]: undefined })
      .split('\n')
      .slice(1),
  ).toEqual([`  ${name}: is missing`])
})

test.each(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])('an empty %s is no secret', (name) => {
  expect(complaintAbout({ ...EXAMPLE, [name]: '' })).toMatch(new RegExp(`^  ${name}: `, 'm'))
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
])('%s=%s is refused with the name of the variable, and only that', (name, value) => {
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

test('addresses are kept without their last slash, so that paths can follow', () => {
  const config = readConfig({
    ...EXAMPLE,
    PUBLIC_URL: 'https://store.example/',
    PUBLIC_ASSET_BASE_URL: 'https://cdn.example/',
  })
  expect(config.publicUrl).toBe('https://store.example')
  expect(config.storage.assetBaseUrl).toBe('https://cdn.example')
})

test('a process that lacks its environment says so in plain lines and ends with 1', async () => {
  const { code, stderr } = await runBin('settings.ts', ['list'], { REDIS_URL: undefined, PORT: 'x' })
  expect(code).toBe(1)
  expect(stderr).toContain('The environment is not complete (see .env.example):')
  expect(stderr).toContain('  REDIS_URL: is missing')
  expect(stderr).toContain('  PORT: ')
  expect(stderr).not.toContain('    at ')
})
