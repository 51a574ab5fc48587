import type { ServerBuild } from 'react-router'
import { pageRoutes, type PageRoute } from './page-routes.ts'
import type { Lane } from './render-queue.ts'

const MANIFEST = '/__manifest'
/** A page and its links cover some dozens of paths. */
const MOST_DISCOVERED = 300

export interface PageAddress {
  /** The URL to render, which is also the cache key. */
  url: string
  lane: Lane
}

/**
 * Finds the page of a visitor's URL. URLs that lead to the same page get the same key, so that it is rendered once:
 * unknown query parameters are dropped, unknown paths share one page.
 */
export const pageAddresses = (build: Pick<ServerBuild, 'routes' | 'assets'>): ((url: string) => PageAddress) => {
  const find = pageRoutes(build.routes)

  /** The router's request for the routes behind links. Mod pages differ only by id, so one represents all. */
  const discovery = (query: URLSearchParams): PageAddress => {
    const asked = (query.get('paths') ?? '').split(',', MOST_DISCOVERED).filter(Boolean)
    const paths = new Set(asked.map((path) => find(path).route.sample))
    const version = query.get('version') === build.assets.version ? build.assets.version : 'outdated'
    return {
      url: `${MANIFEST}?${queryOf([
        ['paths', [...paths].sort().join(',')],
        ['version', version],
      ])}`,
      lane: 'common',
    }
  }

  return (url) => {
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    const query = end < 0 ? '' : url.slice(end + 1)
    if (path === MANIFEST) return discovery(new URLSearchParams(query))
    const dataOf = pageOfData(path)
    const found = find(dataOf ?? path)
    const address = dataOf === null ? found.path : dataAddress(found.path)
    if (query === '') return { url: address, lane: 'common' }

    const asked = new URLSearchParams(query)
    const own = ownFields(asked, found.route)
    const kept = dataOf === null ? own : [...own, ...askedRoutes(asked, found.route)]
    return {
      url: kept.length === 0 ? address : `${address}?${queryOf(kept)}`,
      lane: own.length === 0 ? 'common' : 'passing',
    }
  }
}

type Field = [name: string, value: string]

const queryOf = (fields: Field[]) => new URLSearchParams(fields).toString()

const ownFields = (asked: URLSearchParams, { query, presence }: PageRoute): Field[] => [
  ...query.flatMap((name) => asked.getAll(name).map((value): Field => [name, value])),
  ...presence.flatMap((name): Field[] => (asked.has(name) ? [[name, '1']] : [])),
]

/** The router may request the data of only some routes of a page; other names have no effect. */
const askedRoutes = (asked: URLSearchParams, { ids }: PageRoute): Field[] => {
  const named = new Set(asked.get('_routes')?.split(','))
  const known = ids.filter((id) => named.has(id))
  return known.length === 0 ? [] : [['_routes', known.join(',')]]
}

/** The path of the page whose data is requested, as the router names it. */
const pageOfData = (path: string): string | null => {
  if (!path.endsWith('.data')) return null
  return path.endsWith('/_.data') ? path.slice(0, -'_.data'.length) : path.slice(0, -'.data'.length)
}

const dataAddress = (path: string) => (path === '/' ? '/_.data' : `${path}.data`)
