import { randomInt } from 'node:crypto'
import { type BrowserContext, type CDPSession, type ConsoleMessage, expect, test as base } from '@playwright/test'
import type { ApiCall, ApiPathname } from '@slipstream/contract/addresses'
import { copyDatabase } from '@slipstream/db/testing/test-database'
import { environment } from '../tools/environment.ts'

/** What the global setup has prepared for one Playwright worker. */
export interface PreparedStore {
  url: string
  secondUrl: string
  firstFreePort: number
  /** The name of a database with fresh demo data and no connections. */
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

/** This worker's two servers, and the environment to start more on the same database. */
export const store = {
  url: () => prepared().url,
  secondUrl: () => prepared().secondUrl,
  /** The offset must be below 20. */
  freePort: (offset: number) => prepared().firstFreePort + offset,
  // E-mails and printed links point to the first server.
  environment: () => ({ ...environment(), ...prepared().environment, PUBLIC_URL: prepared().url }),
  /** Another database with fresh demo data, for a spec that damages it. */
  copyDemo: (name: string) => copyDatabase(prepared().environment.DATABASE_URL, prepared().demo, name),
}

/**
 * Rate limits count per IP address, and Redis remembers them longer than a run: every test comes from another address.
 */
const strangersAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** The IP address of a journey, as a proxy header. */
export const fromSomewhere = () => ({ 'x-forwarded-for': strangersAddress() })

const sayings = (message: ConsoleMessage) => {
  const { url } = message.location()
  // The browser's own report of a failed response does not name the request.
  return message.text().startsWith('Failed to load resource')
    ? `${message.text()} at ${new URL(url).pathname}`
    : message.text()
}

const refusal = (status: number, path: string) => new RegExp(`a status of ${status} .* at ${path}$`)

/** By specification every page requests the user, and a signed-out visitor gets a 401, which the browser reports. */
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
  /** The debugging protocol of the page. Its settings end with the journey: the next journey uses the same page. */
  devtools: CDPSession
  /** Must be empty at the end. */
  complaints: string[]
  /** Announces that a request will be rejected: its reports are required and do not count as complaints. */
  expectRefusal: (call: ApiCall | `GET /admin/${string}`, status: number) => void
  /**
   * Announces that a session ends while its page is open: requests the page sends before it notices may be rejected.
   */
  expectSessionEnd: () => void
}

const ASKED_BY_ITSELF: ApiPathname[] = [
  '/api/account',
  '/api/cart',
  '/api/cart/owned',
  '/api/live',
  '/api/locker/news',
  '/api/notifications/unread',
]

interface RefusedCall {
  call: string
  isReport: (complaint: string) => boolean
}

const refusedCall = (call: string, status: number): RefusedCall => {
  const byBrowser = refusal(status, call.split(' ')[1] ?? '')
  // The page logs it too (CALL-07), with the body.
  const byPage = `${call} was refused with ${status}`
  return { call, isReport: (complaint) => byBrowser.test(complaint) || complaint.startsWith(byPage) }
}

/** Discord pictures of people from other journeys are gone. The page shows their initials instead. */
export const LOST_PICTURE = /a status of 404 .* at \/avatars\//

/** Drops what a journey expects the browser to complain about; everything else still fails it. */
export const forgetComplaints = (complaints: string[], isExpected: (complaint: string) => boolean) => {
  complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !isExpected(complaint)))
}

const forget = (complaints: string[], calls: readonly RefusedCall[]) =>
  forgetComplaints(complaints, (complaint) => calls.some(({ isReport }) => isReport(complaint)))

/** Gives a test a page on the first server, and fails it when the browser complains about anything. */
export const test = base.extend<Journey>({
  baseURL: async ({}, use) => use(store.url()),
  // Not the option extraHTTPHeaders: a context with other options than the one before is not reused.
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders(fromSomewhere())
    await use(context)
  },
  devtools: async ({ context, page }, use) => {
    const session = await context.newCDPSession(page)
    await use(session)
    await session.detach()
  },
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

/** The pages outside the admin panel, one address for each kind. */
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
  '/subscribe',
  '/contact',
  '/tickets',
  '/maintenance',
]
