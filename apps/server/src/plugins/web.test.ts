import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { App } from '#app.ts'
import { buildDetachedApp } from '#detached-app.ts'
import { freePort } from '#testing/free-port.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { mountWeb } from './web.ts'

const PUBLIC = 'public, max-age=0, s-maxage=10'
const SCRIPT = 'start()'
const FILLER = '<p>Panel by panel.</p>'.repeat(100)

/** A web app of one page, which shows the address it was asked for and whatever it got to know of the visitor. */
const rendered = vi.fn<(request: Request) => void>()
const handleRequest = (request: Request, status: number, headers: Headers, _entry: unknown, context: unknown) => {
  rendered(request)
  const shared = globalThis as unknown as Record<symbol, never>
  const nonce = (context as { get: (key: never) => string }).get(shared[Symbol.for('slipstream.nonce')] as never)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('cache-control', request.url.includes('private') ? 'private, no-store' : PUBLIC)
  const { pathname, search } = new URL(request.url)
  return new Response(
    `<p>${pathname}${search}</p>${FILLER}<script nonce="${nonce}">${SCRIPT}</script><script>steal()</script>`,
    {
      status,
      headers,
    },
  )
}
const route = { id: 'root', path: '*', parentId: undefined, module: { default: () => null } }
const build = {
  entry: { module: { default: handleRequest } },
  routes: { root: route },
  assets: { entry: { imports: [], module: '' }, routes: { root: { ...route, module: '' } }, url: '', version: '1' },
  basename: '/',
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
} as unknown as ServerBuild

let app: App
let metrics: Metrics
let contentChanged = () => {}
beforeAll(async () => {
  metrics = createMetrics({ countDeadJobs: async () => 0, isRedisUp: () => false })
  app = await buildDetachedApp({ metrics })
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
  contentChanged()
  rendered.mockClear()
  metrics.htmlCache.reset()
})
afterAll(() => app.close())

/** With the request target exactly as given, which neither fetch nor an injection would send. */
const askLiterally = async (target: string) => {
  const { port } = app.server.address() as AddressInfo
  const [response] = (await once(request({ port, path: target, agent: false }).end(), 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

const open = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('a page is rendered once, and answered from memory until the content changes', async () => {
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

test('a page that is not public is rendered for each who asks', async () => {
  await open('/private')
  await open('/private')
  expect(rendered).toHaveBeenCalledTimes(2)
})

test('nothing of the visitor but the address reaches the page, so nobody is shown what is another’s', async () => {
  await open('/about?tab=2', { cookie: 'session=1', authorization: 'Bearer 1', 'x-forwarded-host': 'evil.example' })
  const request = rendered.mock.calls[0]?.[0]
  expect(request?.url).toBe('https://store.example/about?tab=2')
  expect([...(request?.headers ?? [])]).toEqual([])
})

test('the ticket of a return from Discord is kept by nobody: not by the page, not by a cache', async () => {
  const answer = await open('/about?discord_success=true&token=a-ticket')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(rendered.mock.calls[0]?.[0]?.url).toBe('https://store.example/about')
  expect((await open('/about')).headers['cache-control']).toBe(PUBLIC)
  expect(rendered).toHaveBeenCalledTimes(1)
})

test('the bot check is allowed on the page that has one, and nowhere else', async () => {
  const policyOf = async (url: string) => (await open(url)).headers['content-security-policy']
  expect(await policyOf('/register?next=%2F')).toContain('frame-src https://check.example')
  expect(await policyOf('/about')).not.toContain('check.example')
})

test('files may be sent from the pages of administrators, and from no other, nor from the developer’s', async () => {
  const policyOf = async (url: string) => (await open(url)).headers['content-security-policy']
  for (const url of ['/admin', '/admin/products/edit/7?tab=releases'])
    expect(await policyOf(url)).toContain("connect-src 'self' https://files.example;")
  for (const url of ['/about', '/admin/developer', '/admin/developer/jobs', '/administration'])
    expect(await policyOf(url)).toContain("connect-src 'self';")
})

test('the page allows its own scripts by their hash, and carries no nonce', async () => {
  const { headers, payload } = await open('/about')
  const hash = createHash('sha256').update(SCRIPT).digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
  expect(payload).toContain(`<script>${SCRIPT}</script>`)
  expect(payload).not.toContain('nonce')
})

test('a page travels in the form the browser likes best', async () => {
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
])('the strange address %s is a page of this store or none, and no failure', async (target) => {
  const status = await askLiterally(target)
  expect([200, 400, 404]).toContain(status)
  for (const [request] of rendered.mock.calls) expect(new URL(request.url).origin).toBe('https://store.example')
})

test('an unknown call is not a page', async () => {
  expect((await open('/api/nothing')).json()).toMatchObject({ code: 'request.not_found' })
  expect(rendered).not.toHaveBeenCalled()
})
