import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { AnyEndpoint } from '@slipstream/contract/endpoint'

interface MountedRoute {
  /** `METHOD /path`, as in the table of routes; one that answers all methods is `ALL /path`. */
  name: string
  api: AnyEndpoint | undefined
}

/** Every route mounted while `open` builds the store, including those of plugins. `alter` changes one before it is used. */
export const withMountedRoutes = async <T>(open: () => Promise<T>, alter: (route: RouteOptions) => void = () => {}) => {
  const routes: MountedRoute[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => {
      const { method, url, config } = route
      alter(route)
      // Fastify answers HEAD wherever there is a GET.
      if (method === 'HEAD') return
      routes.push({ name: `${Array.isArray(method) ? 'ALL' : method} ${url}`, api: config?.api })
    })
  }
  subscribe('fastify.initialization', watch)
  try {
    return { opened: await open(), routes }
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
}
