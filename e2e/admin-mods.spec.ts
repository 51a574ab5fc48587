import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dropDatabase } from '@slipstream/db/testing/test-database'
import { api } from './api.ts'
import { barriersOn, expectNoBarriers, sidewaysOverflow } from './barriers.ts'
import { openAnotherBrowser, openAwake, signIn } from './people.ts'
import { pressUntilSaid } from './sorting.ts'
import { startStore, type StoreProcess } from './store-process.ts'
import { expect, store, test } from './store.ts'

const NAME = `e2e_admin_mods_${process.pid}`
const ADMIN = 'demo_admin'
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Its own store: other journeys depend on the demo's prices and order. */
const port = () => store.freePort(14)
const ownUrl = () => `http://127.0.0.1:${port()}`
let own: StoreProcess
test.beforeAll(async () => {
  const shared = store.environment()
  const environment = {
    ...shared,
    DATABASE_URL: await store.copyDemo(NAME),
    REDIS_URL: new URL('/10', shared.REDIS_URL).href,
  }
  own = await startStore(environment, port())
})
test.afterAll(async () => {
  await own.stop()
  await dropDatabase(store.environment().DATABASE_URL, NAME)
})
test.use({ baseURL: async ({}, use) => use(ownUrl()), viewport: DESKTOP })

