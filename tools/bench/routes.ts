/** What is measured. A feature that brings a route worth watching adds its line here. */

type ReferenceName = 'bare fastify' | 'redis get' | 'prepared query' | 'same bytes'

export interface Route {
  name: string
  /** The store, or the process with the bare routes the store is held against. */
  target: 'store' | 'reference'
  /** Built files carry a hash in their name, so their path is found in the home page. */
  path: string | ((homePage: string) => string)
  /** Asks for another address each time, with a query that means nothing, so that no memory has the answer. */
  neverTheSame?: true
  /** Fewer than the others have, where an answer takes so long that one of many would not come in time. */
  connections?: number
  headers?: Readonly<Record<string, string>>
  /** Sends the ETag of a first answer, so that the right answer is 304. */
  revalidates?: true
  encoding?: 'br'
  /** Asked by somebody who is signed in. */
  signedIn?: true
  /** A bare route, or another route of the store. */
  reference: ReferenceName | 'mods page, rendered'
  /** The least share of its reference's requests per CPU-second. */
  budget?: number
}

const AS_A_BROWSER = { 'accept-encoding': 'gzip, deflate, br' } as const

const REFERENCES: readonly (Route & { name: ReferenceName })[] = [
  { name: 'bare fastify', target: 'reference', path: '/bare', reference: 'bare fastify' },
  { name: 'redis get', target: 'reference', path: '/redis', reference: 'bare fastify' },
  { name: 'prepared query', target: 'reference', path: '/query', reference: 'bare fastify' },
  { name: 'same bytes', target: 'reference', path: '/same-bytes', reference: 'bare fastify' },
]

/** An answer kept in memory, headers, compression and log line included, must cost about one query at most. */
const KEPT = { reference: 'prepared query', budget: 0.8 } as const

const STORE: readonly Omit<Route, 'target'>[] = [
  { name: 'healthz', path: '/healthz', reference: 'bare fastify' },
  { name: 'status 304', path: '/api/site/status', revalidates: true, reference: 'bare fastify', budget: 0.5 },
  { name: 'status 200', path: '/api/site/status', reference: 'bare fastify' },
  { name: 'store settings', path: '/api/site/store', ...KEPT },
  { name: 'team members', path: '/api/team/members', ...KEPT },
  // Who is signed in is known without a query most of the time, but every answer is written for one person.
  { name: 'signed-in user', path: '/api/auth/user', signedIn: true, reference: 'prepared query', budget: 0.7 },
  // What every open page of who is signed in asks every three seconds: a version in Redis, and the answer is "nothing new".
  { name: 'cart 304', path: '/api/cart', signedIn: true, revalidates: true, reference: 'redis get', budget: 0.7 },
  // Three mods with their pictures and prices, kept since the first page of this person asked.
  { name: 'cart 200', path: '/api/cart', signedIn: true, reference: 'prepared query' },
  { name: 'home page', path: '/', encoding: 'br', ...KEPT },
  { name: 'about page', path: '/about', encoding: 'br', ...KEPT },
  // 24 mods, beside the very bytes of this answer sent from memory by nothing but Fastify.
  { name: 'list of mods', path: '/api/mods', encoding: 'br', reference: 'same bytes', budget: 0.5 },
  { name: 'mods page, rendered', path: '/mods', neverTheSame: true, connections: 4, reference: 'bare fastify' },
  { name: 'mods page', path: '/mods', encoding: 'br', reference: 'mods page, rendered', budget: 10 },
  { name: 'script file', path: (homePage) => vendorScript(homePage), encoding: 'br', reference: 'bare fastify' },
]

export const ROUTES: readonly Route[] = [
  ...REFERENCES,
  ...STORE.map((route) => ({ ...route, target: 'store' as const, headers: { ...AS_A_BROWSER, ...route.headers } })),
]

/** The routes to measure: all, or those named together with what they are compared with. */
export const chooseRoutes = (names: readonly string[], routes: readonly Route[] = ROUTES): Route[] => {
  const unknown = names.find((name) => !routes.some((route) => route.name === name))
  if (unknown !== undefined) {
    throw new Error(`There is no route "${unknown}". There are: ${routes.map(({ name }) => name).join(', ')}`)
  }
  if (names.length === 0) return [...routes]
  const wanted = new Set(['bare fastify', ...names])
  for (const route of routes) if (names.includes(route.name)) wanted.add(route.reference)
  return routes.filter(({ name }) => wanted.has(name))
}

/** The largest of the build; the smallest are not worth compressing. */
export const vendorScript = (homePage: string): string => {
  const path = /\/assets\/vendor-[\w.-]+\.js/.exec(homePage)?.[0]
  if (path === undefined) throw new Error('the home page names no vendor script below /assets/')
  return path
}
