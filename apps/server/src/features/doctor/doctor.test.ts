import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import { HOUR_MS } from '@slipstream/contract/durations'
import { createUser } from '@slipstream/db/testing/factories'
import { BACKUP } from '#features/backups/backups.operation.ts'
import { openMailer } from '#gateways/mailer.ts'
import { openRedis } from '#gateways/redis.ts'
import { openStorage } from '#gateways/storage.ts'
import { openStripe } from '#gateways/stripe.ts'
import { watchBridgedVisitors } from '#lib/http/bridged-visitors.ts'
import { proxyCheck } from '#lib/http/trusted-proxies.ts'
import { freePort } from '#testing/free-port.ts'
import { openOwnBuckets } from '#testing/own-buckets.ts'
import { prepareOwnRedis } from '#testing/own-redis.ts'
import { startOwnStripe } from '#testing/own-stripe.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { type DoctorParts, examine } from './all-checks.ts'

const MINUTE = 60_000
const store = await openEmptiedTestStore()
const port = await freePort()
const publicUrl = `http://127.0.0.1:${port}`
const webhook = { url: `${publicUrl}/api/webhooks/stripe`, secret: store.config.stripe.webhookSecret }
const ownStripe = await startOwnStripe(webhook)
const stripeConfig = {
  stripe: store.config.stripe,
  providers: { ...store.config.providers, stripe: ownStripe.address },
}
beforeAll(async () => {
  await store.app.listen({ host: '127.0.0.1', port })
})
afterAll(ownStripe.close)

/** A clock ahead of ours, so that an event created now counts as overdue. */
const later = () => Date.now() + 2 * MINUTE
const healthy = (): DoctorParts => ({
  ...store.services,
  publicUrl,
  stripe: openStripe(stripeConfig),
})

const INSTALLED = sql`
  insert into worker_heartbeats (worker_id, started_at, seen_at) values ('worker-1', now(), now())`
const backupFrom = (when: string) => sql`
  insert into operations (kind, title, unit, cursor, state, finished_at)
  values (${BACKUP.kind}, 'Backup', 'bytes', '{}', 'done', ${when}::timestamptz)`

beforeEach(async () => {
  await store.db.execute(INSTALLED)
  await store.db.execute(backupFrom(new Date().toISOString()))
  await createUser(store.db, { username: 'creator', isAdmin: true })
  await ownStripe.reset()
})

test('visitors that arrive with the address of a proxy are reported once there are many', async () => {
  const { redis } = store.services
  let now = 0
  const note = watchBridgedVisitors({ redis, isProxy: proxyCheck(['172.30.43.0/24', 'fd30:43::/64']), now: () => now })
  for (let count = 0; count < 299; count += 1) note('172.30.43.1')
  now += HOUR_MS + 1
  for (let count = 0; count < 299; count += 1) note(count % 2 === 0 ? '172.30.43.1' : 'fd30:43::1')
  for (let count = 0; count < 400; count += 1) note(`2001:db8::${count}`)
  expect((await failing()).names).toEqual([])
  note('172.30.43.1')
  await expect.poll(async () => (await failing()).names).toEqual(['addresses'])
  expect((await failing()).text).toContain('172.30.43.1')
  await redis.attempt((client) => client.del('visitors:bridged'))
})

/** The names of the failing checks, and all their problems and remedies. */
const failing = async (changes: Partial<DoctorParts> = {}) => {
  const results = await examine({ ...healthy(), ...changes })
  const red = results.filter(({ problem }) => problem !== null)
  return {
    names: red.map(({ name }) => name),
    text: red.map(({ problem, remedy }) => `${problem} ${remedy}`).join('\n'),
  }
}

test('a healthy store passes every check of the doctor', async () => {
  expect(await failing()).toEqual({ names: [], text: '' })
})

