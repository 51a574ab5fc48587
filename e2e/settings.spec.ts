import type { Page } from '@playwright/test'
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
