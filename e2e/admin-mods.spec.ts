import type { Page } from '@playwright/test'
import { dropDatabase } from '@slipstream/db/testing/test-database'
import { barriersOn, sidewaysOverflow } from './barriers.ts'
import { openAnotherBrowser, openAwake, signIn } from './people.ts'
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
const choose = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}` }).check()
const publicPage = async (path: string) => (await (await fetch(ownUrl() + path)).text()).replaceAll('<!-- -->', '')
/** The HTML of a mod's card on the public list; empty if the list does not show the mod. */
const cardOf = async (title: string) => {
  const cards = (await publicPage('/mods')).match(/<article.*?<\/article>/gs) ?? []
  return cards.find((card) => card.includes(title)) ?? ''
}

test('[ROUTE-08] [CAP-06] the public cards show a bulk discount until the sale is ended, and lose a mod while it is archived', async ({
  page,
}) => {
  const [one, two, third] = ['Kestrel R4 Rally', 'Orsana Aurelion', 'Lodestar C7 Box']
  expect(await cardOf(one)).toContain('$16.99')
  await page.setViewportSize(PHONE)
  await signIn(page, ADMIN, ALL_MODS)
  await choose(page, one)
  await choose(page, two)
  await expect(page.getByRole('region', { name: 'Selected rows' })).toBeInViewport()
  expect(await sidewaysOverflow(page)).toBe(0)
  expect(await barriersOn(page)).toEqual([])
  await page.setViewportSize(DESKTOP)
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

  await choose(page, third)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByRole('button', { name: 'Archive 1 mod' }).click()
  await expect(page.getByText('1 mod is archived.')).toBeVisible()
  await expect.poll(() => cardOf(third)).toBe('')
  await choose(page, third)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('1 mod is published.')).toBeVisible()
  await expect.poll(() => cardOf(third)).not.toBe('')

  await page.goto('/admin/database/logs')
  await expect(page.getByRole('row', { name: /discount/i }).first()).toContainText('nothing → $')
})

test('[ROUTE-08] [ROUTE-10] [CAP-06] each tab of the mods page has its address, and the store shows a changed featured order and a new category', async ({
  page,
  browser,
  complaints,
}) => {
  expect(await publicPage('/')).toMatch(/<h1[^>]*>Orsana Aurelion<\/h1>/)
  await signIn(page, ADMIN, '/admin/mods')
  await expect(page.getByRole('list', { name: 'Mods by status' })).toContainText('Published')
  const openTab = (name: string) =>
    page.getByRole('navigation', { name: 'Sections of this page' }).getByRole('link', { name }).click()
  await openTab('Reviews')
  await expect(page).toHaveURL('/admin/mods/reviews')
  await expect(page.getByRole('list', { name: 'Reviews' })).toBeVisible()

  await openTab('Featured')
  await expect(page).toHaveURL('/admin/mods/featured')
  const featured = page.getByRole('list', { name: 'Featured mods, in order' })
  await expect(featured.getByRole('link').first()).toHaveText('Orsana Aurelion')
  await page.getByRole('button', { name: 'Move Orsana Aurelion later' }).click()
  await expect(featured.getByRole('link').first()).toHaveText('Tsukiro Senko D-Spec')
  await expect.poll(() => publicPage('/')).toMatch(/<h1[^>]*>Tsukiro Senko D-Spec<\/h1>/)

  await openTab('Categories')
  await expect(page).toHaveURL('/admin/mods/categories')
  await page.getByRole('button', { name: 'Add category' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Night Drives')
  await expect(form.getByLabel('URL slug')).toHaveValue('night-drives')
  expect(await barriersOn(page)).toEqual([])
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('list', { name: 'Categories, in order' }).getByRole('listitem').last()).toContainText(
    'Night Drives',
  )
  const visitor = await openAnotherBrowser(browser, complaints)
  await openAwake(visitor.page, `${ownUrl()}/mods?category=night-drives`)
  await expect(visitor.page.getByRole('heading', { name: 'Night Drives mods' })).toBeVisible()
  await visitor.close()

  await page.getByRole('button', { name: 'Remove Night Drives' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const names = async () =>
    ((await (await fetch(`${ownUrl()}/api/categories`)).json()) as { name: string }[]).map(({ name }) => name)
  await expect.poll(names).not.toContain('Night Drives')
})