test('the doctor reports a webhook secret of another endpoint, and the remedy names the variable', async () => {
  const stripe = openStripe(stripeConfig)
  await ownStripe.treatDeliveries({ dropPercent: 0 })
  const wrong = await startOwnStripe({ ...webhook, secret: 'whsec_another_endpoint' })
  const wrongConfig = { ...stripeConfig, providers: { ...stripeConfig.providers, stripe: wrong.address } }
  try {
    const ours = openStripe(wrongConfig)
    await expirePayment(ours)
    const { names, text } = await failing({ stripe: ours, now: later })
    expect(names).toContain('stripe.webhook')
    expect(text).toContain('STRIPE_WEBHOOK_SECRET')
  } finally {
    await wrong.close()
  }
  await expirePayment(stripe)
  await ownStripe.settled()
  expect((await failing({ stripe, now: later })).names).not.toContain('stripe.webhook')
})

/** Makes Stripe send an event. */
const expirePayment = async (stripe: ReturnType<typeof openStripe>) => {
  const session = await stripe.createSession({
    idempotencyKey: crypto.randomUUID(),
    email: 'buyer@customer.example',
    lines: [{ title: 'A mod', amountCents: 500 }],
    metadata: {},
    description: 'A mod',
    successUrl: publicUrl,
    cancelUrl: publicUrl,
    expiresAt: new Date(Date.now() + 60 * MINUTE),
  })
  await stripe.expireSession(session.id)
}

test('the doctor reports a key that Stripe refuses', async () => {
  const stripe = openStripe({ ...stripeConfig, stripe: { ...stripeConfig.stripe, secretKey: 'sk_test_wrong' } })
  const { names, text } = await failing({ stripe })
  expect(names).toContain('stripe.key')
  expect(text).toContain('STRIPE_SECRET_KEY')
  expect(text).not.toContain('sk_test_wrong')
})

test('the doctor reports a public bucket that visitors cannot read and a private one without a CORS rule', async () => {
  const buckets = await openOwnBuckets()
  const storage = openStorage({
    ...store.config.storage,
    publicBucket: buckets.environment.S3_PUBLIC_BUCKET,
    privateBucket: buckets.environment.S3_PRIVATE_BUCKET,
    assetBaseUrl: buckets.environment.PUBLIC_ASSET_BASE_URL,
  })
  try {
    const { names, text } = await failing({ storage })
    expect(names).toEqual(['storage.public', 'storage.cors'])
    expect(text).toContain('s3:GetObject')
    expect(text).toContain(`CORS rule: origin ${publicUrl}`)
    expect(await buckets.content()).toEqual({ public: [], private: [], begun: [] })
  } finally {
    storage.close()
    await buckets.remove()
  }
})

test('the doctor reports a key that the storage refuses', async () => {
  const storage = openStorage({ ...store.config.storage, secretAccessKey: 'wrong' })
  const { names, text } = await failing({ storage })
  expect(names).toEqual(['storage.private', 'storage.copies', 'storage.public'])
  expect(text).toContain('S3_ENDPOINT')
  storage.close()
})

test('the doctor reports a storage that cannot copy within itself', async () => {
  const refuse = async () => Promise.reject(new Error('NotImplemented'))
  const { names, text } = await failing({ storage: { ...store.services.storage, copyPart: refuse } })
  expect(names).toEqual(['storage.copies'])
  expect(text).toContain('UploadPartCopy')
})

test('the doctor reports a stale or missing backup', async () => {
  await store.db.execute(sql`delete from operations`)
  expect((await failing()).text).toContain('No backup has been made')
  await store.db.execute(backupFrom(new Date(Date.now() - 28 * 60 * MINUTE).toISOString()))
  const { names, text } = await failing()
  expect(names).toEqual(['backups'])
  expect(text).toContain('Database, Backup')
  expect((await failing({ backupKey: null })).text).toContain('BACKUP_PUBLIC_KEY')
})

