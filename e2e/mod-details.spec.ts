import type { Page } from '@playwright/test'
import { barriersOn } from './barriers.ts'
import { expect, store, test } from './store.ts'

const PARTS = ['#specifications', '#reviews article']

/** Opens a mod page and waits until all of its lazy code has loaded. */
const openMod = async (page: Page, address: string) => {
  await page.goto(address)
  await page.waitForFunction(
    (parts) =>
      parts.every((part) => {
        const element = document.querySelector(part)
        return element !== null && Object.keys(element).some((key) => key.startsWith('__react'))
      }),
    PARTS,
  )
}

const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Specifications' }).locator('dt', { hasText: name }).locator('+ dd')

test('[ROUTE-01] [UI-02] the server-rendered mod page has the name, price, specs and reviews', async () => {
  const response = await fetch(`${store.url()}/mods/1`)
  const text = (await response.text()).replaceAll('<!-- -->', '')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=300')
  expect(text).toContain('<title>Orsana Aurelion | Slipstream</title>')
  expect(text).toMatch(/<h1[^>]*>Orsana Aurelion<\/h1>/)
  expect(text).toMatch(/\$\d+\.\d\d</)
  expect(text).toMatch(/\d kW</)
  expect(text).toMatch(/<article[^>]*aria-labelledby="review-\d+"/)
  // The LCP picture is preloaded before anything else.
  expect(text).toMatch(/<link rel="preload"[^>]*as="image"[^>]*fetchPriority="high"/i)
})

for (const path of ['/mods/999999', '/mods/0', '/mods/abc', '/mods/1.5', '/mods/99999999999999999999']) {
  test(`[ROUTE-05] ${path} shows the not-found page`, async ({ page, complaints }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Off the map' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    // The browser itself reports the 404.
    complaints.splice(0).forEach((complaint) => expect(complaint).toContain('404'))
  })
}

test('two configurations can be compared by keyboard', async ({ page }) => {
  await openMod(page, '/mods/1')
  const boxes = page.getByRole('checkbox', { name: /^Compare / })
  for (const place of [0, 1]) {
    await boxes.nth(place).focus()
    await page.keyboard.press('Space')
    await expect(boxes.nth(place)).toBeChecked()
  }
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expect(table.getByRole('rowheader')).toHaveCount(10)
  await expect(table.getByText('(differs)').first()).toBeAttached()
  expect(await barriersOn(page)).toEqual([])

  await boxes.nth(2).check()
  await expect(boxes.nth(3)).toBeDisabled()
})

test('the picture viewer can be opened, zoomed, paged and closed by keyboard only', async ({ page }) => {
  await openMod(page, '/mods/1')
  const picture = page.getByRole('button', { name: /^Full screen/ })
  await expect(page.getByText(/^The light blades are/)).toBeVisible()
  await picture.focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Orsana Aurelion' })
  await expect(viewer).toBeVisible()
  expect(await barriersOn(page)).toEqual([])

  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText('2 / 4')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText('In-game', { exact: true })).toBeVisible()
  await expect(viewer.getByText('Garage mode, lights on.')).toBeVisible()
  await page.keyboard.press('End')
  await expect(viewer.getByText('4 / 4')).toBeVisible()

  const widthShown = async () => (await viewer.locator('img').boundingBox())?.width ?? 0
  const fitted = await widthShown()
  for (const key of ['+', '+', '+']) await page.keyboard.press(key)
  await expect.poll(widthShown).toBeCloseTo(3 * fitted, 0)
  // At the maximum zoom the focused button has no effect; the keyboard focus must not get lost.
  await page.keyboard.press('-')
  await expect.poll(widthShown).toBeCloseTo(2 * fitted, 0)
  await page.keyboard.press('0')
  await expect.poll(widthShown).toBeCloseTo(fitted, 0)

  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(picture).toBeFocused()
  await expect(page.getByRole('button', { name: 'Wheels', exact: true })).toHaveAttribute('aria-current', 'true')
})

test('the chosen units are remembered on the next visit', async ({ page }) => {
  await openMod(page, '/mods/1')
  await expect(figure(page, 'Power')).toHaveText(/kW$/)
  await page.getByRole('button', { name: 'Imperial' }).click()
  await expect(figure(page, 'Power')).toHaveText(/hp$/)
  await page.reload()
  await expect(figure(page, 'Power')).toHaveText(/hp$/)
  await expect(figure(page, '0–62 mph')).toHaveText(/s$/)
})

test('reviews can be sorted by lowest rating, and more can be loaded', async ({ page }) => {
  await openMod(page, '/mods/2#reviews')
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(
    page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Reviews' }),
  ).toBeVisible()
  await reviews.getByRole('combobox', { name: 'Sort by' }).selectOption('Lowest')
  await expect(reviews.getByRole('article').first()).toContainText('1 of 5 stars')
  await expect(reviews.getByRole('article')).toHaveCount(6)
  await reviews.getByRole('button', { name: 'Load 6 more' }).press('Enter')
  await expect(reviews.getByRole('article')).toHaveCount(12)
  await expect(reviews.getByRole('article').nth(6)).toBeFocused()
})

test('the section tabs stay in view and mark the current section', async ({ page }) => {
  await openMod(page, '/mods/1')
  const tabs = page.getByRole('navigation', { name: 'On this page' })
  for (const name of ['Compatibility', 'Reviews', 'Overview']) {
    await tabs.getByRole('link', { name }).click()
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')
    await expect(tabs).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { level: 2, name })).toBeInViewport()
  }
})

test('opening another mod resets the state of the mod page', async ({ page }) => {
  await openMod(page, '/mods/9')
  await page
    .getByRole('checkbox', { name: /^Compare / })
    .first()
    .check()
  await page.getByRole('button', { name: 'Rear', exact: true }).click()
  await page.getByRole('region', { name: 'You may also like' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Northgate Longhaul 780')
  await expect(page.getByRole('button', { name: 'Front', exact: true })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('checkbox', { name: /^Compare /, checked: true })).toHaveCount(0)
})
