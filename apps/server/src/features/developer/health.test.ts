import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { HealthSnapshot } from '@slipstream/contract/developer'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { inTransaction } from '@slipstream/db/client'
import { chatMessages, chatRooms } from '@slipstream/db/tables/chat'
import { reviews } from '@slipstream/db/tables/reviews'
import { users } from '@slipstream/db/tables/users'
import { createCategory, createMod } from '@slipstream/db/testing/catalogue-factories'
import { announceChange } from '#lib/cache/change-bus.ts'
import { beat } from '#lib/jobs/worker-heartbeat.ts'
import { type FaultyProxy, throughProxy } from '#testing/faulty-proxy.ts'
import { newCast } from '#testing/matrix-people.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { withToken } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

vi.setConfig({ testTimeout: 30_000 })

/** The page refetches every 10 s, so a fault must show within this time. */
const SHOWN_WITHIN_MS = 10_000
const SECRET = 'hunter2-of-the-store'

let store: TestStore
/** A process of the same store that reaches its services through proxies. */
let faulty: OpenServer
let developer: ReturnType<typeof withToken>
const proxies = {} as Record<'postgres' | 'redis' | 's3' | 'stripe' | 'mail', FaultyProxy>

const proxied = async (name: keyof typeof proxies, address: string) => {
  const { proxy, url } = await throughProxy(address)
  proxies[name] = proxy
  return url
}
beforeAll(async () => {
  store = await openTestStore()
  const { config } = store
  faulty = await openServer({
    ...config,
    databaseUrl: await proxied('postgres', config.databaseUrl),
    // Even in `npm run test:pooled`, all database traffic must go through the proxy.
    pooledDatabaseUrl: null,
    redisUrl: await proxied('redis', config.redisUrl),
    storage: { ...config.storage, endpoint: await proxied('s3', config.storage.endpoint) },
    providers: { ...config.providers, stripe: await proxied('stripe', config.providers.stripe) },
    mail: { ...config.mail, url: await proxied('mail', config.mail.url) },
    discord: { ...config.discord, clientSecret: SECRET },
  })
})
beforeEach(async () => {
  await store.empty()
  developer = withToken(faulty.app, (await newCast(store)).tokens.developer)
  // Announcements arrive in order: after this one, no earlier one can drop a session from the cache.
  const heard = new Promise<void>((resolve) => faulty.services.bus.onChange('settings', () => resolve()))
  await inTransaction(store.db, (tx) => announceChange(tx, 'settings'))
  await heard
  await vi.waitFor(() => expect(faulty.services.redis.isUp()).toBe(true), { timeout: 5_000 })
})
afterAll(async () => {
  await faulty.close()
  await store.close()
  for (const proxy of Object.values(proxies)) proxy.close()
})

const readHealth = async () => {
  const start = performance.now()
  const answer = await developer('GET', '/api/admin/dev/health')
  expect(answer.statusCode, answer.body).toBe(200)
  return { health: answer.json<HealthSnapshot>(), ms: performance.now() - start }
}

/** The state of every system, in words. */
const statesOf = ({ systems: { database, stripe, redis, storage, mail } }: HealthSnapshot) =>
  Object.fromEntries(
    Object.entries({ database, stripe, redis, storage, mail }).map(([name, { ok }]) => [name, ok ? 'ok' : 'failed']),
  )
const ALL_OK = { database: 'ok', stripe: 'ok', redis: 'ok', storage: 'ok', mail: 'ok' }