test('the doctor accepts a base backup of the archive, with or without the owner’s key', async () => {
  await store.db.execute(sql`delete from operations`)
  const baseBackup = (finishedAt: SQL) => sql`
    insert into base_backups (label, kind, started_at, finished_at, bytes, stored_bytes)
    values ('20261118-022000F', 'full', ${finishedAt}, ${finishedAt}, 1, 1)
    on conflict (label) do update set finished_at = excluded.finished_at`
  await store.db.execute(baseBackup(sql`now() - interval '28 hours'`))
  expect((await failing({ backupKey: null })).names).toEqual(['backups'])
  await store.db.execute(baseBackup(sql`now()`))
  expect((await failing({ backupKey: null })).names).toEqual([])
  expect((await failing()).names).toEqual([])
})

test('the doctor reports a clock that is a minute fast or slow', async () => {
  for (const skew of [-MINUTE, MINUTE]) {
    const { names, text } = await failing({ now: () => Date.now() + skew })
    expect(names).toEqual(['clock'])
    expect(text).toContain('timedatectl')
  }
})

test('the doctor compares with the clock of the object storage when the database shares a wrong clock', async () => {
  const past = createServer((_request, response) => {
    response
      .setHeader('date', new Date(Date.now() - MINUTE).toUTCString())
      .writeHead(403)
      .end()
  })
  await new Promise<void>((resolve) => past.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(past.address() as AddressInfo).port}/`
  const storage = {
    ...store.services.storage,
    publicUrl: (key: string) => (key === 'setup-check' ? url : store.services.storage.publicUrl(key)),
  }
  const { names, text } = await failing({ storage })
  expect(names).toEqual(['clock'])
  expect(text).toContain('of the object storage differ by')
  past.close()
})

test('the doctor reports a nearly full disk', async () => {
  const { names, text } = await failing({ readDisk: async () => ({ device: 1, used: 0.97, freeBytes: 2e9 }) })
  expect(names).toEqual(['disk'])
  expect(text).toContain('97 % full')
  expect(text).toContain('Free some space')
})

test('the doctor reports a mail server that refuses connections', async () => {
  const mailer = openMailer({ ...store.config.mail, url: `smtp://127.0.0.1:${await freePort()}` })
  const { names, text } = await failing({ mailer })
  expect(names).toEqual(['mail'])
  expect(text).toContain('SMTP_URL')
  mailer.close()
})

test('the doctor reports a dead worker', async () => {
  await store.db.execute(sql`update worker_heartbeats set seen_at = now() - interval '10 minutes'`)
  const { names, text } = await failing()
  expect(names).toEqual(['worker'])
  expect(text).toContain('start:worker')
})

test('the doctor reports a pending migration', async () => {
  await store.db.execute(sql`
    create table kept_migrations as select * from schema_migrations where name = (select max(name) from schema_migrations)`)
  await store.db.execute(sql`delete from schema_migrations where name in (select name from kept_migrations)`)
  const { names, text } = await failing()
  await store.db.execute(sql`insert into schema_migrations select * from kept_migrations`)
  await store.db.execute(sql`drop table kept_migrations`)
  expect(names).toEqual(['database'])
  expect(text).toContain('migrate')
})

test('the doctor reports a Redis that is down or lacks persistence', async () => {
  const own = await prepareOwnRedis()
  await own.start()
  const redis = openRedis(own.url, pino({ level: 'silent' }))
  await expect.poll(redis.isUp).toBe(true)
  const forgetful = await failing({ redis })
  expect(forgetful.names).toEqual(['redis'])
  expect(forgetful.text).toContain('--appendonly yes')
  await own.close()
  expect((await failing({ redis })).text).toContain('Redis does not answer')
  redis.close()
})

test('the doctor reports a public URL without HTTPS', async () => {
  const { names, text } = await failing({ publicUrl: 'http://store.example' })
  expect(names).toContain('https')
  expect(text).toContain('https://')
})

test('the doctor reports a store without an administrator', async () => {
  await store.empty()
  await store.db.execute(INSTALLED)
  await store.db.execute(backupFrom(new Date().toISOString()))
  expect((await failing()).names).toEqual(['administrator'])
})
