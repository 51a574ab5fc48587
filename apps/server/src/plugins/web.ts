import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  createContext,
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import { MAINTENANCE_RETRY_SECONDS } from '@slipstream/contract/maintenance'
import { LOCKER_PAGE } from '@slipstream/contract/review-terms'
import { SUPPORT_PAGES } from '@slipstream/contract/ticket-terms'
import { UPLOAD_PAGES } from '@slipstream/contract/upload-limits'
import { sendBusyPage } from '#lib/http/busy-page.ts'
import { DomainError } from '#lib/domain-error.ts'
import { type CachedPage, createHtmlCache, type HtmlCache, type Page } from '#lib/cache/html-cache.ts'
import { pageAddresses } from '#lib/http/page-address.ts'
import { contentSecurityPolicy, REPORTING_ENDPOINTS, withHashedScripts } from '#lib/http/page-policy.ts'
import { createRenderQueue, QueueFullError } from '#lib/http/render-queue.ts'
import { sendEncoded } from '#lib/http/send-encoded.ts'
import type { Metrics } from './metrics.ts'

/** Where the pages come from: the built app, or Vite in development. */
export type WebSource =
  | { build: ServerBuild; isDevelopment: false }
  | { build: () => Promise<ServerBuild>; isDevelopment: true }

interface WebOptions {
  source: WebSource
  publicUrl: string
  assetOrigin: string
  avatarOrigin: string
  botCheckOrigin: string
  uploadOrigin: string
  metrics: Metrics
  /** Invalidates cached pages when their content changes. */
  onContentChange: (forget: () => void) => void
}

/** Pages with a bot check. Links to them load the whole page, because the policy belongs to the document. */
const BOT_CHECK_PAGES = new Set(['/register', '/contact', '/tickets'])

const isUploadPage = (path: string) => [UPLOAD_PAGES, SUPPORT_PAGES, LOCKER_PAGE].some((pages) => pages.test(path))

/** A return from Discord carries a ticket that nobody may store; the page is the same without it. */
const DISCORD_RETURN_QUERY = /[?&]discord_success=/

const MEGABYTE = 1_048_576
/** Visitors can make up any number of searches, so these only evict each other. */
const MEMORY = { common: 16 * MEGABYTE, passing: 4 * MEGABYTE }

/** The web bundle is loaded separately, so both sides look up the key by its name (web: lib/server-context.ts). */
const sharedKey = <T>(name: string): RouterContext<T> => {
  const shared = globalThis as unknown as Record<symbol, RouterContext<T> | undefined>
  return (shared[Symbol.for(name)] ??= createContext<T>())
}
const fetchKey = sharedKey<(path: string) => Promise<Response>>('slipstream.fetch')
const nonceKey = sharedKey<string>('slipstream.nonce')
const hasMissingPageKey = sharedKey<(routeId: string) => boolean>('slipstream.has-missing-page')

/**
 * Serves the pages on the API's origin. Only the URL reaches the renderer, so a page is the same for everyone and can
 * be cached here and by a CDN.
 */
