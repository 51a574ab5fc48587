import type { ServerBuild } from 'react-router'

/** The last segment of the path under which the page for unknown paths is rendered. It must not be a page itself. */
const NOWHERE = 'not-found'

/** What a route declares about its query (web: lib/page-cache.ts). Every other parameter is dropped. */
interface PageHandle {
  /** Parameters whose values the page shows. */
  query?: readonly string[]
  /** Parameters for which the page only shows whether they are present. */
  presence?: readonly string[]
}

export interface PageRoute extends Required<PageHandle> {
  /** The route and its layouts, outermost first. */
  ids: readonly string[]
  /** A path that leads to this route. */
  sample: string
}

interface Found {
  route: PageRoute
  /** The canonical spelling of this path: letter case, extra slashes and percent-encoding make no difference. */
  path: string
}

/**
 * Finds the route of a path like React Router, whose own matching walks all routes each time and so costs more than
 * sending a cached page. Our routes have only literal segments, parameters, and splats at the end.
 */
export const pageRoutes = (routes: ServerBuild['routes']): ((path: string) => Found) => {
  const literal = new Map<string, Found>()
  const withParams: { segments: string[]; route: PageRoute }[] = []
  const splats: { before: string[]; found: Found }[] = []

  for (const branch of leafBranches(routes)) {
    const segments = branch.flatMap(({ path }) => path?.split('/') ?? []).filter(Boolean)
    const route = describe(branch, segments)
    if (segments.includes('*')) splats.push({ before: segments.slice(0, -1), found: { route, path: route.sample } })
    else if (segments.some((segment) => segment.startsWith(':'))) {
      withParams.push({ segments, route })
    } else literal.set(route.sample.toLowerCase(), { route, path: route.sample })
  }
  splats.sort((one, other) => other.before.length - one.before.length)
  const nowhere = splats.at(-1)
  if (nowhere?.before.length !== 0) throw new Error('no route answers unknown paths')

  return (asked) => {
    const path = normalized(asked)
    const known = literal.get(path.toLowerCase())
    if (known) return known
    const parts = path.split('/').slice(1)
    const found = withParams.find(({ segments }) => fits(segments, parts))
    if (found) return { route: found.route, path: filled(found.segments, parts) }
    return (splats.find(({ before }) => fits(before, parts.slice(0, before.length))) ?? nowhere).found
  }
}

type Route = NonNullable<ServerBuild['routes'][string]>

const leafBranches = (routes: ServerBuild['routes']): Route[][] => {
  const all = Object.values(routes).filter((route) => route !== undefined)
  const parents = new Set(all.map(({ parentId }) => parentId))
  const branchOf = (route: Route): Route[] => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId]
    return parent ? [...branchOf(parent), route] : [route]
  }
  return all.filter(({ id }) => !parents.has(id)).map(branchOf)
}

const describe = (branch: readonly Route[], segments: readonly string[]): PageRoute => {
  const optional = segments.find((segment) => segment.endsWith('?'))
  if (optional) throw new Error(`the optional segment ${optional} cannot be looked up`)
  const { query = [], presence = [] } = (branch.at(-1)?.module.handle ?? {}) as PageHandle
  const sample = filled(
    segments.map((segment) => (segment === '*' ? NOWHERE : segment)),
    segments.map(() => '1'),
  )
  return { ids: branch.map(({ id }) => id), sample, query, presence }
}

const fits = (segments: readonly string[], parts: readonly string[]) =>
  segments.length === parts.length &&
  segments.every((segment, place) => segment.startsWith(':') || segment.toLowerCase() === parts[place]?.toLowerCase())

const filled = (segments: readonly string[], values: readonly string[]): string =>
  `/${segments.map((segment, place) => (segment.startsWith(':') ? encodeURIComponent(values[place] ?? '') : segment)).join('/')}`

const normalized = (path: string): string => {
  const decoded = path.includes('%') ? path.split('/').map(decodedSegment).join('/') : path
  return decoded.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}

/** An encoded slash stays encoded, because it is part of the segment and not a separator. */
const decodedSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment).replaceAll('/', '%2F')
  } catch {
    return segment
  }
}
