import { randomInt } from 'node:crypto'
import { type BrowserContext, type ConsoleMessage, expect, test as base } from '@playwright/test'
import type { ApiCall, ApiPathname } from '@slipstream/contract/addresses'
import { copyDatabase } from '@slipstream/db/testing/test-database'
import { environment } from '../tools/environment.ts'

/** What the global set-up has prepared for one Playwright worker. */
export interface PreparedStore {
  url: string
  secondUrl: string
  firstFreePort: number
  /** The name of a database that holds the fresh demo and that nobody is connected to. */
  demo: string
  environment: Record<
    'DATABASE_URL' | 'REDIS_URL' | 'MAILBOX_URL' | 'DISCORD_URL' | 'TURNSTILE_URL' | 'STRIPE_API_URL',
    string
  >
}

const prepared = () => {
  const { STORES = '[]', TEST_PARALLEL_INDEX } = process.env
  const own = (JSON.parse(STORES) as PreparedStore[])[Number(TEST_PARALLEL_INDEX)]
  if (!own) throw new Error('There is no store for this worker: the global set-up has not run')
  return own
}

/** The two servers that this worker has for itself, and the environment to start more on the same database. */
export const store = {
  url: () => prepared().url,
  secondUrl: () => prepared().secondUrl,
  /** Below 20. */
  freePort: (offset: number) => prepared().firstFreePort + offset,
  // What mails and printed links lead to is the first server.
  environment: () => ({ ...environment(), ...prepared().environment, PUBLIC_URL: prepared().url }),
  /** Another database with the fresh demo, for a spec that does harm to it. */
  copyDemo: (name: string) => copyDatabase(prepared().environment.DATABASE_URL, prepared().demo, name),
}

/** Limits count per address, and Redis remembers them longer than a run: every test comes from somewhere else. */
const strangersAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** Where a journey comes from, in the words of a proxy. */
export const fromSomewhere = () => ({ 'x-forwarded-for': strangersAddress() })

const sayings = (message: ConsoleMessage) => {
  const { url } = message.location()
  // The browser's own report of a refused answer does not say which.
  return message.text().startsWith('Failed to load resource')
    ? `${message.text()} at ${new URL(url).pathname}`
    : message.text()
}

const refusal = (status: number, path: string) => new RegExp(`a status of ${status} .* at ${path}$`)

/** By specification every page asks who is there, and a visitor is told so with a 401, which the browser reports. */
const VISITORS_CHECK = refusal(401, '/api/auth/user' satisfies ApiPathname)

/** Collects everything the browser complains about in any page of this context. */
export const hearComplaints = (context: BrowserContext, complaints: string[]) => {
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const said = sayings(message)
    if (!VISITORS_CHECK.test(said)) complaints.push(said)
  })
}

interface Journey {
  /** Must be empty at the end. */
  complaints: string[]
  /** Says beforehand that a call will be refused: the reports of it, which must come, are no complaints. */
  expectRefusal: (call: ApiCall | `GET /admin/${string}`, status: number) => void
  /** Says that a session ends while its page is open: what the page asks by itself before it has heard of it is refused. */
  expectSessionEnd: () => void
}

const ASKED_BY_ITSELF: ApiPathname[] = ['/api/cart', '/api/cart/owned', '/api/locker/news']

interface RefusedCall {
  call: string
  isReport: (complaint: string) => boolean
}

const refusedCall = (call: string, status: number): RefusedCall => {
  const byBrowser = refusal(status, call.split(' ')[1] ?? '')
  // The page reports it too (CALL-07), with the body.
  const byPage = `${call} was refused with ${status}`
  return { call, isReport: (complaint) => byBrowser.test(complaint) || complaint.startsWith(byPage) }
}

const forget = (complaints: string[], calls: readonly RefusedCall[]) => {
  const rest = complaints.filter((complaint) => !calls.some(({ isReport }) => isReport(complaint)))
  complaints.splice(0, complaints.length, ...rest)
}

/** A page on the first server that fails its test when the browser complains about anything. */
export const test = base.extend<Journey>({
  baseURL: async ({}, use) => use(store.url()),
  extraHTTPHeaders: async ({}, use) => use(fromSomewhere()),
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      hearComplaints(context, complaints)
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  expectRefusal: async ({ complaints }, use) => {
    const expected: RefusedCall[] = []
    await use((call, status) => expected.push(refusedCall(call, status)))
    for (const { call, isReport } of expected) expect(complaints.some(isReport), `${call} was refused`).toBe(true)
    forget(complaints, expected)
  },
  expectSessionEnd: async ({ complaints }, use) => {
    const allowed: RefusedCall[] = []
    await use(() => allowed.push(...ASKED_BY_ITSELF.map((path) => refusedCall(`GET ${path}`, 401))))
    forget(complaints, allowed)
  },
})

export { expect }

/** Pages that are open now, to everybody. */
export const OPEN_PAGES = [
  '/',
  '/mods',
  '/mods/1',
  '/about',
  '/terms',
  '/privacy',
  '/refund-policy',
  '/login',
  '/register',
  '/admin-login',
  '/profile',
  '/cart',
  '/debug-cart',
  '/checkout',
  '/mod-locker',
  '/maintenance',
]