export const mountWeb = async (app: FastifyInstance, options: WebOptions) => {
  const { source, publicUrl, metrics } = options
  const handle = createRequestHandler(source.build, source.isDevelopment ? 'development' : 'production')
  const memory = {
    common: createHtmlCache(MEMORY.common),
    passing: createHtmlCache(MEMORY.passing),
    /** Pages during maintenance. Separate, because no announcement clears the caches when a planned window begins. */
    closed: createHtmlCache(MEMORY.passing),
  }
  const memories = Object.values(memory)
  const queue = createRenderQueue()
  options.onContentChange(() => {
    for (const each of memories) each.clear()
  })
  metrics.watchPageMemory(() => memories.reduce((total, each) => total + each.bytes(), 0))

  const fetchApi = async (path: string) => {
    const answer = await app.inject({ method: 'GET', url: path })
    return new Response(answer.payload, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    })
  }

  /** `cache` holds the not-found pages; without it they are rendered every time. */
  const render = async (url: string, cache?: HtmlCache): Promise<Page> => {
    const context = new RouterContextProvider()
    let missingAt: string | undefined
    let missing: CachedPage | undefined
    context.set(hasMissingPageKey, (routeId) => {
      missingAt = routeId
      missing = cache?.missing(routeId)
      return missing !== undefined
    })
    const nonce = randomBytes(16).toString('base64')
    context.set(fetchKey, fetchApi)
    context.set(nonceKey, nonce)
    const response = await handle(new Request(pageAddress(url, publicUrl)), context)
    if (missing) return missing
    const headers = Object.fromEntries(response.headers)
    const isHtml = headers['content-type']?.startsWith('text/html') ?? false
    if (!isHtml) return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }

    const { html, hashes } = withHashedScripts(await response.text(), nonce)
    if (!source.isDevelopment) {
      headers['reporting-endpoints'] = REPORTING_ENDPOINTS
      headers['content-security-policy'] = contentSecurityPolicy({
        scriptHashes: hashes,
        assetOrigin: options.assetOrigin,
        avatarOrigin: options.avatarOrigin,
        botCheckOrigin: BOT_CHECK_PAGES.has(pathOf(url)) ? options.botCheckOrigin : null,
        uploadOrigin: isUploadPage(pathOf(url)) ? options.uploadOrigin : null,
        isSecure: publicUrl.startsWith('https:'),
      })
    }
    return {
      status: response.status,
      headers,
      body: Buffer.from(html),
      ...(cache && missingAt !== undefined && { missingAt }),
    }
  }

  const mount = (handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    // The page already has its compressed forms.
    app.route({ method: 'GET', url: '/*', schema: { hide: true }, compress: false, handler })

  /** A page that was rendered while the store closed or opened may show either state, so it is not cached. */
  const renderWhile = async (isClosed: boolean, url: string, cache?: HtmlCache): Promise<Page> => {
    const page = await render(url, cache)
    if (app.gate.isInMaintenance() === isClosed) return page
    return { ...page, headers: { ...page.headers, 'cache-control': 'no-store' } }
  }

  if (source.isDevelopment) {
    return mount(async ({ url }, reply) => {
      const isClosed = app.gate.isInMaintenance()
      const page = await render(url)
      return sendDevelopment(reply, isClosed ? closedPage(url, page) : page)
    })
  }

  const addressOf = pageAddresses(source.build)
  return mount(async (request, reply) => {
    if (!request.url.startsWith('/')) throw new DomainError('request.invalid')
    const { url, lane } = addressOf(request.url)
    const isClosed = app.gate.isInMaintenance()
    const cache = memory[isClosed ? 'closed' : lane]
    try {
      const { page, hit } = await cache.get(url, () => queue.run(lane, () => renderWhile(isClosed, url, cache)))
      metrics.htmlCache.inc({ result: hit ? 'hit' : 'miss' })
      withHead(reply, isClosed ? closedPage(url, page) : page)
      if (DISCORD_RETURN_QUERY.test(request.url)) reply.header('cache-control', 'no-store')
      return sendEncoded(request, reply, page.encoded)
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error
      metrics.htmlCache.inc({ result: 'refused' })
      return sendBusyPage(reply)
    }
  })
}

/** The developer must be able to sign in to open the store again (web: shell/maintenance-gate.tsx). */
const ALWAYS_OPEN = new Set(['/login', '/admin-login'])

/** 503, so that search engines keep what they know and no cache keeps the maintenance screen. */
const closedPage = <P extends Pick<Page, 'status' | 'headers'>>(url: string, page: P): P => {
  const isScreen = page.headers['content-type']?.startsWith('text/html') && !ALWAYS_OPEN.has(pathOf(url))
  const headers = { ...page.headers, 'cache-control': 'no-store' }
  if (!isScreen) return { ...page, headers }
  return { ...page, status: 503, headers: { ...headers, 'retry-after': String(MAINTENANCE_RETRY_SECONDS) } }
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? ''

/** Concatenated, not resolved: `//other.example/` resolved against our address would be a page of other.example. */
const pageAddress = (url: string, publicUrl: string): URL => {
  if (!url.startsWith('/')) throw new DomainError('request.invalid')
  return new URL(publicUrl + url)
}

const withHead = (reply: FastifyReply, page: Pick<Page, 'status' | 'headers'>) =>
  reply.code(page.status).headers(page.headers)

/** Vite's inline scripts change at any time, so pages have no policy in development. */
const sendDevelopment = (reply: FastifyReply, page: Page) =>
  withHead(reply.removeHeader('content-security-policy'), page).send(page.body)
