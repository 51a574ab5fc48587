import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { createHtmlCache, type Page } from './html-cache.ts'

const MEGABYTE = 1_048_576

afterEach(() => vi.restoreAllMocks())

const page = (change: Partial<Page> = {}): Page => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0, s-maxage=10' },
  body: Buffer.from('<!doctype html><p>Cars</p>'),
  ...change,
})
const renders = (change: Partial<Page> = {}) => vi.fn(async () => page(change))
const gate = () => {
  const { promise, resolve } = Promise.withResolvers<Page>()
  return { render: vi.fn(() => promise), finish: resolve }
}

test('concurrent requests for a page share one render, and later ones get the cached page', async () => {
  const cache = createHtmlCache(MEGABYTE)
  const { render, finish } = gate()
  const waiting = Array.from({ length: 20 }, () => cache.get('/', render))
  finish(page())
  const answers = await Promise.all(waiting)
  expect(answers.every(({ hit }) => !hit)).toBe(true)
  const later = await cache.get('/', render)
  expect(later.hit).toBe(true)
  expect(later.page.body.toString()).toBe('<!doctype html><p>Cars</p>')
  expect(render).toHaveBeenCalledTimes(1)
})

test('every key has its own page', async () => {
  const cache = createHtmlCache(MEGABYTE)
  await cache.get('/about', renders({ body: Buffer.from('about') }))
  const other = await cache.get('/about?tab=2', renders({ body: Buffer.from('other') }))
  expect(other.hit).toBe(false)
  expect(other.page.body.toString()).toBe('other')
})

test('a page whose render began before a change is returned but not cached', async () => {
  const cache = createHtmlCache(MEGABYTE)
  const { render, finish } = gate()
  const slow = cache.get('/', render)
  cache.clear()
  const fresh = renders({ body: Buffer.from('new') })
  expect((await cache.get('/', fresh)).page.body.toString()).toBe('new')
  finish(page({ body: Buffer.from('old') }))
  expect((await slow).page.body.toString()).toBe('old')
  expect((await cache.get('/', fresh)).page.body.toString()).toBe('new')
  expect(fresh).toHaveBeenCalledTimes(1)
})

test('a change empties the page cache', async () => {
  const cache = createHtmlCache(MEGABYTE)
  await cache.get('/', renders())
  cache.clear()
  expect((await cache.get('/', renders())).hit).toBe(false)
})

/** The cache reads the clock once per millisecond. */
const clockAt = async (ms: number) => {
  vi.spyOn(performance, 'now').mockReturnValue(START + ms)
  await sleep(5)
}
const START = performance.now()
const bodyOf = async (cache: ReturnType<typeof createHtmlCache>, render: () => Promise<Page>) =>
  (await cache.get('/', render)).page.body.toString()

test('a page older than ten seconds is served stale while one render replaces it', async () => {
  await clockAt(0)
  const cache = createHtmlCache(MEGABYTE)
  const [first, second] = [renders({ body: Buffer.from('first') }), gate()]
  expect(await bodyOf(cache, first)).toBe('first')
  await clockAt(9_000)
  expect(await bodyOf(cache, second.render)).toBe('first')
  expect(second.render).not.toHaveBeenCalled()
  await clockAt(10_500)
  expect(await Promise.all([bodyOf(cache, second.render), bodyOf(cache, second.render)])).toEqual(['first', 'first'])
  expect(second.render).toHaveBeenCalledTimes(1)
  second.finish(page({ body: Buffer.from('second') }))
  await vi.waitFor(async () => expect(await bodyOf(cache, second.render)).toBe('second'))
  expect(second.render).toHaveBeenCalledTimes(1)
})

test('a stale page that cannot be rendered again is served for a minute and no longer', async () => {
  await clockAt(0)
  const cache = createHtmlCache(MEGABYTE)
  await cache.get('/', renders())
  const failing = vi.fn(() => Promise.reject(new Error('the database is away')))
  await clockAt(59_000)
  expect((await cache.get('/', failing)).hit).toBe(true)
  expect(failing).toHaveBeenCalledTimes(1)
  await clockAt(60_500)
  await expect(cache.get('/', failing)).rejects.toThrow('the database is away')
})

