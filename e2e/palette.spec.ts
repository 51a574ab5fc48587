import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callAs } from './api.ts'
import { expectNoBarriersHere } from './barriers.ts'
import { createPerson, signIn } from './people.ts'
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

test('pages, orders, users, mods and tickets are found and opened, and the palette lists them as recent', async ({
  page,
  context,
}) => {
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

  // Ctrl-Enter opens a tab beside this one, and opening a page here moves the focus to its content.
  await search(page, 'coupon')
  await expect(option(page, /^Coupons/)).toHaveAttribute('aria-selected', 'true')
  const other = context.waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  const tab = await other
  await expect(tab).toHaveURL('/admin/orders?tab=coupons')
  await tab.close()
  await expect(page).toHaveURL('/admin')
  await field(page).fill('compat')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/mods')
  await expect(palette(page)).toBeHidden()
  await expect(page.locator('#main')).toBeFocused()

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
  await expect(option(page, /^Kestrel R4 Rally/)).toBeVisible()
  await expectNoBarriersHere(page)
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
  await expect(recent).toHaveText([
    subject,
    /^Kestrel R4 Rally/,
    buyer.username,
    number,
    'Compatibility board',
    'Dashboard',
  ])
  await recent.nth(2).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(buyer.username)
})

test('what is typed into the palette, also while it loads, triggers no key of the page', async ({ page }) => {
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

  // The reviews have keys of one letter, which approve and reject.
  await page.goto('/admin/reviews')
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.url())
  })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await search(page, '')
  await page.keyboard.type('jxarfek')
  await expect(field(page)).toHaveValue('jxarfek')
  await expect(said(page)).toHaveText('No results.')
  expect(writes).toEqual([])
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('on a phone a button in the bar opens the palette, and another closes it', async ({ page }) => {
  await enter(page, '/admin', PHONE)
  const button = page.getByRole('button', { name: 'Search or jump to' }).filter({ visible: true })
  await button.click()
  await expect(field(page)).toBeFocused()
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  await expect(option(page, 'Create mod')).toBeVisible()
  await expectNoBarriersHere(page)
  await field(page).fill('qqzzxx')
  await expect(option(page, 'Nothing matches “qqzzxx”.')).toBeVisible()
  await expectNoBarriersHere(page)
  await palette(page).getByRole('button', { name: 'Close search' }).click()
  await expect(palette(page)).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await field(page).fill('settings')
  await option(page, /^Settings/).click()
  await expect(page).toHaveURL('/admin/settings')
})
