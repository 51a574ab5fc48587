import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { DbCheck } from '@slipstream/contract/developer'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { mods } from '@slipstream/db/tables/mods'
import { announcePurge } from '#lib/cache/change-bus.ts'
import { newCast } from '#testing/matrix-people.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { withToken } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

let store: TestStore
let secondServer: OpenServer
let developer: ReturnType<typeof withToken>
let token = ''
beforeAll(async () => {
  store = await openTestStore()
  secondServer = await openServer(store.config)
})
beforeEach(async () => {
  await store.empty()
  token = (await newCast(store)).tokens.developer
  developer = withToken(store.app, token)
  await vi.waitFor(() => expect([store, secondServer].every(({ services }) => services.redis.isUp())).toBe(true), 5_000)
})
afterAll(async () => {
  await secondServer.close()
  await store.close()
})

const PURGE = '/api/admin/dev/cache/purge'
const cdn = () => new URL(inject('environment').CDN_PURGE_URL ?? '').origin
const control = (what: string, order?: object) =>
  fetch(`${cdn()}/_control/${what}`, {
    ...(order && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) }),
  })
const purges = async () => (await (await control('purges')).json()) as { kind: string }[]
const titles = async ({ app }: Pick<TestStore, 'app'>) => {
  const answer = await app.inject('/api/mods')
  return answer.json<{ items: { title: string }[] }>().items.map(({ title }) => title)
}

test('[CALL-04] [DEV-05] a purge clears Redis, the memory of every process and the CDN', async () => {
  await createMod(store.db, { title: 'Kestrel' })
  for (const process of [store, secondServer]) expect(await titles(process)).toEqual(['Kestrel'])
  // Changed directly in the database, so that only a purge makes it visible.
  await store.db.update(mods).set({ title: 'Solano' })
  for (const process of [store, secondServer]) expect(await titles(process)).toEqual(['Kestrel'])

  const before = (await purges()).length
  const purged = await developer('POST', PURGE, {})
  expect([purged.statusCode, purged.json()]).toMatchObject([
    200,
    { success: true, cdn: { configured: true, latencyMs: expect.any(Number) } },
  ])
  expect(purged.json<{ redisCopies: number }>().redisCopies).toBeGreaterThan(0)
  await vi.waitFor(async () => {
    for (const process of [store, secondServer]) expect(await titles(process)).toEqual(['Solano'])
  })
  expect((await purges()).slice(before)).toMatchObject([{ kind: 'everything' }])
})

test('[DEV-05] a purge announces the change of every cached topic to other processes', async () => {
  const topics = ['settings', 'legal', 'team', 'mods', 'plans', 'cart', 'user', 'requests'] as const
  const heard = new Set<string>()
  for (const topic of topics) secondServer.services.bus.onChange(topic, () => heard.add(topic))
  await developer('POST', PURGE, {})
  await vi.waitFor(() => expect([...heard].sort()).toEqual(topics.toSorted()))
})

test('a purge that the CDN refuses answers 503', async () => {
  await control('faults', { kind: 'error', times: 1 })
  const refused = await developer('POST', PURGE, {})
  expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'cdn.away' }])
})

test('a purge succeeds in a store without a CDN', async () => {
  const plain = await openServer({ ...store.config, cdn: null })
  try {
    const purged = await withToken(plain.app, token)('POST', PURGE, {})
    expect(purged.json()).toMatchObject({ success: true, cdn: { configured: false, latencyMs: null } })
  } finally {
    await plain.close()
  }
})

test('[CALL-04] [DEV-04] ping, warming and revalidating succeed without a request body', async () => {
  for (const name of ['ping', 'revalidate/sitemap', 'warm/mods/featured', 'warm/reviews/featured']) {
    const answer = await developer('POST', `/api/admin/dev/${name}`)
    expect([name, answer.statusCode, answer.json()]).toMatchObject([name, 200, { success: true }])
  }
})

