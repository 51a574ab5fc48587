import { CREDENTIALS } from './sign-in.ts'

/** What is measured. A feature that brings a route worth watching adds its line here. */

type ReferenceName = 'bare fastify' | 'redis get' | 'prepared query'

export interface Route {
  name: string
  /** The store, or the process with the bare routes the store is held against. */
  target: 'store' | 'reference'
  /** Built files carry a hash in their name, so their path is found in the home page. */
  path: string | ((homePage: string) => string)
  /** The query field that gets another number each time, so that no memory has the answer. */
  countedField?: string
  /** Asked one after the other on each connection, instead of a GET of the path. */
  steps?: readonly Step[]
  /** Every request comes from another address, as sign-ins of many people do. */
  manyAddresses?: true
  /** Fewer than the others have, where an answer takes so long that one of many would not come in time. */
  connections?: number
  headers?: Readonly<Record<string, string>>
  /** Sends the ETag of a first answer, so that the right answer is 304. */
  revalidates?: true
  encoding?: 'br'
  /** Asked by somebody who is signed in. */
  signedIn?: true
  /** The name of the route it is compared with. */
  reference: string
  /** The least share of its reference's requests per CPU-second. */
  budget?: number
  /** The least requests per CPU-second, where nothing bare does the same work. */
  leastPerCpuSecond?: number
}

export interface Step {
  method: 'POST' | 'DELETE'
  path: string
  body?: object
}

const AS_A_BROWSER = { 'accept-encoding': 'gzip, deflate, br' } as const

const REFERENCES: readonly (Route & { name: ReferenceName })[] = [
  { name: 'bare fastify', target: 'reference', path: '/bare', reference: 'bare fastify' },
  { name: 'redis get', target: 'reference', path: '/redis', reference: 'bare fastify' },
  { name: 'prepared query', target: 'reference', path: '/query', reference: 'bare fastify' },
]

/** An answer kept in memory, headers, compression and log line included, must cost about one query at most. */
const KEPT = { reference: 'prepared query', budget: 0.8 } as const

/** What is sent from memory as it lies there, beside bare Fastify that sends the very same bytes. */
const SAME_BYTES = { encoding: 'br', budget: 0.5 } as const
type SentFromMemory = Omit<Route, 'target' | 'reference'>

const FROM_MEMORY: readonly SentFromMemory[] = [
  { name: 'home page', path: '/', ...SAME_BYTES },
  { name: 'about page', path: '/about', ...SAME_BYTES },
  { name: 'mods page', path: '/mods', ...SAME_BYTES },
  { name: 'mod details page', path: '/mods/1', ...SAME_BYTES },
  { name: 'list of mods', path: '/api/mods', ...SAME_BYTES },
  { name: 'script file', path: (homePage) => vendorScript(homePage), ...SAME_BYTES },
]

const bytesOf = (name: string) => `bytes of ${name}`

const BARE_BYTES: readonly Route[] = FROM_MEMORY.map(({ name, path }) => ({
  name: bytesOf(name),
  target: 'reference',
  path: (homePage) => `/same-bytes?of=${encodeURIComponent(typeof path === 'string' ? path : path(homePage))}`,
  reference: 'bare fastify',
}))

/** Not in the demo customer's cart, nor in the locker. */
const BOUGHT_MOD = 70

const STORE: readonly Omit<Route, 'target'>[] = [
  { name: 'healthz', path: '/healthz', reference: 'bare fastify' },
  { name: 'status 304', path: '/api/site/status', revalidates: true, reference: 'bare fastify', budget: 0.5 },
  { name: 'status 200', path: '/api/site/status', reference: 'bare fastify' },
  { name: 'store settings', path: '/api/site/store', ...KEPT },
  { name: 'team members', path: '/api/team/members', ...KEPT },
  // The session is known without a query most of the time, but every answer is written for one person.
  { name: 'signed-in user', path: '/api/auth/user', signedIn: true, reference: 'prepared query', budget: 0.7 },
  // What every open page of a signed-in customer asks every three seconds: a version in Redis, and the answer is "nothing new".
  { name: 'cart 304', path: '/api/cart', signedIn: true, revalidates: true, reference: 'redis get', budget: 0.7 },
  // Three mods with their pictures and prices, kept since the first page of this person asked.
  { name: 'cart 200', path: '/api/cart', signedIn: true, reference: 'prepared query' },
  { name: 'quote', path: '/api/checkout/quote', signedIn: true, reference: 'prepared query' },
  { name: 'locker', path: '/api/locker', signedIn: true, reference: 'prepared query' },
  {
    name: 'add to cart',
    path: '/api/cart',
    signedIn: true,
    // One person has one cart: what is added must be taken out before it can be added again.
    connections: 1,
    steps: [
      { method: 'POST', path: '/api/cart', body: { modId: BOUGHT_MOD } },
      { method: 'DELETE', path: `/api/cart/${BOUGHT_MOD}` },
    ],
    reference: 'prepared query',
  },
  {
    name: 'sign-in',
    path: '/api/auth/options',
    connections: 4,
    manyAddresses: true,
    steps: [{ method: 'POST', path: '/api/auth/login', body: CREDENTIALS }],
    reference: 'prepared query',
  },
  // A page of search results, whose words nobody has asked for before.
  { name: 'search', path: '/api/mods?q=harlan', countedField: 'maxPrice', reference: 'prepared query' },
  ...FROM_MEMORY.map((route) => ({ ...route, reference: bytesOf(route.name) })),
  // 24 mods, each time within another price.
  {
    name: 'mods page, rendered',
    path: '/mods',
    countedField: 'maxPrice',
    connections: 4,
    reference: 'bare fastify',
    leastPerCpuSecond: 100,
  },
]

export const ROUTES: readonly Route[] = [
  ...REFERENCES,
  ...BARE_BYTES,
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
