import type { Page } from '@playwright/test'
import { api } from './api.ts'
import { accountButton, createPerson, openAnotherBrowser, openAwake, signIn, typeCredentials } from './people.ts'
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
const aboutPage = (page: Page) => page.getByRole('heading', { name: 'A small workshop with a loud dyno' })

/** The browser reports the 503 of every page of the closed store. */
const CLOSED_PAGE = /a status of 503 .* at \/(?!api\/)/
/** What the header of an open page asks for before it learns of the maintenance. */
const HEADERS_CALLS = /\/api\/(cart|notifications|live|locker)\b/

test.afterEach(async ({ complaints }) => {
  forgetComplaints(complaints, (complaint) => CLOSED_PAGE.test(complaint) || HEADERS_CALLS.test(complaint))
  if (isOn) await setMaintenance(false)
})

test('[GATE-04] T-MAINT: during maintenance the server renders the maintenance screen for every page except the logins, and neither server does afterwards', async () => {
  const statuses = () =>
    Promise.all([store.url(), store.secondUrl()].map(async (url) => (await fetch(`${url}/about`)).status))
  await setMaintenance(true)
  await expect.poll(statuses).toEqual([503, 503])
  for (const path of ['/', '/about', '/terms', '/cart', '/maintenance', '/nowhere']) {
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
  await setMaintenance(false)
  await expect.poll(statuses, { timeout: 2_000 }).toEqual([200, 200])
  const cacheControl = (await fetch(`${store.url()}/about`)).headers.get('cache-control')
  expect(cacheControl).toMatch(/^public/)
})

test('[GATE-04] [GATE-05] [GATE-06] open pages notice maintenance, customers see its screen, and admins sign in and see the store with a notice', async ({
  page,
  browser,
  complaints,
}) => {
  const [customer, admin] = [await createPerson(), await createPerson({ isAdmin: true })]
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const visitor = await openAnotherBrowser(browser, complaints)
  await visitor.page.clock.install()
  await openAwake(visitor.page, '/about')
  await page.clock.install()
  await signIn(page, customer.username, '/about')

  await setMaintenance(true)
  await visitor.page.clock.fastForward(POLL_MS)
  await expect(screenOf(visitor.page)).toBeVisible()
  await page.clock.fastForward(POLL_MS)
  await expect(screenOf(page)).toBeVisible()
  for (const path of ['/', '/profile']) {
    await openAwake(page, path)
    await expect(screenOf(page)).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
  }
  expect(asked).not.toContain(api('/api/admin/settings'))

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/about')
  await page.getByRole('link', { name: 'Login' }).click()
  await typeCredentials(page, admin.username)
  await expect(accountButton(page, admin.username)).toBeVisible()
  await page.goto('/maintenance')
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin')
  await page.goto('/about')
  await expect(aboutPage(page)).toBeVisible()
  const reminder = page.getByText('Maintenance is on: only admins see the store.')
  await expect(reminder).toBeVisible()
  await expect(screenOf(page)).toHaveCount(0)

  await setMaintenance(false)
  await page.clock.fastForward(POLL_MS)
  await expect(reminder).toHaveCount(0)
  await visitor.page.clock.fastForward(POLL_MS)
  await expect(aboutPage(visitor.page)).toBeVisible()
  await visitor.close()
})
