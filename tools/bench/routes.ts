import { CREDENTIALS } from './sign-in.ts'

/** The measured routes. A feature with a route worth watching adds a line here. */

type ReferenceName = 'bare fastify' | 'bare post' | 'redis get' | 'prepared query'

export interface Route {
  name: string
  /** The store, or the process with the bare reference routes. */
  target: 'store' | 'reference'
  /** Built files have a hash in their name, so their path is read from the home page. */
  path: string | ((homePage: string) => string)
  /** The query parameter that gets a new number each time, so that no cache has the answer. */
  countedField?: string
  /** Sent one after the other on each connection, instead of a GET of the path. */
  steps?: readonly Step[]
  /** Every request comes from another address, like sign-ins of many people. */
  manyAddresses?: true
  /** Fewer connections than the others, for answers so slow that one of many would time out. */
  connections?: number
  headers?: Readonly<Record<string, string>>
  /** Sends the ETag of an earlier answer, so the expected answer is 304. */
  revalidates?: true
  encoding?: 'br'
  /** Sent with the session of a signed-in customer. */
  signedIn?: true
  /** The name of its reference route. */
  reference: string
  /** The minimum share of the reference's requests per CPU-second. */
  budget?: number
  /** The minimum requests per CPU-second, for routes without a bare equivalent. */
  leastPerCpuSecond?: number
}

export interface Step {
  method: 'POST' | 'DELETE'
  path: string
  body?: object
}

const AS_A_BROWSER = { 'accept-encoding': 'gzip, deflate, br' } as const

/** What a browser reports about one page. */
const BEACON = {
  events: [
    { kind: 'view', path: '/mods/1', referrer: 'forum.example' },
    { kind: 'vital', path: '/mods/1', name: 'LCP', value: 1_240.5 },
    { kind: 'vital', path: '/mods/1', name: 'INP', value: 48 },
    { kind: 'vital', path: '/mods/1', name: 'CLS', value: 0.012 },
    { kind: 'vital', path: '/mods/1', name: 'TTFB', value: 120.25 },
  ],
}

const REFERENCES: readonly (Route & { name: ReferenceName })[] = [
  { name: 'bare fastify', target: 'reference', path: '/bare', reference: 'bare fastify' },
  {
    name: 'bare post',
    target: 'reference',
    path: '/bare',
    steps: [{ method: 'POST', path: '/bare-post', body: BEACON }],
    reference: 'bare fastify',
  },
  { name: 'redis get', target: 'reference', path: '/redis', reference: 'bare fastify' },
  { name: 'prepared query', target: 'reference', path: '/query', reference: 'bare fastify' },
]

/** A cached answer, including headers, compression and log line, must cost about one query at most. */
const KEPT = { reference: 'prepared query', budget: 0.8 } as const

/** Answers sent from memory, next to bare Fastify sending the same bytes. */
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

/** In neither the demo customer's cart nor the locker. */
const BOUGHT_MOD = 70

const STORE: readonly Omit<Route, 'target'>[] = [
  { name: 'healthz', path: '/healthz', reference: 'bare fastify' },
  { name: 'status 304', path: '/api/site/status', revalidates: true, reference: 'bare fastify', budget: 0.5 },
  { name: 'status 200', path: '/api/site/status', reference: 'bare fastify' },
  { name: 'store settings', path: '/api/site/store', ...KEPT },
  { name: 'team members', path: '/api/team/members', ...KEPT },
  // The session is cached most of the time, but every answer is for one person.
  { name: 'signed-in user', path: '/api/auth/user', signedIn: true, reference: 'prepared query', budget: 0.7 },
  // The poll of every open page of a signed-in customer, every three seconds: one version lookup in Redis, answered
  // with 304.
  { name: 'cart 304', path: '/api/cart', signedIn: true, revalidates: true, reference: 'redis get', budget: 0.7 },
  // Three mods with pictures and prices, cached since this person's first request.
  { name: 'cart 200', path: '/api/cart', signedIn: true, reference: 'prepared query' },
  { name: 'quote', path: '/api/checkout/quote', signedIn: true, reference: 'prepared query' },
  { name: 'locker', path: '/api/locker', signedIn: true, reference: 'prepared query' },
  {
    name: 'add to cart',
    path: '/api/cart',
    signedIn: true,
    // A customer has one cart, so an item must be removed before it can be added again.
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
  // Five events, so that one of them costs at most 0.6 of a bare POST.
  {
    name: 'visit beacon',
    path: '/api/site/status',
    manyAddresses: true,
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36' },
    steps: [{ method: 'POST', path: '/api/visits', body: BEACON }],
    reference: 'bare post',
    budget: 1 / (5 * 0.6),
  },
  // Search results, each time with a price limit that nobody used before.
  { name: 'search', path: '/api/mods?q=harlan', countedField: 'maxPrice', reference: 'prepared query' },
  // Suggestions for a word that matches nothing and is looked up for a correction.
  { name: 'suggestions', path: '/api/mods/suggest?q=0', countedField: 'q', reference: 'prepared query' },
  ...FROM_MEMORY.map((route) => ({ ...route, reference: bytesOf(route.name) })),
  // 24 mods, each time with another price limit.
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

/** The routes to measure: all, or the named ones with their references. */
export const chooseRoutes = (names: readonly string[], routes: readonly Route[] = ROUTES): Route[] => {
  const unknown = names.find((name) => !routes.some((route) => route.name === name))
  if (unknown !== undefined) {
    throw new Error(`Unknown route "${unknown}". Known routes: ${routes.map(({ name }) => name).join(', ')}`)
  }
  if (names.length === 0) return [...routes]
  const wanted = new Set(['bare fastify', ...names])
  for (const route of routes) if (names.includes(route.name)) wanted.add(route.reference)
  return routes.filter(({ name }) => wanted.has(name))
}

/** The largest script of the build. The smallest ones are not worth compressing. */
export const vendorScript = (homePage: string): string => {
  const path = /\/assets\/vendor-[\w.-]+\.js/.exec(homePage)?.[0]
  if (path === undefined) throw new Error('the home page names no vendor script below /assets/')
  return path
}
