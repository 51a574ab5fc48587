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

test('a page is rendered once for all who ask at the same time, and for those after them', async () => {
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

test('every address has its own page', async () => {
  const cache = createHtmlCache(MEGABYTE)
  await cache.get('/about', renders({ body: Buffer.from('about') }))
  const other = await cache.get('/about?tab=2', renders({ body: Buffer.from('other') }))
  expect(other.hit).toBe(false)
  expect(other.page.body.toString()).toBe('other')
})

test('a page whose rendering began before a change is given to its askers and not kept', async () => {
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

test('a change empties the cache', async () => {
  const cache = createHtmlCache(MEGABYTE)
  await cache.get('/', renders())
  cache.clear()
  expect((await cache.get('/', renders())).hit).toBe(false)
})

/** The cache looks at the clock once per millisecond. */
const clockAt = async (ms: number) => {
  vi.spyOn(performance, 'now').mockReturnValue(START + ms)
  await sleep(5)
}
const START = performance.now()
const bodyOf = async (cache: ReturnType<typeof createHtmlCache>, render: () => Promise<Page>) =>
  (await cache.get('/', render)).page.body.toString()

test('a page older than ten seconds is shown once more while it is rendered anew, whatever was announced', async () => {
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

test('a page that cannot be rendered anew is shown for a minute, and then no more', async () => {
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

test('a page that was known before a change is never shown after it', async () => {
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
  ['without a word about caching', { headers: {} }],
  ['missing without a word about caching', { status: 404, headers: {} }],
  ['a redirect', { status: 302 }],
  ['broken', { status: 500 }],
  ['bringing a cookie', { headers: { 'cache-control': 'public', 'set-cookie': 'theme=dark' } }],
])('a page that is %s is not kept', async (_what, change) => {
  const cache = createHtmlCache(MEGABYTE)
  const render = renders(change)
  await cache.get('/', render)
  expect((await cache.get('/', render)).hit).toBe(false)
  expect(render).toHaveBeenCalledTimes(2)
})

test('a rendering that fails is everybody’s failure once, and not remembered', async () => {
  const cache = createHtmlCache(MEGABYTE)
  const failing = vi.fn(() => Promise.reject(new Error('no template')))
  const both = await Promise.allSettled([cache.get('/', failing), cache.get('/', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(failing).toHaveBeenCalledTimes(1)
  expect((await cache.get('/', renders())).page.status).toBe(200)
})

test('the compressed forms are the page, made once', async () => {
  const body = Buffer.from('<p>Größe</p>'.repeat(500))
  const cache = createHtmlCache(MEGABYTE)
  const { page: kept } = await cache.get('/', renders({ body }))
  expect(brotliDecompressSync(await kept.encoded.for('br').body)).toEqual(body)
  expect(gunzipSync(await kept.encoded.for('gzip').body)).toEqual(body)
  expect((await kept.encoded.for('br').body).length).toBeLessThan(body.length / 4)
  const again = await cache.get('/', renders())
  expect(await again.page.encoded.for('br').body).toBe(await kept.encoded.for('br').body)
})

test('a page that is not found is kept, and one page serves every address of its route', async () => {
  const cache = createHtmlCache(MEGABYTE)
  const first = await cache.get('/mods/901', renders({ status: 404, missingAt: 'mod-details' }))
  expect(cache.missing('mod-details')).toBe(first.page)
  const shared = cache.missing('mod-details')
  if (!shared) throw new Error('nothing is shared')

  const before = cache.bytes()
  const second = await cache.get('/mods/902', async () => shared)
  expect(second.page).toBe(first.page)
  expect((await cache.get('/mods/902', renders())).hit).toBe(true)
  // The address alone takes memory, not another copy of the page.
  expect(cache.bytes() - before).toBeLessThan(2_000)

  cache.clear()
  expect(cache.missing('mod-details')).toBeUndefined()
})

test('the memory never exceeds its bound, whatever is asked for', async () => {
  const cache = createHtmlCache(MEGABYTE)
  for (let visit = 0; visit < 100; visit++) {
    await cache.get(`/mods?q=${visit}`, renders({ body: Buffer.alloc(50_000) }))
    await cache.get(`/mods/${visit}`, renders({ status: 404, missingAt: `route ${visit}`, body: Buffer.alloc(50_000) }))
  }
  expect(cache.bytes()).toBeGreaterThan(MEGABYTE / 2)
  expect(cache.bytes()).toBeLessThanOrEqual(2 * MEGABYTE)
})

test('expired pages leave the memory although nobody asks again', async () => {
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
