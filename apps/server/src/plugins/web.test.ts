import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { data, type ServerBuild } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { App } from '#app.ts'
import { buildDetachedApp } from '#detached-app.ts'
import { freePort } from '#testing/free-port.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { mountWeb } from './web.ts'

const PUBLIC = 'public, max-age=0, s-maxage=10'
const SCRIPT = 'start()'
const FILLER = '<p>Panel by panel.</p>'.repeat(100)

/** A web app whose pages show their URL and everything they receive about the visitor. */
const rendered = vi.fn<(request: Request) => void>()
/** Renders wait here while a test holds them. */
let gate: Promise<void> | null = null
const handleRequest = async (request: Request, status: number, headers: Headers, entry: unknown, context: unknown) => {
  const shared = globalThis as unknown as Record<symbol, never>
  const given = <T>(name: string) => (context as { get: (key: never) => T }).get(shared[Symbol.for(name)] as never)
  headers.set('cache-control', request.url.includes('private') ? 'private, no-store' : PUBLIC)
  const leaf = (entry as { staticHandlerContext: { matches: { route: { id: string } }[] } }).staticHandlerContext
    .matches
  const hasMissingPage = given<(id: string) => boolean>('slipstream.has-missing-page')
  if (status === 404 && hasMissingPage(leaf.at(-1)?.route.id ?? '')) return new Response(null, { status, headers })
  rendered(request)
  await gate
  headers.set('content-type', 'text/html; charset=utf-8')
  const { pathname, search } = new URL(request.url)
  const nonce = given<string>('slipstream.nonce')
  return new Response(
    `<p>${pathname}${search}</p>${FILLER}<script nonce="${nonce}">${SCRIPT}</script><script>steal()</script>`,
    { status, headers },
  )
}
const notFound = () => data(null, { status: 404 })
const route = (path: string, module: object = {}) => ({
  path,
  parentId: 'root',
  module: { default: () => null, ...module },
})
const routes = {
  root: { id: 'root', path: '', module: { default: () => null } },
  ...Object.fromEntries(
    Object.entries({
      about: route('about', {
        handle: { query: ['tab', 'page'], presence: ['order'] },
        loader: () => data(null, { headers: { 'cache-control': PUBLIC } }),
        headers: ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders,
      }),
      private: route('private'),
      register: route('register', { handle: { query: ['next'] } }),
      admin: route('admin'),
      edit: route('admin/products/edit/:id'),
      developer: route('admin/developer'),
      jobs: route('admin/developer/jobs'),
      mod: route('mods/:id', {
        loader: ({ params }: { params: { id: string } }) => (Number(params.id) > 900 ? notFound() : null),
      }),
      nowhere: route('*', { loader: notFound }),
    }).map(([id, values]) => [id, { id, ...values }]),
  ),
}
const build = {
  entry: { module: { default: handleRequest } },
  routes,
  assets: {
    entry: { imports: [], module: '' },
    routes: Object.fromEntries(
      Object.entries(routes).map(([id, each]) => [id, { ...each, hasLoader: 'loader' in each.module, module: '' }]),
    ),
    url: '',
    version: '1',
  },
  basename: '/',
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
} as unknown as ServerBuild

let app: App
let metrics: Metrics
let contentChanged = () => {}
let isInMaintenance = false
beforeAll(async () => {
  metrics = createMetrics({ countDeadJobs: async () => 0, isRedisUp: () => false })
  app = await buildDetachedApp({ metrics })
  vi.spyOn(app.gate, 'isInMaintenance').mockImplementation(() => isInMaintenance)
  await mountWeb(app, {
    source: { build, isDevelopment: false },
    publicUrl: 'https://store.example',
    assetOrigin: 'https://cdn.example',
    avatarOrigin: 'https://avatars.example',
    botCheckOrigin: 'https://check.example',
    uploadOrigin: 'https://files.example',
    metrics,
    onContentChange: (forget) => {
      contentChanged = forget
    },
  })
  await app.listen({ host: '127.0.0.1', port: await freePort() })
})
beforeEach(() => {
  isInMaintenance = false
  contentChanged()
  rendered.mockClear()
  metrics.htmlCache.reset()
})
afterAll(() => app.close())

const renderedAddresses = () => rendered.mock.calls.map(([{ url }]) => url.slice('https://store.example'.length))

