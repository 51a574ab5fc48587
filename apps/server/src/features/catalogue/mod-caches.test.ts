import { Redis } from 'ioredis'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { createCategory, createMod } from '@slipstream/db/testing/catalogue-factories'
import { announceChange, announcePurge } from '#lib/cache/change-bus.ts'
import { catalogueChanged } from '#testing/catalogue.ts'
import { countQueries } from '#testing/count-queries.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { keepCatalogueWarm, warmCatalogue } from './warm-catalogue.ts'

let store: TestStore
let secondServer: OpenServer
let redis: Redis
let modId: number
beforeAll(async () => {
  store = await openTestStore()
  secondServer = await openServer(store.config)
  redis = new Redis(store.config.redisUrl)
  await vi.waitFor(() => expect(store.services.redis.isUp() && secondServer.services.redis.isUp()).toBe(true))
})
beforeEach(async () => {
  await store.empty()
  const { id: categoryId } = await createCategory(store.db, { slug: 'sports' })
  modId = (await createMod(store.db, { categoryId, title: 'Meridian S', tags: ['road', 'track'] })).id
  await changed()
})
afterAll(async () => {
  redis.disconnect()
  await secondServer.close()
  await store.close()
})

const epoch = async () => Number(await redis.get('epoch:mods'))
/** Waits until both processes have invalidated Redis; a copy written earlier would not be kept. */
const changed = async (...others: OpenServer[]) => {
  const before = await epoch()
  await catalogueChanged(store, secondServer, ...others)
  await vi.waitFor(async () => expect(await epoch()).toBeGreaterThanOrEqual(before + 2), { timeout: 5_000 })
}
const get = (url: string, headers: Record<string, string> = {}) => store.call('GET', url, { headers })
const rename = (title: string) => store.db.update(mods).set({ title }).where(eq(mods.id, modId))
const queriesOf = (url: string) => countQueries(store, () => get(url))
const isInRedis = (name: string) => vi.waitFor(async () => expect(await redis.exists(`copy:mods:${name}`)).toBe(1))
const addresses = () => [
  '/api/mods',
  '/api/mods?q=meridian',
  '/api/mods/facets',
  '/api/mods/suggest?q=meridain',
  `/api/mods/compare?ids=${modId}`,
  `/api/mods/${modId}`,
  `/api/mods/${modId}/related`,
  `/api/mods/${modId}/reviews`,
  '/api/categories',
  '/api/releases',
  '/api/reviews/featured',
]

test('a catalogue answer is public and computed once, and a client that already has it gets 304', async () => {
  for (const address of addresses()) {
    const first = await get(address)
    expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=300')
    expect(await queriesOf(address)).toBe(0)
    const again = await get(address, { 'if-none-match': String(first.headers.etag) })
    expect([address, again.statusCode, again.payload]).toEqual([address, 304, ''])
  }
})

test('a catalogue change shows in every process, in the lists and in the details of the mod', async () => {
  const titlesIn = async (app: OpenServer['app']) => [
    (await app.inject('/api/mods')).json().items[0].title as string,
    (await app.inject('/api/mods?category=sports')).json().items[0].title as string,
    (await app.inject(`/api/mods/${modId}`)).json().title as string,
  ]
  await titlesIn(store.app)
  await titlesIn(secondServer.app)
  await rename('Meridian RS')
  await changed()
  const renamed = ['Meridian RS', 'Meridian RS', 'Meridian RS']
  await vi.waitFor(async () => expect(await titlesIn(store.app)).toEqual(renamed))
  await vi.waitFor(async () => expect(await titlesIn(secondServer.app)).toEqual(renamed))
})

test('equivalent queries share one cached answer', async () => {
  const SAME = [
    ['/api/mods?tags=road,track&category=sports', '/api/mods?category=sports&tags=track,road,track'],
    ['/api/mods', '/api/mods?limit=24&sort=popular'],
    ['/api/mods?q=meridian%20s', '/api/mods?q=%20Meridian,%20S!'],
    ['/api/mods/facets?drivetrain=AWD,RWD', '/api/mods/facets?drivetrain=RWD,AWD'],
    [`/api/mods/${modId}/reviews`, `/api/mods/${modId}/reviews?sort=helpful`],
  ]
  for (const [one = '', other = ''] of SAME) {
    await get(one)
    expect([other, await queriesOf(other)]).toEqual([other, 0])
  }
  await get('/api/mods?q=meridian')
  expect(await queriesOf('/api/mods?q=meridian&sort=popular')).toBeGreaterThan(0)
})

test('free-text searches neither evict the first page nor fill Redis', async () => {
  await get('/api/mods')
  await isInRedis('list')
  for (let number = 0; number < 300; number++) await get(`/api/mods/facets?q=nothing${number}&tags=any${number}`)
  expect(await queriesOf('/api/mods')).toBe(0)
  expect((await redis.keys('copy:mods:*')).filter((key) => key.includes('nothing'))).toEqual([])
})

test('purging one cached answer by name removes it in every process and in Redis, and keeps the others', async () => {
  await get(`/api/mods/${modId}`)
  await isInRedis(`mod ${modId}`)
  await secondServer.app.inject(`/api/mods/${modId}`)
  await get('/api/categories')
  await rename('Meridian GT')
  await inTransaction(store.db, (tx) => announcePurge(tx, 'mods', `mod ${modId}`))
  for (const app of [store.app, secondServer.app]) {
    await vi.waitFor(async () => expect((await app.inject(`/api/mods/${modId}`)).json().title).toBe('Meridian GT'))
  }
  expect(await queriesOf('/api/categories')).toBe(0)
})

test('after warming up, the answers of the busiest pages are cached', async () => {
  await warmCatalogue((address) => get(address))
  const featured = '/api/mods?featured=true&limit=3'
  for (const address of [
    '/api/mods',
    '/api/mods?limit=12',
    '/api/mods/facets',
    '/api/categories',
    featured,
    '/sitemap.xml',
  ]) {
    expect([address, await queriesOf(address)]).toEqual([address, 0])
  }
})

test('a process warms its cache at start and after a change', async () => {
  const asked = vi.fn(async () => null)
  keepCatalogueWarm(store.services.bus, asked)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('/api/mods'), { timeout: 5_000 })
  asked.mockClear()
  await changed()
  expect(asked).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('/api/mods'), { timeout: 5_000 })
})

test('a process warms the page of a changed mod', async () => {
  const asked = vi.fn(async () => null)
  keepCatalogueWarm(store.services.bus, asked)
  await inTransaction(store.db, (tx) => announceChange(tx, 'mods', modId))
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(`/api/mods/${modId}`), { timeout: 5_000 })
})

test('without Redis every request is answered, and changes show', async () => {
  const alone = await openServer({ ...store.config, redisUrl: 'redis://127.0.0.1:1' })
  for (const address of addresses()) expect((await alone.app.inject(address)).statusCode).toBe(200)
  await rename('Meridian X')
  await changed(alone)
  expect((await alone.app.inject('/api/mods')).json().items).toMatchObject([{ title: 'Meridian X' }])
  await alone.close()
})
