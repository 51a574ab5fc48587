import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callAs } from './api.ts'
import { expectNoBarriersHere } from './barriers.ts'
import { adminSidebar, createPerson, openAnotherBrowser, signIn } from './people.ts'
import { signInAsDeveloper } from './providers.ts'
import { buyMods } from './purchases.ts'
import { expect, test } from './store.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search the admin area' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search the admin area' })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const section = (page: Page, name: string) => palette(page).getByRole('group', { name })
const said = (page: Page) => palette(page).getByRole('status')

const enter = async (page: Page, next = '/admin', size = DESKTOP) => {
  const person = await createPerson({ isAdmin: true })
  await page.setViewportSize(size)
  await signIn(page, person.username, next)
  await expect(page.getByRole('main')).toBeVisible()
  return person
}

const search = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k')
  await field(page).fill(text)
}

test('[SIDE-02] Ctrl-K and the field above the menu open the palette; Escape closes it and gives the focus back', async ({
  page,
}) => {
  await enter(page, '/admin/orders')
  const button = adminSidebar(page).getByRole('button', { name: 'Search or jump to' })
  await expect(button).toContainText('Ctrl')
  await button.click()
  await expect(field(page)).toBeFocused()
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(button).toBeFocused()

  const list = page.getByRole('searchbox', { name: /^Search/ }).first()
  await list.focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
  await expect(list).toBeFocused()
})

test('pages outside the menu are found by their name and by other words, and opened with the keyboard', async ({
  page,
  context,
}) => {
  await enter(page)
  await search(page, 'refund')
  await expect(section(page, 'Pages').getByRole('option').first()).toContainText('Refund requests')
  await field(page).fill('mail')
  await expect(option(page, /^Mail templates/)).toBeVisible()
  await expect(option(page, /^Newsletter/)).toBeVisible()
  await field(page).fill('compat')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/mods')
  await expect(palette(page)).toBeHidden()
  await expect(page.locator('#main')).toBeFocused()

  await search(page, 'coupon')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'New coupon')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(option(page, /^Coupons/)).toHaveAttribute('aria-selected', 'true')
  const other = context.waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  const tab = await other
  await expect(tab).toHaveURL('/admin/orders?tab=coupons')
  await tab.close()
  await expect(page).toHaveURL('/admin/mods')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/orders?tab=coupons')
})

test('only the developer finds the Developer Panel', async ({ page, browser, complaints }) => {
  await enter(page)
  await search(page, 'developer')
  await expect(said(page)).not.toHaveText('Searching')
  await expect(option(page, /^Developer Panel/)).toHaveCount(0)

  const other = await openAnotherBrowser(browser, complaints)
  await other.page.setViewportSize(DESKTOP)
  await signInAsDeveloper(other.page, '/admin')
  await expect(adminSidebar(other.page)).toBeVisible()
  await search(other.page, 'developer')
  await option(other.page, /^Developer Panel/).click()
  await expect(other.page).toHaveURL('/admin/developer')
  await other.close()
})

