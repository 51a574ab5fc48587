import type { RouteConfigEntry } from '@react-router/dev/routes'
import {
  createRequestHandler,
  RouterContextProvider,
  type ServerBuild,
  UNSAFE_withComponentProps,
  UNSAFE_withErrorBoundaryProps,
} from 'react-router'
import type { ApiPathname } from '@slipstream/contract/addresses'
import * as entry from '../entry.server.tsx'
import { fetchKey, hasMissingPageKey, nonceKey } from '#lib/server-context.ts'
import * as root from '../root.tsx'
import routes from '../routes.ts'

interface Module {
  default?: Parameters<typeof UNSAFE_withComponentProps>[0]
  ErrorBoundary?: Parameters<typeof UNSAFE_withErrorBoundaryProps>[0]
}
interface Route {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  module: Module
}

const files = import.meta.glob<Module>('../routes/**/*.tsx')

/** React Router's plugin does the same to every route module it builds. */
const withProps = (module: Module): Module => ({
  ...module,
  ...(module.default && { default: UNSAFE_withComponentProps(module.default) }),
  ...(module.ErrorBoundary && { ErrorBoundary: UNSAFE_withErrorBoundaryProps(module.ErrorBoundary) }),
})

const listed = async (entries: readonly RouteConfigEntry[], parentId: string): Promise<Route[]> => {
  const nested = await Promise.all(
    entries.map(async ({ id, file, path, index, children }) => {
      const route: Route = {
        id: id ?? file.replace(/\.tsx$/, ''),
        parentId,
        module: withProps((await files[`../${file}`]?.()) ?? {}),
        ...(path !== undefined && { path }),
        ...(index !== undefined && { index }),
      }
      return [route, ...(await listed(children ?? [], route.id))]
    }),
  )
  return nested.flat()
}

/** Every route with its real modules, assembled like `react-router build`. */
const serverBuild = async (): Promise<ServerBuild> => {
  const all: Route[] = [
    { id: 'root', path: '', module: withProps(root as unknown as Module) },
    ...(await listed(routes, 'root')),
  ]
  const manifest = Object.fromEntries(
    all.map(({ module, ...route }) => {
      const has = { hasLoader: 'loader' in module, hasErrorBoundary: 'ErrorBoundary' in module }
      return [route.id, { ...route, ...has, module: '/module.js', imports: [] }] as const
    }),
  )
  return {
    entry: { module: entry },
    routes: Object.fromEntries(all.map((route) => [route.id, route])),
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: manifest,
      url: '/manifest.js',
      version: '1',
    },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
}

interface Pretended {
  /** The status of calls without an answer. */
  unknown?: number
  hasMissingPage?: (routeId: string) => boolean
}

/** Renders pages like the server does; `answers` replaces the API. */
export const pageRenderer = async (
  answers: Partial<Record<ApiPathname, unknown>> = {},
  { unknown = 503, hasMissingPage = () => false }: Pretended = {},
) => {
  const handle = createRequestHandler(await serverBuild(), 'production')
  return async (path: string) => {
    const context = new RouterContextProvider()
    context.set(nonceKey, 'nonce')
    context.set(hasMissingPageKey, hasMissingPage)
    context.set(fetchKey, async (address) => {
      const answer = answers[address.split('?', 1)[0] as ApiPathname]
      return answer === undefined ? new Response(null, { status: unknown }) : Response.json(answer)
    })
    const response = await handle(new Request(`https://store.example${path}`), context)
    const chunks: Uint8Array[] = []
    for await (const chunk of response.body ?? []) chunks.push(chunk)
    return {
      status: response.status,
      headers: response.headers,
      html: Buffer.concat(chunks).toString(),
      chunks: chunks.length,
    }
  }
}
