import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { mountBuildAssets } from './build-assets.ts'
import type { WebSource } from './web.ts'

/** The web app as built by `npm run build`: its precompressed files and its renderer. */
export const loadWebBuild = async (app: FastifyInstance, folder: string): Promise<WebSource> => {
  await app.register(fastifyStatic, {
    root: path.join(folder, 'client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**', 'assets/**'],
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=3600')
    },
  })
  await mountBuildAssets(app, path.join(folder, 'client/assets'))
  const build = (await import(pathToFileURL(path.join(folder, 'server/index.js')).href)) as ServerBuild
  return { build, isDevelopment: false }
}
