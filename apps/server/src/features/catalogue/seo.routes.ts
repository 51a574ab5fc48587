import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '@slipstream/db/client'
import type { LiveSettings } from '#features/settings/live-settings.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import type { PreparedAnswer } from '#lib/cache/prepared-answer.ts'
import { sendEncoded } from '#lib/http/send-encoded.ts'
import type { SharedCache } from '#lib/cache/shared-cache.ts'
import { writeReleaseFeed } from './release-feed.service.ts'
import { sitemapCopy } from './sitemap-copies.ts'
import { writeRobots } from './robots.ts'
import { writeModsSitemap, writePagesSitemap, writeSitemap } from './sitemap.service.ts'

interface SeoParts {
  db: Db
  storage: Storage
  cache: SharedCache
  settings: LiveSettings
  publicUrl: string
}

const CACHE_CONTROL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=300'
const XML = 'application/xml; charset=utf-8'
const RSS = 'application/rss+xml; charset=utf-8'

/** Sitemap, feed and robots.txt, for search engines and feed readers. */
export const seoRoutes = (app: FastifyInstance, parts: SeoParts) => {
  const { db, storage, cache, settings, publicUrl } = parts

  const file = (url: string, type: string, write: (request: FastifyRequest) => ReturnType<SharedCache['remember']>) =>
    app.route({
      method: 'GET',
      url,
      schema: { hide: true },
      // The cache already holds compressed forms.
      compress: false,
      handler: async (request, reply) => {
        // Closed in maintenance like the API. Crawlers retry after a 503 and drop nothing.
        if (app.gate.isInMaintenance()) throw new DomainError('site.maintenance')
        return sendFile(request, reply, type, await write(request))
      },
    })

  // The files contain the store's address, so it is part of the cache key.
  const remember = (name: string, write: () => Promise<string>) =>
    cache.remember('mods', sitemapCopy(name, publicUrl), write)

  file('/sitemap.xml', XML, () => remember('sitemap', () => writeSitemap(parts)))
  file('/sitemap-pages.xml', XML, () => remember('sitemap pages', () => writePagesSitemap(parts)))
  file('/sitemap-mods-:file(^[1-9]\\d{0,5}$).xml', XML, (request) => {
    const number = Number((request.params as { file: string }).file)
    return remember(`sitemap mods ${number}`, async () => {
      const text = await writeModsSitemap(parts, number)
      if (text === null) throw new DomainError('request.not_found')
      return text
    })
  })
  file('/feed.xml', RSS, () => {
    const { storeName, blurb } = settings.current()
    // The texts are part of the cache key, so that changes show at once.
    return remember(`feed ${storeName} ${blurb}`, () => writeReleaseFeed(db, storage, { publicUrl, storeName, blurb }))
  })

  // Also served in maintenance: a failing robots.txt stops crawlers for hours.
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', CACHE_CONTROL)
      .send(writeRobots(publicUrl, settings.current().isListed)),
  )
}

const sendFile = (request: FastifyRequest, reply: FastifyReply, type: string, { etag, encoded }: PreparedAnswer) => {
  reply.header('cache-control', CACHE_CONTROL).header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).header('vary', 'accept-encoding').send()
  return sendEncoded(request, reply.type(type), encoded)
}
