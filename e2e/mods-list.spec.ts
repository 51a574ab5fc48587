import type { Page } from '@playwright/test'
import { withClient } from '@slipstream/db/testing/test-database'
import { expectNoBarriersHere } from './barriers.ts'
import { openAnotherBrowser, openAwake } from './people.ts'
import { expect, store, test } from './store.ts'

const DESKTOP = { width: 1440, height: 900 }

const titles = (page: Page) => page.getByRole('article').getByRole('heading')
const found = (page: Page) => page.getByRole('status').first()
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search mods' })
const scrollPlace = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

test('[ROUTE-02] mods can be filtered by category and price and sorted, the URL can be shared, and a search without results offers a way out', async ({
  page,
  browser,
  complaints,
}) => {
  await page.setViewportSize(DESKTOP)
  await openAwake(page, '/mods')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Off-road' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Off-road mods' })).toBeVisible()
  await expect(found(page)).toHaveText('2 mods')
  await page.getByLabel('Sort by').selectOption('Price: low to high')
  await expect(titles(page)).toHaveText(['Dustline Sandfox', 'Bramble Ridgeback'])
  await page.getByLabel('Highest price in dollars').fill('12')
  await expect(titles(page)).toHaveText(['Dustline Sandfox'])
  await expect(page).toHaveURL('/mods?category=off-road&maxPrice=12&sort=price-asc')

  const friend = await openAnotherBrowser(browser, complaints)
  await friend.page.setViewportSize(DESKTOP)
  await friend.page.goto(page.url())
  await expect(titles(friend.page)).toHaveText(['Dustline Sandfox'])
  await expect(friend.page.getByLabel('Highest price in dollars')).toHaveValue('12')
  await expect(friend.page.getByLabel('Sort by')).toHaveValue('price-asc')
  await friend.close()

  await page.getByRole('link', { name: 'Remove Up to $12.00' }).click()
  await expect(titles(page)).toHaveText(['Dustline Sandfox', 'Bramble Ridgeback'])
  await expect(page.getByLabel('Highest price in dollars')).toHaveValue('')
  await page.goBack()
  await expect(titles(page)).toHaveText(['Dustline Sandfox'])

  await openAwake(page, '/mods?q=zeppelin&sale=true')
  await expect(page.getByText('Nothing found for “zeppelin”')).toBeVisible()
  await expectNoBarriersHere(page)
  await page.getByRole('link', { name: 'Remove “zeppelin”' }).click()
  await expect(page).toHaveURL('/mods?sale=true')
  await expect(found(page)).toHaveText('2 mods')
})

test.describe('a store with more mods than one page', () => {
  const CHANGED = "select pg_notify('slipstream_changes', 'mods')"
  const ask = (...statements: string[]) =>
    withClient(store.environment().DATABASE_URL, async (client) => {
      for (const statement of statements) await client.query(statement)
    })

  test.beforeEach(() =>
    ask(
      `insert into categories (slug, name) values ('paddock', 'Paddock')`,
      `insert into mods (title, make, category_id, price_cents, current_price_cents, status, published_at)
       select 'Paddock Car ' || n, 'Paddock', id, 100 * n, 100 * n, 'published', now() - n * interval '100 days'
       from categories, generate_series(1, 30) n where slug = 'paddock'`,
      CHANGED,
    ),
  )
  test.afterEach(() =>
    ask(`delete from mods where make = 'Paddock'`, `delete from categories where slug = 'paddock'`, CHANGED),
  )

  const LIST = '/mods?category=paddock&sort=price-asc'

  test('the list grows page by page, and returning from a mod restores the position', async ({ page }) => {
    await page.setViewportSize(DESKTOP)
    await openAwake(page, LIST)
    await expect(found(page)).toHaveText('30 mods')
    await expect(titles(page)).toHaveCount(12)
    await page.getByRole('link', { name: 'Load 12 more' }).click()
    await expect(titles(page)).toHaveCount(24)
    await expect(page.getByRole('link', { name: 'Paddock Car 13', exact: true })).toBeFocused()
    await page.getByRole('link', { name: 'Load 6 more' }).click()
    await expect(titles(page)).toHaveCount(30)
    await expect(page.getByText('30 of 30 mods')).toBeVisible()

    await page.getByRole('heading', { name: 'Paddock Car 28' }).scrollIntoViewIfNeeded()
    const place = await scrollPlace(page)
    expect(place).toBeGreaterThan(1_000)
    await page.getByRole('link', { name: 'Paddock Car 28', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Paddock Car 28' })).toBeVisible()
    await expect.poll(() => scrollPlace(page)).toBe(0)
    await page.goBack()
    await expect(titles(page)).toHaveCount(30)
    await expect.poll(() => scrollPlace(page)).toBe(place)
  })

  test('search, categories and paging work without scripts', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: store.url() })
    const page = await context.newPage()
    await page.goto('/mods?sale=true')
    await searchField(page).fill('prospector')
    await searchField(page).press('Enter')
    await expect(page).toHaveURL(/\/mods\?(?=.*q=prospector)(?=.*sale=true)/)
    await expect(titles(page)).toHaveText(['Dunmore Prospector'])
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Drift' }).click()
    await expect(page.getByText('Nothing found for “prospector”')).toBeVisible()

    await page.goto(LIST)
    await page.getByRole('link', { name: 'Load 12 more' }).click()
    await expect(page).toHaveURL(/category=paddock&sort=price-asc&after=/)
    await expect(titles(page).first()).toHaveText('Paddock Car 13')
    await expect(titles(page)).toHaveCount(12)
    await context.close()
  })
})
