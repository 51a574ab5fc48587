import type { Page } from '@playwright/test'
import { expectNoBarriersHere } from './barriers.ts'
import { signInAsDeveloper } from './providers.ts'
import { runStoreCommand } from './store-process.ts'
import { expect, store, test } from './store.ts'

const HEALTH = '**/api/admin/dev/health'

const openDashboard = async (page: Page, path?: string) => {
  await signInAsDeveloper(page, path)
  await expect(page.getByRole('heading', { level: 1, name: 'Developer dashboard' })).toBeVisible()
}
const badges = (page: Page) => page.getByRole('group', { name: 'System status' })

let mayBeClosed = false
test.afterEach(async () => {
  if (!mayBeClosed) return
  await runStoreCommand(store.environment(), 'apps/server/src/bin/maintenance.ts', 'off')
  mayBeClosed = false
})

test('[DEV-01] [DEV-03] [ROUTE-21] [CAP-16] the developer sees measured health after the welcome', async ({ page }) => {
  await page.clock.install()
  await openDashboard(page)
  // Paused before the page opens; otherwise the welcome could be over before a slow machine looks for it.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/admin/developer')
  const welcome = page.getByText('Welcome back, demo_developer')
  const appears = async () => {
    // The page's own timers deliver the signed-in user.
    await page.clock.runFor(20)
    return welcome.isVisible()
  }
  await expect.poll(appears, { intervals: [50] }).toBe(true)
  await page.clock.runFor(1_100)
  await expect(welcome).toBeVisible()
  await page.clock.runFor(100)
  await expect(welcome).toHaveCount(0)
  await page.clock.resume()
  await expect(badges(page)).toHaveText(/DB OK\s*Stripe OK\s*Discord Configured\s*Maintenance OFF/)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'System Health' }) })
  await expect(card).toContainText(/DatabaseOK, [\d.,]+ ms/)
  await expect(card).toContainText(/Chat in last 24h\d+ messages/)
})

test('[DEV-10] an open developer dashboard refreshes its health data every 10 s', async ({ page }) => {
  await page.clock.install()
  await openDashboard(page)
  let measured = 0
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/dev/health') measured++
  })
  await page.goto('/admin/developer')
  await expect(badges(page)).toContainText('DB OK')
  const before = measured
  // The page measures once, however many intervals the clock jump skips.
  await page.clock.pauseAt(Date.now() + 120_000)
  await expect.poll(() => measured).toBe(before + 1)
  for (let time = 1; time <= 3; time++) {
    await page.clock.runFor(10_000)
    await expect.poll(() => measured).toBe(before + 1 + time)
  }
})

test('[DEV-09] probes are sent without cookies and without the token, and with the marker', async ({
  page,
  expectRefusal,
}) => {
  await openDashboard(page, '/admin/developer?tab=operations')
  const sent = page.waitForRequest('**/api/team/members')
  await page.getByRole('button', { name: 'Run All' }).click()
  const headers = await (await sent).allHeaders()
  expect([headers.cookie, headers.authorization, headers['x-slipstream-probe']]).toEqual([undefined, undefined, '1'])
  const results = page.getByRole('table', { name: 'Probe results, newest first' })
  await expect(results.getByText('OK', { exact: true })).toHaveCount(4)

  // The developer's own address refuses a stranger, although this browser is signed in.
  expectRefusal('GET /api/admin/dev/health', 401)
  await page.getByLabel('Path to probe').fill('/api/admin/dev/health')
  await page.getByRole('button', { name: 'Probe', exact: true }).click()
  await expect(results.getByRole('row').nth(1)).toContainText('401')
})

test('[GATE-08] [DEV-05] [CAP-16] the developer closes the store and opens it again', async ({ page }) => {
  await openDashboard(page, '/admin/developer?tab=operations')
  const statusOf = async () => (await fetch(`${store.url()}/about`)).status
  const toggle = page.getByRole('switch', { name: 'Maintenance mode' })
  mayBeClosed = true
  await toggle.click()
  await expect(badges(page)).toContainText('Maintenance ON')
  await expect.poll(statusOf).toBe(503)
  await toggle.click()
  await expect(badges(page)).toContainText('Maintenance OFF')
  await expect.poll(statusOf).toBe(200)
})

test('[DEV-05] [DEV-06] [DEV-08] operations, tasks and logs work against the real store', async ({ page }) => {
  // The stores of the journeys log only warnings. A policy report causes one, so that the list of logs is not empty.
  const violation = { 'document-uri': store.url(), 'violated-directive': 'img-src' }
  await page.request.post('/api/csp-reports', { data: { 'csp-report': violation } })
  await openDashboard(page, '/admin/developer?tab=operations')
  await page.getByRole('button', { name: 'Purge cache' }).click()
  await expect(page.getByText(/^Purged\. .* The CDN answered in/)).toBeVisible()
  await page.getByRole('button', { name: 'DB Check' }).click()
  await expect(page.getByRole('region', { name: 'Result of the database check' })).toHaveText(
    // The overall result comes before the single checks.
    /^\{\s*"ok": true,\s*"durationMs"/,
  )

  await page.getByRole('link', { name: /^Tasks/ }).click()
  // A retry may find the task of the attempt that failed.
  const title = `Rotate the webhook secret ${Date.now()}`
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Create task' }).click()
  const task = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: title })
  await task.getByRole('button', { name: 'Mark Done' }).click()
  await expect(task.getByRole('button', { name: 'Mark In Progress' })).toBeVisible()
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await expect(task).toHaveCount(0)

  await page.getByRole('link', { name: 'Logs' }).click()
  await expect(page.getByRole('log', { name: 'Log lines' })).toContainText('a browser reported a policy violation')
})

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

for (const tab of ['overview', 'operations', 'tasks', 'logs']) {
  test(`axe finds nothing on the developer’s ${tab}, wide or narrow, dark or light`, async ({ page }) => {
    await openDashboard(page, `/admin/developer?tab=${tab}`)
    await expect(page.getByText('Welcome back')).toHaveCount(0)
    await expect(badges(page)).toContainText('DB OK')
    for (const viewport of WIDTHS) {
      await page.setViewportSize(viewport)
      await expectNoBarriersHere(page)
    }
  })
}

test('[DEV-11] a failing health call shows on the page, which keeps working', async ({ page, expectRefusal }) => {
  await openDashboard(page)
  expectRefusal('GET /api/admin/dev/health', 503)
  await page.route(HEALTH, (route) => route.fulfill({ status: 503, json: { code: 'server.busy', message: 'Busy.' } }))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('Failed to load health.')).toBeVisible()
  await expect(badges(page)).toContainText('DB unknown')
  await page.unroute(HEALTH)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(badges(page)).toContainText('DB OK')
})