test('[DEV-04] warming caches the response, so that the next visitor needs no query', async () => {
  await developer('POST', '/api/admin/dev/warm/reviews/featured')
  await store.db.execute(sql`alter table reviews rename to reviews_away`)
  try {
    expect((await store.app.inject('/api/reviews/featured')).statusCode).toBe(200)
  } finally {
    await store.db.execute(sql`alter table reviews_away rename to reviews`)
  }
})

test('[DEV-04] a failed cache warm-up answers 503', async () => {
  await developer('POST', PURGE, {})
  await store.db.execute(sql`alter table reviews rename to reviews_away`)
  try {
    await vi.waitFor(async () => {
      const answer = await developer('POST', '/api/admin/dev/warm/reviews/featured')
      expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'developer.not_warmed' }])
    })
  } finally {
    await store.db.execute(sql`alter table reviews_away rename to reviews`)
  }
})

/** Announcements arrive in order: once this one has arrived, no earlier one can still clear a cache. */
const untilAllIsHeard = async () => {
  const name = randomUUID()
  const heard = new Set<unknown>()
  const processes = [store, secondServer]
  for (const { services } of processes) {
    services.bus.onPurge('mods', (purged) => purged === name && heard.add(services))
  }
  await store.db.transaction((tx) => announcePurge(tx, 'mods', name))
  await vi.waitFor(() => expect(heard.size).toBe(processes.length), 5_000)
}

test('[DEV-04] revalidating the sitemap makes every process show changes that bypassed the cache', async () => {
  const sitemaps = () =>
    Promise.all([store, secondServer].map(async ({ app }) => (await app.inject('/sitemap.xml')).body))
  const { id } = await createMod(store.db)
  await developer('POST', PURGE, {})
  await untilAllIsHeard()
  for (const text of await sitemaps()) expect(text).toContain(`/mods/${id}`)
  await store.db.update(mods).set({ status: 'archived' })
  for (const text of await sitemaps()) expect(text).toContain(`/mods/${id}`)
  const changed = vi.fn()
  store.services.bus.onChange('mods', changed)
  await developer('POST', '/api/admin/dev/revalidate/sitemap')
  await untilAllIsHeard()
  for (const text of await sitemaps()) expect(text).not.toContain(`/mods/${id}`)
  // No mod has changed, so cached pages, facets and carts stay.
  expect(changed).not.toHaveBeenCalled()
})

const checkDatabase = async () => (await developer('POST', '/api/admin/dev/db/check', {})).json<DbCheck>()

test('[CALL-04] [DEV-05] the database check lists what it checked', async () => {
  const { ok, checks } = await checkDatabase()
  expect(checks.filter((check) => !check.ok)).toEqual([])
  expect(ok).toBe(true)
  const names = ['connection', 'writes', 'migrations', 'indexes', 'constraints', 'invariants', 'bloat', 'replication']
  expect(checks.map(({ name }) => name)).toEqual(names)
  for (const { checked } of checks) expect(checked).toMatch(/\.$/)
  expect(checks.find(({ name }) => name === 'migrations')?.found).toMatchObject({ pending: [], unknown: [] })
})

test('[DEV-05] the database check names an unvalidated constraint, an invalid index and an unknown migration', async () => {
  await store.db.execute(sql`alter table settings add constraint never check (key <> '') not valid`)
  await store.db.execute(sql`create index broken on settings (updated_at)`)
  await store.db.execute(sql`update pg_index set indisvalid = false where indexrelid = 'broken'::regclass`)
  await store.db.execute(sql`insert into schema_migrations (name, hash) values ('9999_later.sql', '')`)
  try {
    const { ok, checks } = await checkDatabase()
    expect(ok).toBe(false)
    expect(
      Object.fromEntries(checks.filter((check) => !check.ok).map(({ name, found }) => [name, found])),
    ).toMatchObject({
      migrations: { unknown: ['9999_later.sql'] },
      indexes: { invalid: ['broken'] },
      constraints: { notValidated: ['settings.never'] },
    })
  } finally {
    await store.db.execute(sql`alter table settings drop constraint never`)
    await store.db.execute(sql`drop index broken`)
    await store.db.execute(sql`delete from schema_migrations where name = '9999_later.sql'`)
  }
})