test('a page cached before a change is never served after it', async () => {
  await clockAt(0)
  const cache = createHtmlCache(MEGABYTE)
  await cache.get('/', renders({ body: Buffer.from('old') }))
  await clockAt(10_500)
  const slow = gate()
  expect(await bodyOf(cache, slow.render)).toBe('old')
  cache.clear()
  slow.finish(page({ body: Buffer.from('old as well') }))
  await sleep(1)
  expect(await bodyOf(cache, renders({ body: Buffer.from('new') }))).toBe('new')
})

test.each<[string, Partial<Page>]>([
  ['private', { headers: { 'cache-control': 'private, no-store' } }],
  ['without cache headers', { headers: {} }],
  ['missing, without cache headers', { status: 404, headers: {} }],
  ['a redirect', { status: 302 }],
  ['broken', { status: 500 }],
  ['setting a cookie', { headers: { 'cache-control': 'public', 'set-cookie': 'theme=dark' } }],
])('a page that is %s is not cached', async (_what, change) => {
  const cache = createHtmlCache(MEGABYTE)
  const render = renders(change)
  await cache.get('/', render)
  expect((await cache.get('/', render)).hit).toBe(false)
  expect(render).toHaveBeenCalledTimes(2)
})

test('a failed render fails all concurrent requests once and is not cached', async () => {
  const cache = createHtmlCache(MEGABYTE)
  const failing = vi.fn(() => Promise.reject(new Error('no template')))
  const both = await Promise.allSettled([cache.get('/', failing), cache.get('/', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(failing).toHaveBeenCalledTimes(1)
  expect((await cache.get('/', renders())).page.status).toBe(200)
})

test('each compressed form of a page is created only once', async () => {
  const body = Buffer.from('<p>Größe</p>'.repeat(500))
  const cache = createHtmlCache(MEGABYTE)
  const { page: kept } = await cache.get('/', renders({ body }))
  expect(brotliDecompressSync(await kept.encoded.for('br').body)).toEqual(body)
  expect(gunzipSync(await kept.encoded.for('gzip').body)).toEqual(body)
  expect((await kept.encoded.for('br').body).length).toBeLessThan(body.length / 4)
  const again = await cache.get('/', renders())
  expect(await again.page.encoded.for('br').body).toBe(await kept.encoded.for('br').body)
})

test('a not-found page is cached, and one page serves every URL of its route', async () => {
  const cache = createHtmlCache(MEGABYTE)
  const first = await cache.get('/mods/901', renders({ status: 404, missingAt: 'mod-details' }))
  expect(cache.missing('mod-details')).toBe(first.page)
  const shared = cache.missing('mod-details')
  if (!shared) throw new Error('nothing is shared')

  const before = cache.bytes()
  const second = await cache.get('/mods/902', async () => shared)
  expect(second.page).toBe(first.page)
  expect((await cache.get('/mods/902', renders())).hit).toBe(true)
  // A URL takes only its own memory, not another copy of the page.
  expect(cache.bytes() - before).toBeLessThan(2_000)

  cache.clear()
  expect(cache.missing('mod-details')).toBeUndefined()
})

test('cached pages and not-found pages together take at most twice the memory limit', async () => {
  const cache = createHtmlCache(MEGABYTE)
  for (let visit = 0; visit < 100; visit++) {
    await cache.get(`/mods?q=${visit}`, renders({ body: Buffer.alloc(50_000) }))
    await cache.get(`/mods/${visit}`, renders({ status: 404, missingAt: `route ${visit}`, body: Buffer.alloc(50_000) }))
  }
  expect(cache.bytes()).toBeGreaterThan(MEGABYTE / 2)
  expect(cache.bytes()).toBeLessThanOrEqual(2 * MEGABYTE)
})

test('expired pages are dropped from memory without further requests', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const start = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
  try {
    const cache = createHtmlCache(MEGABYTE)
    await cache.get('/', renders())
    await vi.advanceTimersByTimeAsync(5_000)
    expect(cache.bytes()).toBeGreaterThan(0)
    clock.mockReturnValue(start + 60_500)
    await vi.advanceTimersByTimeAsync(56_000)
    expect(cache.bytes()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    clock.mockRestore()
    vi.useRealTimers()
  }
})
