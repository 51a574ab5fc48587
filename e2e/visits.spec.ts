import type { Browser, Page } from '@playwright/test'
import { withClient } from '@slipstream/db/testing/test-database'
import { createPerson, openAwake, signIn } from './people.ts'
import { expect, fromSomewhere, hearComplaints, store, test } from './store.ts'

/** A user agent that does not reveal an automated browser. */
const REAL = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'

const openVisitor = async (browser: Browser, complaints: string[], headers: Record<string, string> = {}) => {
  const context = await browser.newContext({
    baseURL: store.url(),
    userAgent: REAL,
    extraHTTPHeaders: { ...fromSomewhere(), ...headers },
  })
  hearComplaints(context, complaints)
  return context.newPage()
}

/** The searches of the last minutes, as they were stored. */
const storedSearches = (term: string) =>
  withClient(store.environment().DATABASE_URL, async (client) => {
    const { rows } = await client.query<{ found: boolean }>('select found from visit_events where term = $1', [term])
    return rows
  })

/** A page sends its remaining events when it is hidden, as when a tab is closed. */
const leave = async (page: Page) => {
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/visits')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await sent
}

test('[CAP-13] [ROUTE-06] a visitor’s pages, searches and loading times reach the reports, without a cookie', async ({
  browser,
  page,
  complaints,
}) => {
  const visitor = await openVisitor(browser, complaints)
  const term = `hovercraft ${Date.now().toString(36)}`
  await openAwake(visitor, `/mods?q=${encodeURIComponent(term)}`)
  await expect(visitor.getByText(`Nothing found for “${term}”`)).toBeVisible()
  // The browser sends the search after a few seconds, and the server stores it within another second.
  await expect.poll(() => storedSearches(term)).toEqual([{ found: false }])
  expect(await visitor.context().cookies()).toEqual([])
  await leave(visitor)
  await visitor.context().close()

  const admin = await createPerson({ isAdmin: true })
  await signIn(page, admin.username, '/admin')
  await expect(page.getByRole('heading', { name: 'From visit to sale' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Searches without results' })).toBeVisible()
  await page.getByRole('link', { name: 'How visitors are counted' }).click()
  await expect(page).toHaveURL('/admin/analytics#visitors')
  await expect(page.getByRole('heading', { name: 'Where visitors came from' })).toBeVisible()

  await page.goto('/admin/analytics/performance')
  await expect(page.getByRole('heading', { level: 1, name: 'Performance' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'All pages' })).toContainText('Largest paint')
  await expect(page.getByRole('table', { name: 'Speed by page' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Slowest routes of the store' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Period' }).selectOption('30')
  await expect(page.getByText(/\d requests, .* failed because of the store/)).toBeVisible()
})

test('[CAP-13] nothing is sent by a browser that asks not to be tracked', async ({ browser, complaints }) => {
  const visitor = await openVisitor(browser, complaints)
  await visitor.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }))
  const beacons: string[] = []
  visitor.on('request', (request) => {
    if (request.url().includes('/api/visits')) beacons.push(request.url())
  })
  const loaded = visitor.waitForResponse((response) => response.url().includes('visit-beacon'))
  await openAwake(visitor, '/')
  await loaded
  await visitor.getByRole('navigation').getByRole('link', { name: 'Mods' }).first().click()
  await expect(visitor).toHaveURL('/mods')
  await visitor.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  expect(beacons).toEqual([])
  await visitor.context().close()
})