test('[DEV-03] [DEV-12] [CALL-04] the health snapshot has measured times, real counts and every specified field', async () => {
  const category = await createCategory(store.db)
  const mod = await createMod(store.db, { categoryId: category.id })
  await createMod(store.db, { categoryId: category.id, status: 'draft' })
  const review = { modId: mod.id, author: 'Mara', rating: 5 }
  await store.db
    .insert(reviews)
    .values([{ ...review, status: 'approved' as const }, { ...review, status: 'approved' as const }, review])
  const [room] = await store.db.insert(chatRooms).values({ name: 'Daily' }).returning()
  const message = { roomId: room?.id ?? 0, body: 'Hello', key: randomUUID() }
  const dayAgo = new Date(Date.now() - 25 * 60 * MINUTE_MS)
  await store.db
    .insert(chatMessages)
    .values([message, { ...message, createdAt: dayAgo }, { ...message, deletedAt: new Date() }])
  const before = Date.now()
  const health = await untilShown(ALL_OK)

  expect(health).toMatchObject({
    systems: {
      database: { ok: true, latencyMs: expect.any(Number) },
      stripe: { configured: true, ok: true, error: null },
      discordAuth: { configured: true },
      queue: { ok: true, waiting: 0, dead: 0 },
      workers: { ok: false, alive: 0 },
    },
    settings: { maintenanceMode: false },
    metrics: {
      totals: { mods: 2, users: await store.db.$count(users) },
      reviews: { approved: 2, pending: 1 },
      adminChatLast24h: 1,
    },
    cache: { enabled: true },
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
  expect(health.systems.database.latencyMs).toBeGreaterThan(0)
  expect(health.durationMs).toBeGreaterThanOrEqual(health.systems.database.latencyMs)
  expect(Date.parse(health.checkedAt)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(health.now)).toBeGreaterThanOrEqual(Date.parse(health.checkedAt))
})

test('the health snapshot counts waiting jobs, dead jobs and living workers', async () => {
  await store.db.execute(sql`
    select graphile_worker.add_job('workers.forget', '{}'::json), graphile_worker.add_job('workers.forget', '{}'::json)`)
  await store.db.execute(sql`
    update graphile_worker._private_jobs set attempts = max_attempts
    where id = (select min(id) from graphile_worker._private_jobs)`)
  await beat(store.db, 'worker-a')
  await beat(store.db, 'worker-killed')
  await store.db.execute(sql`
    update worker_heartbeats set seen_at = now() - interval '8 seconds' where worker_id = 'worker-killed'`)

  const { health } = await readHealth()
  expect(health.systems.queue).toMatchObject({ waiting: 1, dead: 1 })
  expect(health.systems.workers).toEqual({ ok: true, alive: 1 })
})

/** The first snapshot with exactly these states. A busy machine may make a healthy Redis late for one snapshot. */
const untilShown = (states: Record<string, string>) =>
  vi.waitFor(
    async () => {
      const { health, ms } = await readHealth()
      expect(ms).toBeLessThan(SHOWN_WITHIN_MS)
      expect(statesOf(health)).toEqual(states)
      return health
    },
    { timeout: SHOWN_WITHIN_MS, interval: 100 },
  )

const FAULTS: [name: string, system: keyof typeof ALL_OK, proxy: keyof typeof proxies][] = [
  ['Redis gone', 'redis', 'redis'],
  ['Stripe failing', 'stripe', 'stripe'],
  ['S3 gone', 'storage', 's3'],
  ['mail gone', 'mail', 'mail'],
]

test.each(FAULTS)('T-DEV: the fault “%s” shows within 10 s and hides no other check', async (_name, system, proxy) => {
  proxies[proxy].cut()
  try {
    const health = await untilShown({ ...ALL_OK, [system]: 'failed' })
    expect(health.systems[system].error).toEqual(expect.any(String))
    expect(health.cache.enabled).toBe(system !== 'redis')
    expect(health.metrics.totals.users).toBe(await store.db.$count(users))
  } finally {
    proxies[proxy].restore()
  }
})

test.each(FAULTS.slice(1))(
  'T-DEV: the fault “%s” also shows within 10 s if connections hang instead of failing',
  async (_name, system, proxy) => {
    proxies[proxy].delay(60_000)
    try {
      await untilShown({ ...ALL_OK, [system]: 'failed' })
    } finally {
      proxies[proxy].restore()
    }
  },
)

test('T-DEV: a database that answers 2 s late shows its latency within 10 s', async () => {
  // Opens the connections that the next snapshot uses.
  await readHealth()
  proxies.postgres.delay(2_000)
  try {
    const { systems } = await untilShown(ALL_OK)
    expect(systems.database.latencyMs).toBeGreaterThanOrEqual(2_000)
  } finally {
    proxies.postgres.restore()
  }
})

test('T-DEV: while the database is down, the health snapshot shows its counts as unknown, not zero', async () => {
  await readHealth()
  proxies.postgres.cut()
  try {
    const health = await untilShown({ ...ALL_OK, database: 'failed' })
    expect(health.metrics).toMatchObject({
      totals: { mods: null, users: null },
      reviews: { approved: null, pending: null },
    })
    expect(health.systems.workers.alive).toBeNull()
  } finally {
    proxies.postgres.restore()
  }
})

test('a failed check shows its reason without the store’s secrets', async () => {
  vi.spyOn(faulty.services.mailer, 'check').mockRejectedValueOnce(new Error(`535 refused for store@host:${SECRET}`))
  const { health } = await readHealth()
  expect(health.systems.mail.error).toContain('535 refused')
  expect(JSON.stringify(health)).not.toContain(SECRET)
})
