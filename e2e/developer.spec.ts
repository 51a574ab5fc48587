import type { Page } from '@playwright/test'
import { expectNoBarriersHere } from './barriers.ts'
import { signInAsDeveloper } from './providers.ts'
import { runStoreCommand } from './store-process.ts'
import { expect, store, test } from './store.ts'

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

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
/** The tabs have no addresses that the sweep opens. */
const expectTabFinished = async (page: Page) => {
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport)
    await expectNoBarriersHere(page)
  }
}

test('[DEV-01] [DEV-03] [DEV-05] [DEV-06] [DEV-08] [DEV-09] [ROUTE-21] [CAP-16] measured health, operations, probes, tasks and logs work against the real store', async ({
  page,
  expectRefusal,
}) => {
  // Axe runs sixteen times.
  test.slow()
  // The stores of the journeys log only warnings. A policy report causes one, so that the list of logs is not empty.
  const violation = { 'document-uri': store.url(), 'violated-directive': 'img-src' }
  await page.request.post('/api/csp-reports', { data: { 'csp-report': violation } })
  await openDashboard(page, '/admin/developer')
  await expect(badges(page)).toHaveText(/DB OK\s*Stripe OK\s*Discord Configured\s*Maintenance OFF/)
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'System Health' }) })
  await expect(card).toContainText(/DatabaseOK, [\d.,]+ ms/)
  await expect(card).toContainText(/Chat in last 24h\d+ messages/)
  await expect(page.getByText('Welcome back')).toHaveCount(0)
  await expectTabFinished(page)

  await page.getByRole('link', { name: 'Operations' }).click()
  await page.getByRole('button', { name: 'Purge cache' }).click()
  await expect(page.getByText(/^Purged\. .* The CDN answered in/)).toBeVisible()
  await page.getByRole('button', { name: 'DB Check' }).click()
  await expect(page.getByRole('region', { name: 'Result of the database check' })).toHaveText(
    // The overall result comes before the single checks.
    /^\{\s*"ok": true,\s*"durationMs"/,
  )
  // Only a browser shows what is really sent: no cookie and no token, although the developer is signed in.
  const sent = page.waitForRequest('**/api/team/members')
  await page.getByRole('button', { name: 'Run All' }).click()
  const headers = await (await sent).allHeaders()
  expect([headers.cookie, headers.authorization, headers['x-slipstream-probe']]).toEqual([undefined, undefined, '1'])
  const results = page.getByRole('table', { name: 'Probe results, newest first' })
  await expect(results.getByText('OK', { exact: true })).toHaveCount(4)
  expectRefusal('GET /api/admin/dev/health', 401)
  await page.getByLabel('Path to probe').fill('/api/admin/dev/health')
  await page.getByRole('button', { name: 'Probe', exact: true }).click()
  await expect(results.getByRole('row').nth(1)).toContainText('401')
  await expectTabFinished(page)

  await page.getByRole('link', { name: /^Tasks/ }).click()
  // A retry may find the task of the attempt that failed.
  const title = `Rotate the webhook secret ${Date.now()}`
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Create task' }).click()
  const task = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: title })
  await task.getByRole('button', { name: 'Mark Done' }).click()
  await expect(task.getByRole('button', { name: 'Mark In Progress' })).toBeVisible()
  await expectTabFinished(page)
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await expect(task).toHaveCount(0)

  await page.getByRole('link', { name: 'Logs' }).click()
  await expect(page.getByRole('log', { name: 'Log lines' })).toContainText('a browser reported a policy violation')
  await expectTabFinished(page)
})
