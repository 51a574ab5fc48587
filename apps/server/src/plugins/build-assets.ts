import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { acceptedEncoding } from '#lib/http/encoded-body.ts'

/** Three times the size of all build files in all encodings. */
const MAX_BYTES = 8 * 1_048_576
const FOREVER = 'public, max-age=31536000, immutable'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The compressed forms that `npm run build` writes next to a file. */
const ENDINGS = { br: '.br', gzip: '.gz' }

/**
 * Build files with a content hash in their name. They never change, so each is read from disk once and served from
 * memory.
 */
export const mountBuildAssets = async (app: FastifyInstance, folder: string) => {
  const names = new Set(await readdir(folder))
  const typeOf = new Map<string, string>()
  for (const name of names) {
    const type = TYPES[path.extname(name)]
    if (type !== undefined) typeOf.set(name, type)
  }
  const contents = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length + 1,
    fetchMethod: (name) => readFile(path.join(folder, name)),
  })

  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { schema: { hide: true }, compress: false },
    (request, reply) => {
      const { name } = request.params
      const type = typeOf.get(name)
      if (type === undefined) return reply.callNotFound()
      reply.header('content-type', type).header('cache-control', FOREVER)
      let form = name
      if (names.has(name + ENDINGS.br)) {
        reply.header('vary', 'accept-encoding')
        const encoding = acceptedEncoding(request.headers['accept-encoding'])
        if (encoding) {
          reply.header('content-encoding', encoding)
          form = name + ENDINGS[encoding]
        }
      }
      return contents.get(form) ?? contents.forceFetch(form)
    },
  )
}
