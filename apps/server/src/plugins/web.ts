import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  createContext,
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import { DomainError } from '#lib/domain-error.ts'
import { createHtmlCache, type CachedPage, type Page } from '#lib/html-cache.ts'
import { contentSecurityPolicy, withHashedScripts } from '#lib/page-policy.ts'
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
  metrics: Metrics
  /** Lets the pages in memory be forgotten when what they show has changed. */
  onContentChange: (forget: () => void) => void
}

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
      if (source.isDevelopment) return send(reply, await render(request.url))
      const { page, hit } = await cache.get(request.url, () => render(request.url))
      metrics.htmlCache.inc({ result: hit ? 'hit' : 'miss' })
      return sendEncoded(request, reply, page)
    },
  })
}

/** Joined, not resolved: `//other.example/` resolved against our address would be a page of other.example. */
const pageAddress = (url: string, publicUrl: string): URL => {
  if (!url.startsWith('/')) throw new DomainError('request.invalid')
  return new URL(publicUrl + url)
}

const send = (reply: FastifyReply, page: Page) => {
  if (page.headers['content-security-policy'] === undefined && page.headers['content-type']?.startsWith('text/html')) {
    reply.removeHeader('content-security-policy')
  }
  return reply.code(page.status).headers(page.headers).send(page.body)
}

const sendEncoded = async (request: FastifyRequest, reply: FastifyReply, page: CachedPage) => {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
  reply.header('vary', 'accept-encoding')
  if (!encoding) return send(reply, page)
  reply.header('content-encoding', encoding)
  return send(reply, { ...page, body: await page.encoded(encoding) })
}
