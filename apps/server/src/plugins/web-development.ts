import type { IncomingMessage, ServerResponse } from 'node:http'
import type {} from '@fastify/middie'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { WebSource } from './web.ts'

/** The web app through Vite with hot reload, in this process, so that development has one origin like production. */
export const loadWebDevelopment = async (app: FastifyInstance, root: string): Promise<WebSource> => {
  const [{ createServer }, { default: middie }] = await Promise.all([import('vite'), import('@fastify/middie')])
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  await app.register(middie)
  app.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (request.url?.startsWith('/api/')) next()
    else vite.middlewares(request, response, next)
  })
  app.addHook('onClose', () => vite.close())
  return {
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    isDevelopment: true,
  }
}
