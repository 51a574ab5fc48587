import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  createContext,
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import { UPLOAD_PAGES } from '@slipstream/contract/upload-limits'
import { DomainError } from '#lib/domain-error.ts'
import { createHtmlCache, type Page } from '#lib/html-cache.ts'
import { contentSecurityPolicy, withHashedScripts } from '#lib/page-policy.ts'
import { sendEncoded } from '#lib/send-encoded.ts'
import type { Metrics } from './metrics.ts'

/** Where the pages come from: the built app, or Vite while developing. */
export interface WebSource {
  build: ServerBuild | (() => Promise<ServerBuild>)
  isDevelopment: boolean
}

interface WebOptions {
  source: WebSource
  publicUrl: string
  assetOrigin: string
  avatarOrigin: string
  botCheckOrigin: string
  uploadOrigin: string
  metrics: Metrics
  /** Lets the pages in memory be forgotten when what they show has changed. */
  onContentChange: (forget: () => void) => void
}

/** Pages with a bot check. Links to them load the whole page, because a policy belongs to the document. */
const BOT_CHECK_PAGES = new Set(['/register'])

/** A return from Discord carries a ticket, which is nobody's to keep: the page is the same without it. */
const DISCORD_RETURN_QUERY = /[?&]discord_success=/

/** The web bundle is loaded apart from this file, so both find the same key by its name (web: lib/server-context.ts). */
const sharedKey = <T>(name: string): RouterContext<T> => {
  const shared = globalThis as unknown as Record<symbol, RouterContext<T> | undefined>
  return (shared[Symbol.for(name)] ??= createContext<T>())
}
const fetchKey = sharedKey<(path: string) => Promise<Response>>('slipstream.fetch')
const nonceKey = sharedKey<string>('slipstream.nonce')

/**
 * The pages of the store on the same origin as its API. Nothing of the visitor reaches the renderer but the address:
 * a page is the same for everybody, so this process and any CDN may keep it.
 */
export const mountWeb = async (app: FastifyInstance, options: WebOptions) => {
  const { source, publicUrl, metrics } = options
  const handle = createRequestHandler(source.build, source.isDevelopment ? 'development' : 'production')
  const cache = createHtmlCache()
  options.onContentChange(cache.clear)

  const fetchApi = async (path: string) => {
    const answer = await app.inject({ method: 'GET', url: path })
    return new Response(answer.payload, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    })
  }

  const render = async (url: string): Promise<Page> => {
    const context = new RouterContextProvider()
    const nonce = randomBytes(16).toString('base64')
    context.set(fetchKey, fetchApi)
    context.set(nonceKey, nonce)
    const response = await handle(new Request(pageAddress(url, publicUrl)), context)
    const headers = Object.fromEntries(response.headers)
    const isHtml = headers['content-type']?.startsWith('text/html') ?? false
    if (!isHtml) return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }

    const { html, hashes } = withHashedScripts(await response.text(), nonce)
    if (!source.isDevelopment) {
      headers['content-security-policy'] = contentSecurityPolicy({
        scriptHashes: hashes,
        assetOrigin: options.assetOrigin,
        avatarOrigin: options.avatarOrigin,
        botCheckOrigin: BOT_CHECK_PAGES.has(pathOf(url)) ? options.botCheckOrigin : null,
        uploadOrigin: UPLOAD_PAGES.test(pathOf(url)) ? options.uploadOrigin : null,
        isSecure: publicUrl.startsWith('https:'),
      })
    }
    return { status: response.status, headers, body: Buffer.from(html) }
  }

  app.route({
    method: 'GET',
    url: '/*',
    schema: { hide: true },
    // The page brings its own compressed forms.
    compress: false,
    handler: async (request, reply) => {
      if (source.isDevelopment) return sendDevelopment(reply, await render(request.url))
      const isReturn = DISCORD_RETURN_QUERY.test(request.url)
      const url = isReturn ? pathOf(request.url) : request.url
      const { page, hit } = await cache.get(url, () => render(url))
      metrics.htmlCache.inc({ result: hit ? 'hit' : 'miss' })
      withHead(reply, page)
      if (isReturn) reply.header('cache-control', 'no-store')
      return sendEncoded(request, reply, page.encoded)
    },
  })
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? ''

/** Joined, not resolved: `//other.example/` resolved against our address would be a page of other.example. */
const pageAddress = (url: string, publicUrl: string): URL => {
  if (!url.startsWith('/')) throw new DomainError('request.invalid')
  return new URL(publicUrl + url)
}

const withHead = (reply: FastifyReply, page: Page) => reply.code(page.status).headers(page.headers)

/** Vite's own inline scripts change as it likes, so pages have no policy while developing. */
const sendDevelopment = (reply: FastifyReply, page: Page) =>
  withHead(reply.removeHeader('content-security-policy'), page).send(page.body)
