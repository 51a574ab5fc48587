import { randomInt } from 'node:crypto'
import { type BrowserContext, type ConsoleMessage, expect, test as base } from '@playwright/test'
import { environment } from '../tools/environment.ts'
import { readPlaces, serviceEnvironment } from '../tools/services/places.ts'

const named = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the global set-up has not run`)
  return value
}

/** The two servers that the global set-up started, and the environment to start more on the same database. */
export const store = {
  url: () => named('STORE_URL'),
  secondUrl: () => named('SECOND_STORE_URL'),
  freePort: (offset: number) => Number(named('FREE_PORT_BASE')) + offset,
  environment: () => ({
    ...environment(),
    ...serviceEnvironment(readPlaces(environment())),
    NODE_ENV: 'test',
    DATABASE_URL: named('STORE_DATABASE_URL'),
    // What mails and printed links lead to.
    PUBLIC_URL: named('STORE_URL'),
  }),
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
const VISITORS_CHECK = refusal(401, '/api/auth/user')

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
  expectRefusal: (call: string, status: number) => void
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
    const expected: { call: string; isReport: (complaint: string) => boolean }[] = []
    await use((call, status) => {
      const byBrowser = refusal(status, call.split(' ')[1] ?? '')
      // The page reports it too (CALL-07), with the body.
      const byPage = `${call} was refused with ${status}`
      const isReport = (complaint: string) => byBrowser.test(complaint) || complaint.startsWith(byPage)
      expected.push({ call, isReport })
    })
    for (const { call, isReport } of expected) expect(complaints.some(isReport), `${call} was refused`).toBe(true)
    const rest = complaints.filter((complaint) => !expected.some(({ isReport }) => isReport(complaint)))
    complaints.splice(0, complaints.length, ...rest)
  },
})

export { expect }

/** Pages that are open now, to everybody. */
export const OPEN_PAGES = [
  '/',
  '/about',
  '/terms',
  '/privacy',
  '/refund-policy',
  '/login',
  '/register',
  '/admin-login',
  '/profile',
  '/maintenance',
]
