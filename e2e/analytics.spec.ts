import type { Page } from '@playwright/test'
import { createPerson, signIn } from './people.ts'
import { buyMods } from './purchases.ts'
import { expect, test } from './store.ts'

/** A demo mod. */
const BRIGAND = { id: 3, title: 'Harlan Brigand 427' }
const DESKTOP = { width: 1440, height: 900 }

const card = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) })

test('[ROUTE-06] [CAP-13] a new order is on the dashboard and in a sales report that keeps its range in the address, adds up and can be saved as CSV', async ({
  page,
}) => {
  const [buyer, admin] = [await createPerson(), await createPerson({ isAdmin: true })]
  const number = await buyMods(buyer, [BRIGAND.id])
  await page.setViewportSize(DESKTOP)
  await signIn(page, admin.username, '/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('store time')
  await expect(page.getByRole('region', { name: 'Right now' })).toContainText('Today so far')
  await expect(card(page, 'Top mods')).toContainText(BRIGAND.title)
  await expect(card(page, 'All pages').getByRole('link', { name: 'Compatibility board' })).toBeVisible()

  // The chart is also a table, and its figures are tabs that the keyboard reaches.
  await page.getByRole('tab', { name: /^Net revenue/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: /^Orders/ })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('table', { name: /^Orders by day/ }).getByRole('row')).toHaveCount(31)
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL('/admin?days=7')
  await expect(page.getByRole('table', { name: /^Orders by day/ }).getByRole('row')).toHaveCount(8)

  await card(page, 'Latest orders').getByRole('link', { name: number }).click()
  await expect(page).toHaveURL(`/admin/orders?order=${number}`)

  await page.goto('/admin/analytics')
  await expect(page.getByRole('heading', { name: 'What the figures mean' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Sections of this page' })
    .getByRole('link', { name: 'Sales Report' })
    .click()
  await expect(page).toHaveURL('/admin/analytics/sales')
  await page.getByRole('link', { name: '90 days' }).click()
  await expect(page).toHaveURL('/admin/analytics/sales?days=90')
  await expect(page.getByRole('link', { name: '90 days' })).toHaveAttribute('aria-current')
  await page.getByRole('combobox', { name: 'Comparison' }).selectOption('none')
  await expect(page).toHaveURL('/admin/analytics/sales?days=90&compare=none')
  await expect(card(page, 'By mod').getByRole('rowheader', { name: BRIGAND.title })).toBeVisible()

  // The figures of the previous choice stay until the new ones arrive.
  const totals = page.getByRole('region', { name: 'Totals' })
  await expect(totals.getByText(/^was /)).toHaveCount(0)
  const net = await totals.getByText(/^\$/).nth(3).textContent()
  await expect(card(page, 'By mod')).toContainText(`Net ${net}`)
  await expect(card(page, 'By category')).toContainText(`Net ${net}`)

  const download = page.waitForEvent('download')
  await page.getByRole('main').getByRole('link', { name: 'Export CSV' }).first().click()
  expect((await download).suggestedFilename()).toBe('sales-by-day.csv')

  // A figure leads to its definition.
  await page.getByRole('link', { name: 'Gross', exact: true }).click()
  await expect(page).toHaveURL('/admin/analytics#gross')
})
