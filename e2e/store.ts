import { test as base } from '@playwright/test'
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
  }),
}

/** A page on the first server that fails its test when the browser complains about anything. */
export const test = base.extend<{ complaints: string[] }>({
  baseURL: async ({}, use) => use(store.url()),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      await use(complaints)
      base.expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

/** Pages that are open now. */
export const OPEN_PAGES = ['/', '/about', '/terms', '/privacy', '/refund-policy', '/maintenance']