test('orders, users, mods and tickets are found and opened, and the palette lists them as recent', async ({ page }) => {
  const buyer = await createPerson()
  const number = await buyMods(buyer, [1])
  const subject = `Senko stalls ${randomUUID().slice(0, 8)}`
  const { id } = await callAs(buyer.username, (client) =>
    client.post<{ id: number }>('/api/tickets', {
      subject,
      body: 'It stops at the first corner.',
      category: 'mod',
      clientKey: randomUUID(),
    }),
  )
  await enter(page)

  await search(page, number)
  await option(page, new RegExp(`^${number}`)).click()
  await expect(page).toHaveURL(`/admin/orders?order=${number}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)

  await search(page, buyer.email)
  await expect(section(page, 'Orders')).toContainText(number)
  await option(page, new RegExp(`^${buyer.username}`)).click()
  await expect(page).toHaveURL(/\/admin\/users\?user=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(buyer.username)

  await search(page, 'kestrel')
  await option(page, /^Kestrel R4 Rally/).click()
  await expect(page).toHaveURL(/\/admin\/products\/edit\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Kestrel')

  await search(page, subject)
  await option(page, new RegExp(`^${subject}`)).click()
  await expect(page).toHaveURL(`/admin/tickets?ticket=${id}`)
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('It stops at the first corner.')

  await search(page, 'appearance')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/settings/appearance')
  await page.keyboard.press('Control+k')
  const recent = section(page, 'Recent').getByRole('option')
  await expect(recent).toHaveText([subject, /^Kestrel R4 Rally/, buyer.username, number, 'Dashboard'])
  await recent.nth(2).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(buyer.username)
})

test('a list that cannot be searched says so beside the results of the others, and can be retried', async ({
  page,
  expectRefusal,
}) => {
  // The browser reports the refusal without the query, and the page reports it with the query.
  expectRefusal('GET /api/admin/orders', 503)
  expectRefusal('GET /api/admin/orders?q=kestrel&limit=5', 503)
  await enter(page)
  const orders = /\/api\/admin\/orders\?q=/
  await page.route(orders, (route) => route.fulfill({ status: 503, json: { code: 'server.busy', message: 'Busy.' } }))
  await search(page, 'kestrel')
  await expect(option(page, /^Kestrel R4 Rally/)).toBeVisible()
  await expect(section(page, 'Users')).toContainText('None')
  const again = option(page, 'Orders could not be searched. Try again.')
  await expect(again).toBeVisible()
  await expect(said(page)).toContainText('Orders could not be searched.')
  await page.unroute(orders)
  await again.click()
  await expect(again).toBeHidden()
  await expect(section(page, 'Orders')).toContainText('None')
  await expect(said(page)).toHaveText(/^\d+ results?\.$/)
})

test('what is typed while the palette loads is searched and triggers no key of the page', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/admin-palette-results*.js', async (route) => {
    await released
    await route.continue()
  })
  await enter(page, '/admin/tickets')
  const address = page.url()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('jrnamx?/ ban')
  await expect(field(page)).toHaveValue('jrnamx?/ ban')
  expect(page.url()).toBe(address)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  release()
  await expect(palette(page).getByRole('listbox')).toBeVisible()
  await field(page).fill('banned')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/users/banned')
})

test('letters typed into the palette do not trigger the keys of the reviews page', async ({ page }) => {
  await enter(page, '/admin/reviews')
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.url())
  })
  await search(page, '')
  await page.keyboard.type('jxarfek')
  await expect(field(page)).toHaveValue('jxarfek')
  await expect(said(page)).toHaveText('No results.')
  expect(writes).toEqual([])
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

for (const [name, size] of [
  ['a wide window', DESKTOP],
  ['a phone', PHONE],
] as const) {
  test(`in ${name} the palette has no barriers, empty, with results and without`, async ({ page }) => {
    await enter(page, '/admin/support', size)
    await page.getByRole('button', { name: 'Search or jump to' }).filter({ visible: true }).click()
    await expect(option(page, 'Create mod')).toBeVisible()
    await expectNoBarriersHere(page)
    await field(page).fill('mod')
    await expect(section(page, 'Mods')).not.toContainText('None')
    await expect(said(page)).toHaveText(/^\d+ results\.$/)
    await expectNoBarriersHere(page)
    await field(page).fill('qqzzxx')
    await expect(option(page, 'Nothing matches “qqzzxx”.')).toBeVisible()
    await expectNoBarriersHere(page)
  })
}

test('on a phone a button in the bar opens the palette, and another closes it', async ({ page }) => {
  await enter(page, '/admin', PHONE)
  const button = page.getByRole('button', { name: 'Search or jump to' }).filter({ visible: true })
  await button.click()
  await expect(field(page)).toBeFocused()
  await palette(page).getByRole('button', { name: 'Close search' }).click()
  await expect(palette(page)).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await field(page).fill('settings')
  await option(page, /^Settings/).click()
  await expect(page).toHaveURL('/admin/settings')
})

test('[ROUTE-05] an unknown admin address is a 404 that keeps the menu and the search for administrators', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('GET /admin/nope', 404)
  await page.setViewportSize(DESKTOP)
  // Everybody else sees the not-found page of the store.
  expect((await page.goto('/admin/nope'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Off the map' })).toBeVisible()
  await expect(adminSidebar(page)).toHaveCount(0)

  await enter(page, '/admin')
  expect((await page.goto('/admin/nope'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle(/Page not found/)
  await expect(page.getByRole('main')).toContainText('/admin/nope')
  await expect(adminSidebar(page)).toBeVisible()
  await expectNoBarriersHere(page)
  await page.getByRole('main').getByRole('link', { name: 'Compatibility board' }).click()
  await expect(page).toHaveURL('/admin/mods')
})