/** Sends the request target exactly as given, which neither fetch nor inject does. */
const askLiterally = async (target: string) => {
  const { port } = app.server.address() as AddressInfo
  const [response] = (await once(request({ port, path: target, agent: false }).end(), 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

const open = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('a page is rendered once and served from memory until the content changes', async () => {
  const first = await open('/about')
  expect(first.statusCode).toBe(200)
  expect(first.headers['cache-control']).toBe(PUBLIC)
  expect((await open('/about')).payload).toBe(first.payload)
  expect(rendered).toHaveBeenCalledTimes(1)

  contentChanged()
  await open('/about')
  expect(rendered).toHaveBeenCalledTimes(2)
  const figures = await metrics.registry.metrics()
  expect(figures).toContain('slipstream_html_cache_total{result="miss"} 2')
  expect(figures).toContain('slipstream_html_cache_total{result="hit"} 1')
})

test('a private page is rendered for every request', async () => {
  await open('/private')
  await open('/private')
  expect(rendered).toHaveBeenCalledTimes(2)
})

test('only the URL of a visitor’s request reaches the renderer, so nobody sees another person’s data', async () => {
  await open('/about?tab=2', { cookie: 'session=1', authorization: 'Bearer 1', 'x-forwarded-host': 'evil.example' })
  const request = rendered.mock.calls[0]?.[0]
  expect(request?.url).toBe('https://store.example/about?tab=2')
  expect([...(request?.headers ?? [])]).toEqual([])
})

test('the Discord sign-in ticket in the URL reaches neither the rendered page nor a cache', async () => {
  const answer = await open('/about?discord_success=true&token=a-ticket')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(rendered.mock.calls[0]?.[0]?.url).toBe('https://store.example/about')
  expect((await open('/about')).headers['cache-control']).toBe(PUBLIC)
  expect(rendered).toHaveBeenCalledTimes(1)
})

test('the content security policy allows the bot check only on pages that use it', async () => {
  const policyOf = async (url: string) => (await open(url)).headers['content-security-policy']
  expect(await policyOf('/register?next=%2F')).toMatch(/frame-src [^;]* https:\/\/check\.example;/)
  expect(await policyOf('/about')).not.toContain('check.example')
})

test('file uploads are allowed from admin pages, and neither from the developer page nor from /about', async () => {
  const policyOf = async (url: string) => (await open(url)).headers['content-security-policy']
  for (const url of ['/admin', '/admin/products/edit/7?tab=releases'])
    expect(await policyOf(url)).toContain("connect-src 'self' https://files.example;")
  for (const url of ['/about', '/admin/developer', '/admin/developer/jobs', '/administration'])
    expect(await policyOf(url)).toContain("connect-src 'self';")
})

test('a page allows its own scripts by hash and has no nonce', async () => {
  const { headers, payload } = await open('/about')
  const hash = createHash('sha256').update(SCRIPT).digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
  expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"')
  expect(payload).toContain(`<script>${SCRIPT}</script>`)
  expect(payload).not.toContain('nonce')
})

test('a page is sent in the best encoding that the browser accepts', async () => {
  const plain = await open('/about')
  const br = await open('/about', { 'accept-encoding': 'gzip, deflate, br' })
  const gzip = await open('/about', { 'accept-encoding': 'gzip' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(br.headers['content-encoding']).toBe('br')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.payload)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.payload)
  for (const answer of [plain, br, gzip]) expect(answer.headers.vary).toBe('accept-encoding')
})

test.each([
  '//evil.example/about',
  '//',
  '//[',
  '/%',
  '/%ff',
  '/\\\\evil.example',
  'http://evil.example/about',
  '/about?%',
])('the unusual URL %s is a page of this store or not found, and never an error', async (target) => {
  const status = await askLiterally(target)
  expect([200, 400, 404]).toContain(status)
  for (const [request] of rendered.mock.calls) expect(new URL(request.url).origin).toBe('https://store.example')
})

test('URLs that lead to the same page cost one render', async () => {
  for (const url of [
    '/about',
    '/About/',
    '//about',
    '/%61bout',
    '/about?visit=1',
    '/about?utm_source=chat&x',
    '/about?page',
  ])
    expect((await open(url)).statusCode, url).toBe(200)
  expect(renderedAddresses()).toEqual(['/about', '/about?page='])
})

test('a page is rendered once for each set of query values, whatever the order of the parameters', async () => {
  await open('/about?page=2&tab=3&visit=8')
  await open('/about?tab=3&visit=9&page=2')
  await open('/about?page=3&tab=3')
  expect(renderedAddresses()).toEqual(['/about?tab=3&page=2', '/about?tab=3&page=3'])
})

test('a parameter that a page only checks for presence costs one render for all its values', async () => {
  for (const number of [1, 2, 3]) await open(`/about?order=${number}`)
  expect(renderedAddresses()).toEqual(['/about?order=1'])
})

test('all unknown URLs share one page that is rendered once', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => open(`/nowhere/${n}?visit=${n}`)))
  expect(new Set(answers.map(({ statusCode, payload }) => `${statusCode} ${payload}`)).size).toBe(1)
  expect(answers[0]?.statusCode).toBe(404)
  expect(renderedAddresses()).toEqual(['/not-found'])
})

