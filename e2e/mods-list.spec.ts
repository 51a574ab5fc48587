import type { Page } from '@playwright/test'
import { withClient } from '@slipstream/db/testing/test-database'
import { barriersOn } from './barriers.ts'
import { openAnotherBrowser, openAwake } from './people.ts'
import { expect, store, test } from './store.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

const rawPage = async (path: string) => {
  const response = await fetch(store.url() + path)
  return { status: response.status, url: response.url, text: (await response.text()).replaceAll('<!-- -->', '') }
}

const titles = (page: Page) => page.getByRole('article').getByRole('heading')
const found = (page: Page) => page.getByRole('status').first()
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search mods' })
const scrollPlace = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

test('[ROUTE-01] [UI-02] the server-rendered home page shows a mod for sale and more mods', async () => {
  const { status, text } = await rawPage('/')
  expect(status).toBe(200)
  expect(text).toMatch(/<h1[^>]*>Orsana Aurelion<\/h1>/)
  expect(text).toContain('>View the mod')
  expect(text).toContain('$24.99')
  expect(text.match(/<article/g)?.length).toBe(8)
  for (const part of ['Popular right now', 'What drivers say', 'Fresh from the workshop', 'See the plans']) {
    expect(text).toContain(part)
  }
  expect(text).toContain('href="/mods?category=sports"')
  // The LCP picture is preloaded before anything else.
  expect(text).toMatch(/<link rel="preload"[^>]*as="image"[^>]*fetchPriority="high"/i)
})

test('[ROUTE-02] [UI-02] the server-rendered list of a category has its mods and no others', async () => {
  const { status, text } = await rawPage('/mods?category=sports')
  expect(status).toBe(200)
  expect(text).toContain('<title>Sports mods | Slipstream</title>')
  expect(text).toMatch(/<h1[^>]*>Sports mods<\/h1>/)
  expect(text).toContain('Ardent Meridian S')
  expect(text).toContain('$18.99')
  expect(text.match(/<article/g)?.length).toBe(1)
})

test('invalid filters in the URL are ignored and never an error', async () => {
  const odd = await rawPage('/mods?sort=cheapest&minPrice=many&power=endless&premium=perhaps&drivetrain=9WD&color=red')
  expect(odd.status).toBe(200)
  expect(odd.text.match(/<article/g)?.length).toBe(12)
  expect((await rawPage('/mods?category=nothing&sale=true')).url).toBe(`${store.url()}/mods?sale=true`)
  expect((await rawPage('/mods?after=nowhere')).url).toBe(`${store.url()}/mods`)
})

test('[ROUTE-01] a mod is found by part of its name with a typo, while typing', async ({ page }) => {
  await openAwake(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Mods', exact: true }).click()
  await searchField(page).pressSequentially('kestrl')
  await expect(found(page)).toHaveText('1 mod for “kestrl”')
  await expect(titles(page)).toHaveText(['Kestrel R4 Rally'])
  await expect(page).toHaveURL('/mods?q=kestrl')
  await expect(searchField(page)).toBeFocused()
  // Typing adds no history entries: Back leads to where the search started.
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('[ROUTE-02] mods can be filtered by category and price and sorted, and the URL can be shared', async ({
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
})

test('a search without results offers a way out', async ({ page }) => {
  await openAwake(page, '/mods?q=zeppelin&sale=true')
  await expect(page.getByText('Nothing found for “zeppelin”')).toBeVisible()
  await expect(titles(page)).toHaveCount(3)
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('link', { name: 'Remove “zeppelin”' }).click()
  await expect(page).toHaveURL('/mods?sale=true')
  await expect(found(page)).toHaveText('2 mods')
})

test('on a phone the filters are in a sheet', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openAwake(page, '/mods')
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Included with Premium').check()
  await expect(sheet.getByRole('button', { name: 'Show 4 mods' })).toBeVisible()
  expect(await barriersOn(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Show 4 mods' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters, 1 active' })).toBeFocused()
  await expect(page).toHaveURL('/mods?premium=true')
  await expect(titles(page)).toHaveCount(4)
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
  await context.close()
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

  test('the next page has a URL that works without scripts', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: store.url() })
    const page = await context.newPage()
    await page.goto(LIST)
    await page.getByRole('link', { name: 'Load 12 more' }).click()
    await expect(page).toHaveURL(/category=paddock&sort=price-asc&after=/)
    await expect(titles(page).first()).toHaveText('Paddock Car 13')
    await expect(titles(page)).toHaveCount(12)
    await context.close()
  })
})
