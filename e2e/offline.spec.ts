import type { Page } from '@playwright/test'
import { openAwake } from './people.ts'
import { expect, forgetComplaints, test } from './store.ts'

/** The browser and the router report every file that could not be loaded. */
const ABOUT_LOADING = /Failed to load resource|Failed to fetch|Error loading route module|dynamically imported module/

test.afterEach(({ complaints }) => forgetComplaints(complaints, (each) => ABOUT_LOADING.test(each)))

const offlineNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'You seem to be offline.' })

/** The code for a lost connection loads after the page. Showing its notice once proves that it is there. */
const openPrepared = async (page: Page, path: string) => {
  const prepared = page.waitForResponse(/\/assets\/connection-/)
  await openAwake(page, path)
  await prepared
  // A chunk that is loading when the connection goes would count as gone, and the page would reload.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await expect(offlineNotice(page)).toBeVisible()
  await page.context().setOffline(false)
  await expect(offlineNotice(page)).toBeHidden()
}

const countLoads = (page: Page) => {
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  return loads
}

const goneFile = (page: Page, file: RegExp) =>
  page.route(file, (route) => route.fulfill({ status: 404, body: 'Not found' }))

test('a page requested while offline opens when the connection is back, and so does one whose data could not be loaded', async ({
  page,
  context,
}) => {
  await openPrepared(page, '/about')
  await context.setOffline(true)
  await expect(offlineNotice(page)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Mods', exact: true }).click()
  await expect(page.getByText('We’ll open the page when the connection is back.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await context.setOffline(false)
  await expect(page).toHaveURL('/mods')
  await expect(page.getByRole('heading', { name: 'Mods', level: 1 })).toBeVisible()
  await expect(page.getByText('You seem to be offline.')).toBeHidden()

  // The network is up but requests fail, so the browser does not know that it is offline.
  const nowhere = [/\.data(\?|$)/, /\/icon\.svg$/]
  for (const each of nowhere) await page.route(each, (route) => route.abort('connectionfailed'))
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Harlan/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'You seem to be offline' })).toBeVisible()
  await expect(page.getByText('on our side')).toBeHidden()

  for (const each of nowhere) await page.unroute(each)
  await expect(page.getByRole('button', { name: /^Add to cart/ }).first()).toBeVisible({ timeout: 15_000 })
  await expect(page).toHaveURL(/\/mods\/\d+/)
})

test('a page with a chunk that is gone after a release reloads once, not in a loop', async ({ page }) => {
  await goneFile(page, /\/assets\/related-mods-/)
  const loads = countLoads(page)
  await page.goto('/mods/1')
  await expect(page.getByRole('heading', { name: 'This page broke down' })).toBeVisible({ timeout: 15_000 })
  await expect.poll(() => loads).toEqual(['/mods/1', '/mods/1'])
  // Longer than a reload, and than the interval between two connection checks.
  await page.waitForTimeout(7_000)
  expect(loads).toEqual(['/mods/1', '/mods/1'])
})

test('a link to a page whose code is gone after a release still leads there', async ({ page }) => {
  await openPrepared(page, '/about')
  await goneFile(page, /\/assets\/mods-/)
  await page.getByRole('banner').getByRole('link', { name: 'Mods', exact: true }).click()
  await expect(page).toHaveURL('/mods')
  await expect(page.getByRole('heading', { name: 'Mods', level: 1 })).toBeVisible()
})
