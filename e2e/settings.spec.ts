import type { Page } from '@playwright/test'
import { expectNoBarriers } from './barriers.ts'
import { signIn } from './people.ts'
import { expect, store, test } from './store.ts'

const ADMIN = 'demo_admin'

const TABS = [
  ['General', '/admin/settings', 'Store name'],
  ['Appearance', '/admin/settings/appearance', 'Accent in the light theme'],
  ['SEO', '/admin/settings/seo', 'Title of the home page'],
] as const

const html = async (path: string, server = store.url()) => (await fetch(server + path)).text()
/** Waits until both servers show it. */
const expectEverywhere = async (path: string, text: string) => {
  for (const server of [store.url(), store.secondUrl()]) await expect.poll(() => html(path, server)).toContain(text)
}
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('All changes saved')).toBeVisible()
}

test('[ROUTE-18] [LEGAL-03] settings changed on their page reach the public pages of every server, and can be reset', async ({
  page,
}) => {
  test.slow()
  await signIn(page, ADMIN, '/admin/settings')
  await page.getByLabel('Store name', { exact: true }).fill('Redline Garage')
  await page.getByLabel('Download window in days').fill('45')
  await expect(page.getByText('2 changes not saved: store name, download window in days')).toBeVisible()
  await save(page)
  await expect(page.getByText(/by demo_admin$/)).toHaveCount(2)
  await expectEverywhere('/about', 'Redline Garage')
  await expectEverywhere('/terms', '45 days')

  await page.getByRole('link', { name: 'Appearance' }).click()
  await page.getByLabel('Accent in the light theme', { exact: true }).fill('#0b5cad')
  await save(page)
  await expectEverywhere('/', ':root{--primary:#0b5cad;')

  await page.getByRole('link', { name: 'SEO' }).click()
  await page.getByLabel('Title of the home page').fill('Loud cars for BeamNG')
  await page.getByLabel('List the store in search engines').uncheck()
  await save(page)
  await expectEverywhere('/', '<title>Loud cars for BeamNG</title>')
  await expectEverywhere('/about', '<meta name="robots" content="noindex"')

  for (const [tab, , field] of TABS) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByLabel(field, { exact: true })).toBeVisible()
    const resets = page.getByRole('button', { name: /^Reset (store name|download|accent|title|search)/ })
    while ((await resets.count()) > 0) await resets.first().click()
    await save(page)
  }
  await expectEverywhere('/', '<title>Slipstream: premium vehicle mods</title>')
  await expectEverywhere('/terms', '30 days')
  expect(await html('/')).not.toContain('--primary:#0b5cad')
})

test('[ROUTE-18] an invalid setting shows an error next to its field', async ({ page }) => {
  await signIn(page, ADMIN, '/admin/settings')
  const address = page.getByLabel('Support address', { exact: true })
  await address.fill('nobody')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Enter a valid e-mail address.')).toBeVisible()
  await expect(address).toBeFocused()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('All changes saved')).toBeVisible()
})

test('[ROUTE-18] [GATE-08] security and maintenance show who may do what', async ({ page }) => {
  await signIn(page, ADMIN, '/admin/settings/security')
  await expect(page.getByRole('row').filter({ hasText: ADMIN })).toContainText('Administrator')
  await expect(page.getByText('A demo store never requires it, because its passwords are public.')).toBeVisible()
  await page.getByRole('link', { name: 'Maintenance' }).click()
  await expect(page.getByText('Off: the store is open')).toBeVisible()
  await expect(page.getByText(/^Only the developer can turn maintenance on or off/)).toBeVisible()
})

const ALL_TABS = [
  ...TABS.map(([, path, field]) => [path, field] as const),
  ['/admin/settings/security', 'Require a second factor of administrators'],
  ['/admin/settings/maintenance', null],
] as const

test('[ROUTE-18] the tabs of the settings fit a phone and have no axe violations', async ({ page }) => {
  test.slow()
  await signIn(page, ADMIN, '/admin/settings')
  for (const [path, field] of ALL_TABS) {
    const loaded = field === null ? page.getByText('Off: the store is open') : page.getByLabel(field).first()
    await expectNoBarriers(page, path, loaded)
  }
})