const ALL_MODS = '/admin/products/all-mods'
const titles = (page: Page) => page.getByRole('rowheader').getByRole('link')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search mods' })
const choose = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}` }).check()
const publicPage = async (path: string) => (await (await fetch(ownUrl() + path)).text()).replaceAll('<!-- -->', '')
/** The HTML of a mod's card on the public list; empty if the list does not show the mod. */
const cardOf = async (title: string) => {
  const cards = (await publicPage('/mods')).match(/<article.*?<\/article>/gs) ?? []
  return cards.find((card) => card.includes(title)) ?? ''
}

test('[ROUTE-08] mods can be filtered by name, status and category, and the URL restores the filters', async ({
  page,
}) => {
  await signIn(page, ADMIN, ALL_MODS)
  await expect(titles(page)).toHaveCount(12)
  await search(page).fill('senko')
  await expect(titles(page)).toHaveText(['Tsukiro Senko D-Spec'])
  await expect(page).toHaveURL(`${ALL_MODS}?q=senko`)
  await page.reload()
  await expect(titles(page)).toHaveText(['Tsukiro Senko D-Spec'])
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(titles(page)).toHaveCount(12)

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Draft')
  await expect(page.getByText('No mods match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Show all mods' }).click()
  await expect(titles(page)).toHaveCount(12)
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Drift')
  await expect(titles(page)).toHaveText(['Tsukiro Senko D-Spec'])
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(titles(page)).toHaveCount(12)

  await page.getByRole('button', { name: 'Price' }).click()
  await expect(titles(page).first()).toHaveText('Orsana Aurelion')
  await page.getByRole('button', { name: 'Title' }).click()
  await expect(titles(page).first()).toHaveText('Ardent Meridian S')
})

test('[CAP-06] a bulk discount shows on the public cards until the sale is ended', async ({ page }) => {
  const [one, two] = ['Kestrel R4 Rally', 'Orsana Aurelion']
  expect(await cardOf(one)).toContain('$16.99')
  await signIn(page, ADMIN, ALL_MODS)
  await choose(page, one)
  await choose(page, two)
  await page.getByRole('button', { name: 'Discount', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Discount 2 mods' })
  await dialog.getByLabel('Percent off').fill('20')
  expect(await barriersOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Discount' }).click()
  await expect(page.getByText('2 mods are discounted.')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(one) })).toContainText('$13.59')
  await expect.poll(() => cardOf(one)).toContain('$13.59')
  expect(await cardOf(two)).toContain('$19.99')

  await choose(page, one)
  await choose(page, two)
  await page.getByRole('button', { name: 'End sale' }).click()
  await expect(page.getByText('2 mods are back at the regular price.')).toBeVisible()
  await expect.poll(() => cardOf(one)).not.toContain('$13.59')

  await page.goto('/admin/database/logs')
  await expect(page.getByRole('row', { name: /discount/i }).first()).toContainText('nothing → $')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Category')
  await expect(page.getByText('No changes match these filters')).toBeVisible()
})

test('[CAP-06] mods are archived after a confirmation and published again, and a mod without a picture says what is missing', async ({
  page,
}) => {
  const title = 'Lodestar C7 Box'
  await signIn(page, ADMIN, ALL_MODS)
  await choose(page, title)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByRole('button', { name: 'Archive 1 mod' }).click()
  await expect(page.getByText('1 mod is archived.')).toBeVisible()
  await expect.poll(() => cardOf(title)).toBe('')

  await choose(page, title)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('1 mod is published.')).toBeVisible()
  await expect.poll(() => cardOf(title)).not.toBe('')

  const created = await page.evaluate(async (address) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ title: '=cmd Bare' }),
    })
    return answer.status
  }, api('/api/admin/mods'))
  expect(created).toBe(200)
  await page.reload()
  await choose(page, '=cmd Bare')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('No mods were changed.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Not changed' })).toContainText('=cmd Bare')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('mods.csv')
  const sheet = await readFile(await download.path(), 'utf8')
  expect(sheet).toContain('Orsana Aurelion')
  expect(sheet).toContain(",'=cmd Bare,")
})

test('[ROUTE-08] the featured order is changed by keyboard, and the home page starts with another mod', async ({
  page,
}) => {
  expect(await publicPage('/')).toMatch(/<h1[^>]*>Orsana Aurelion<\/h1>/)
  await signIn(page, ADMIN, '/admin/products/featured-mods')
  const list = page.getByRole('list', { name: 'Featured mods, in order' })
  await expect(list.getByRole('link').first()).toHaveText('Orsana Aurelion')
  await page.getByRole('button', { name: 'Move Orsana Aurelion', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Orsana Aurelion is over position 1 of 8.')).toBeAttached()
  await pressUntilSaid(page, 'ArrowDown', 'Orsana Aurelion is over position 2 of 8.')
  await page.keyboard.press('Space')
  await expect(list.getByRole('link').first()).toHaveText('Tsukiro Senko D-Spec')
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect.poll(() => publicPage('/')).toMatch(/<h1[^>]*>Tsukiro Senko D-Spec<\/h1>/)

  await page.getByRole('button', { name: 'Remove Tsukiro Senko D-Spec' }).click()
  await expect.poll(() => publicPage('/')).toMatch(/<h1[^>]*>Orsana Aurelion<\/h1>/)
  await page.getByRole('searchbox', { name: 'Find a mod' }).fill('senko')
  await page.getByRole('button', { name: 'Add Tsukiro Senko D-Spec' }).click()
  await expect(list.getByRole('link').last()).toHaveText('Tsukiro Senko D-Spec')
})

test('[ROUTE-08] a category can be created, edited, moved and removed, and the store shows each change', async ({
  page,
  browser,
  complaints,
}) => {
  await signIn(page, ADMIN, '/admin/products/categories')
  await page.getByRole('button', { name: 'Add category' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Night Drives')
  await expect(form.getByLabel('URL slug')).toHaveValue('night-drives')
  expect(await barriersOn(page)).toEqual([])
  await form.getByRole('button', { name: 'Create' }).click()
  const list = page.getByRole('list', { name: 'Categories, in order' })
  await expect(list.getByRole('listitem').last()).toContainText('Night Drives')

  await page.getByRole('button', { name: 'Edit Night Drives' }).click()
  await form.getByLabel('Description').fill('For empty roads.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(list.getByRole('listitem').last()).toContainText('For empty roads.')
  for (let place = 0; place < 10; place++) {
    await page.getByRole('button', { name: 'Move Night Drives earlier' }).click()
  }
  await expect(list.getByRole('listitem').first()).toContainText('Night Drives')
  const names = async () =>
    ((await (await fetch(`${ownUrl()}/api/categories`)).json()) as { name: string }[]).map(({ name }) => name)
  await expect.poll(async () => (await names())[0]).toBe('Night Drives')

  const visitor = await openAnotherBrowser(browser, complaints)
  await openAwake(visitor.page, `${ownUrl()}/mods?category=night-drives`)
  await expect(visitor.page.getByRole('heading', { name: 'Night Drives mods' })).toBeVisible()
  await visitor.close()

  await page.getByRole('button', { name: 'Remove Drift', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Drift is in use' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove Night Drives' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(names).not.toContain('Night Drives')
})

test('[ROUTE-10] one page answers four addresses, each with its own tab', async ({ page }) => {
  await signIn(page, ADMIN, '/admin/products/all-mods')
  await page.getByRole('link', { name: 'Compatibility' }).click()
  await expect(page).toHaveURL('/admin/mods')
  const tabs = page.getByRole('navigation', { name: 'Sections of this page' })
  await expect(page.getByRole('list', { name: 'Mods by status' })).toContainText('Published')
  for (const [tab, address, part] of [
    ['Featured', '/admin/mods/featured', page.getByRole('list', { name: 'Featured mods, in order' })],
    ['Categories', '/admin/mods/categories', page.getByRole('list', { name: 'Categories, in order' })],
    ['Reviews', '/admin/mods/reviews', page.getByRole('list', { name: 'Reviews' })],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click()
    await expect(page).toHaveURL(address)
    await expect(part).toBeVisible()
  }
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending')
  const reviews = page.getByRole('list', { name: 'Reviews' })
  await expect(reviews.getByText('Approved', { exact: true })).toHaveCount(0)
  await expect(reviews.getByText('Pending', { exact: true }).first()).toBeVisible()
})

test('the admin mod pages fit a phone and have no axe violations', async ({ page }) => {
  test.slow()
  await signIn(page, ADMIN, ALL_MODS)
  for (const path of [
    ALL_MODS,
    '/admin/products/featured-mods',
    '/admin/products/categories',
    '/admin/mods',
    '/admin/mods/reviews',
    '/admin/database/logs',
  ]) {
    await expectNoBarriers(page, path, page.getByRole('main').getByRole('heading', { level: 1 }))
  }

  await page.setViewportSize(PHONE)
  await page.goto(ALL_MODS)
  await choose(page, 'Orsana Aurelion')
  await expect(page.getByRole('region', { name: 'Selected rows' })).toBeInViewport()
  expect(await sidewaysOverflow(page)).toBe(0)
  expect(await barriersOn(page)).toEqual([])
})
