import type { Page } from '@playwright/test'
import { api } from './api.ts'
import { accountButton, createPerson, openAwake, signIn, typeCredentials } from './people.ts'
import { runStoreCommand } from './store-process.ts'
import { expect, forgetComplaints, store, test } from './store.ts'

const POLL_MS = 5_000

let isOn = false
const setMaintenance = async (on: boolean) => {
  await runStoreCommand(store.environment(), 'apps/server/src/bin/maintenance.ts', on ? 'on' : 'off')
  isOn = on
  const status = async () => (await fetch(`${store.url()}/api/site/status`)).json() as Promise<unknown>
  await expect.poll(status).toEqual({ maintenanceMode: on })
}

const screenOf = (page: Page) => page.getByRole('heading', { name: "We'll be back soon!" })

/** Opens a page with a frozen clock, so that it does not poll. */
const openWithStoppedClock = async (page: Page, path: string) => {
  await page.clock.install()
  await openAwake(page, path)
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** The browser reports the 503 of every page of the closed store. */
const CLOSED_PAGE = /a status of 503 .* at \/(?!api\/)/

test.afterEach(async ({ complaints }) => {
  forgetComplaints(complaints, (complaint) => CLOSED_PAGE.test(complaint))
  if (isOn) await setMaintenance(false)
})

test('[GATE-03] the maintenance screen has its specified texts and links', async ({ page }) => {
  await setMaintenance(true)
  await page.goto('/maintenance')
  await expect(page.getByText('Maintenance Mode')).toBeVisible()
  await expect(screenOf(page)).toBeVisible()
  await expect(
    page.getByText('Our site is currently undergoing scheduled maintenance to bring you an even better experience.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  await expect(page.getByRole('banner')).toHaveCount(0)
})

test('[ROUTE-01] /maintenance says that the store is open and leads home', async ({ page }) => {
  await page.goto('/maintenance')
  await expect(page.getByRole('heading', { name: 'The store is open' })).toBeVisible()
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL('/')
})

test('[GATE-05] an open page polls every 5 s and notices maintenance starting and ending', async ({ page }) => {
  let answers = 0
  page.on('response', (response) => {
    if (response.url().endsWith(api('/api/site/status'))) answers++
  })
  await openWithStoppedClock(page, '/about')
  await page.waitForLoadState('networkidle')
  const before = answers
  for (let time = 1; time <= 6; time++) {
    await page.clock.runFor(POLL_MS)
    await expect.poll(() => answers).toBe(before + time)
  }

  await page.clock.resume()
  await setMaintenance(true)
  await page.clock.fastForward(POLL_MS)
  await expect(screenOf(page)).toBeVisible()
  await setMaintenance(false)
  await page.clock.fastForward(POLL_MS)
  await expect(page.getByRole('heading', { name: 'A small workshop with a loud dyno' })).toBeVisible()
})

test('[GATE-05] the site status is refetched when the window gets the focus', async ({ page }) => {
  await openWithStoppedClock(page, '/about')
  await page.waitForLoadState('networkidle')
  const asked = page.waitForRequest('**/api/site/status')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await asked
})

test('[GATE-05] a status response that cannot be parsed counts as off', async ({ page }) => {
  await setMaintenance(true)
  await page.clock.install()
  await page.goto('/about')
  await expect(screenOf(page)).toBeVisible()
  await page.route('**/api/site/status', (route) => route.fulfill({ body: '<html>proxy</html>' }))
  await page.clock.fastForward(POLL_MS)
  await expect(page.getByRole('heading', { name: 'A small workshop with a loud dyno' })).toBeVisible()
})

test('[GATE-04] during maintenance the server renders the maintenance screen for every page except the logins', async () => {
  await setMaintenance(true)
  await expect.poll(async () => (await fetch(store.url())).text()).toContain('Maintenance Mode')
  for (const path of ['/about', '/terms', '/cart', '/maintenance', '/nowhere']) {
    const answer = await fetch(store.url() + path)
    expect(await answer.text(), path).toContain('undergoing scheduled maintenance')
    expect([path, answer.status]).toEqual([path, 503])
    expect(answer.headers.get('cache-control'), path).toBe('no-store')
    expect(Number(answer.headers.get('retry-after')), path).toBeGreaterThan(0)
  }
  for (const path of ['/login', '/admin-login']) {
    const answer = await fetch(store.url() + path)
    expect(await answer.text(), path).not.toContain('undergoing scheduled maintenance')
    expect([path, answer.status]).toEqual([path, 200])
  }
})

test('T-MAINT: no page of the closed store is served by either server after maintenance', async () => {
  const statuses = () =>
    Promise.all([store.url(), store.secondUrl()].map(async (url) => (await fetch(`${url}/about`)).status))
  await setMaintenance(true)
  await expect.poll(statuses).toEqual([503, 503])
  await setMaintenance(false)
  await expect.poll(statuses, { timeout: 2_000 }).toEqual([200, 200])
  const cacheControl = (await fetch(`${store.url()}/about`)).headers.get('cache-control')
  expect(cacheControl).toMatch(/^public/)
})

test('[GATE-04] [GATE-06] admins can sign in during maintenance and see the store with a notice', async ({ page }) => {
  const { username } = await createPerson({ isAdmin: true })
  await setMaintenance(true)
  await page.clock.install()
  await page.goto('/about')
  await expect(screenOf(page)).toBeVisible()
  await page.getByRole('link', { name: 'Login' }).click()
  await typeCredentials(page, username)
  await expect(accountButton(page, username)).toBeVisible()
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'A small workshop with a loud dyno' })).toBeVisible()
  const reminder = page.getByText('Maintenance is on: only admins see the store.')
  await expect(reminder).toBeVisible()
  await expect(screenOf(page)).toHaveCount(0)
  await page.goto('/maintenance')
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin')

  await page.goto('/about')
  await expect(reminder).toBeVisible()
  await setMaintenance(false)
  await page.clock.fastForward(POLL_MS)
  await expect(reminder).toHaveCount(0)
})

test('[GATE-04] [GATE-06] a customer sees the maintenance screen on every path and never requests admin data', async ({
  page,
  complaints,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const { username } = await createPerson()
  await signIn(page, username, '/about')
  await setMaintenance(true)
  for (const path of ['/', '/profile', '/cart']) {
    await openAwake(page, path)
    await expect(screenOf(page)).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
  }
  expect(asked).not.toContain(api('/api/admin/settings'))
  // If the page learns of the user before the maintenance, its header sends requests, which are refused.
  forgetComplaints(complaints, (complaint) => /\/api\/(cart|notifications|live)\b/.test(complaint))
})