test('unknown mods share one page, rendered once until the content changes', async () => {
  for (let id = 901; id < 921; id++) expect((await open(`/mods/${id}`)).statusCode).toBe(404)
  expect(renderedAddresses()).toEqual(['/mods/901'])
  expect((await open('/mods/920')).payload).toContain(FILLER)
  contentChanged()
  await open('/mods/922')
  expect(rendered).toHaveBeenCalledTimes(2)
})

test('the router’s data requests are cached under the name of their page', async () => {
  const first = await open('/about.data?visit=1&tab=2&_routes=about,nobody')
  expect(first.statusCode).toBe(200)
  const same = await open('/ABOUT.data?tab=2&_routes=about&visit=2')
  expect(same.payload).toBe(first.payload)
  const figures = await metrics.registry.metrics()
  expect(figures).toContain('slipstream_html_cache_total{result="miss"} 1')
  expect(figures).toContain('slipstream_html_cache_total{result="hit"} 1')
})

test('when the render queue is full a page is refused at once, with a message and Retry-After', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  try {
    // Two are rendering and sixteen wait.
    const waiting = Array.from({ length: 18 }, (_, n) => open(`/about?tab=${n}`))
    await vi.waitFor(() => expect(rendered).toHaveBeenCalledTimes(2))
    const refused = await open('/about?tab=refused', { 'accept-encoding': 'br' })
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('3')
    expect(refused.headers['cache-control']).toBe('no-store')
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
    expect(refused.payload).toContain('Try again in a few seconds')
    // A page in the common lane still has room in the queue, and goes first.
    const common = open('/about')
    resolve()
    expect((await common).statusCode).toBe(200)
    for (const answer of await Promise.all(waiting)) expect(answer.statusCode).toBe(200)
    expect(renderedAddresses().indexOf('/about')).toBe(2)
    expect(rendered).toHaveBeenCalledTimes(19)
  } finally {
    resolve()
    gate = null
  }
})

test('an unknown API address gets a JSON error, not a rendered page', async () => {
  expect((await open('/api/nothing')).json()).toMatchObject({ code: 'request.not_found' })
  expect(rendered).not.toHaveBeenCalled()
})

test('a page answers only GET and HEAD, and other methods get a JSON error', async () => {
  const answer = await app.inject({ method: 'POST', url: '/about' })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'request.not_found', requestId: answer.headers['x-request-id'] })
  expect(rendered).not.toHaveBeenCalled()
})

test('[GATE-04] during maintenance pages answer 503 with Retry-After and are stored by no cache', async () => {
  isInMaintenance = true
  for (const url of ['/about', '/nowhere', '/admin']) {
    const { statusCode, headers } = await open(url)
    expect([url, statusCode]).toEqual([url, 503])
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '120' })
  }
  for (const url of ['/about', '/about']) await open(url)
  expect(renderedAddresses().filter((url) => url === '/about')).toHaveLength(1)
})

test('[GATE-04] a page cached before maintenance is not served during it, and no maintenance page is served afterwards', async () => {
  expect((await open('/about')).statusCode).toBe(200)
  isInMaintenance = true
  expect((await open('/about')).statusCode).toBe(503)
  isInMaintenance = false
  const after = await open('/about')
  expect([after.statusCode, after.headers['cache-control']]).toEqual([200, PUBLIC])
  expect((await open('/nowhere')).statusCode).toBe(404)
})

test('[GATE-04] during maintenance unknown mods share one page that is rendered once', async () => {
  isInMaintenance = true
  for (let id = 901; id < 921; id++) expect((await open(`/mods/${id}`)).statusCode).toBe(503)
  expect(renderedAddresses()).toEqual(['/mods/901'])
  isInMaintenance = false
  expect((await open('/mods/921')).statusCode).toBe(404)
  expect(rendered).toHaveBeenCalledTimes(2)
})

test('a page rendered while maintenance begins or ends is stored by no cache', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const opened = open('/about?tab=flip')
  await vi.waitFor(() => expect(rendered).toHaveBeenCalledOnce())
  isInMaintenance = true
  resolve()
  gate = null
  expect((await opened).headers['cache-control']).toBe('no-store')
  isInMaintenance = false
  expect((await open('/about?tab=flip')).headers['cache-control']).toBe(PUBLIC)
  expect(rendered).toHaveBeenCalledTimes(2)
})
