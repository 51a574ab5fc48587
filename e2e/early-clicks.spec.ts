import type { Page } from '@playwright/test'
import { api } from './api.ts'
import { expectNoBarriersHere } from './barriers.ts'
import { openAsleep } from './people.ts'
import { continueAs, createDiscordUser, removeDiscordUser } from './providers.ts'
import { expect, test } from './store.ts'
import { lowControls } from './targets.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** The requests with this method and path from now on. */
const countCalls = (page: Page, method: string, path: string) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) calls.push(request.url())
  })
  return calls
}

test('on a phone, no click on a mod page before hydration is lost', async ({ page, expectRefusal }) => {
  // Until the sign-in state is known, the click sends a request, which the server rejects.
  await page.route('**/api/auth/user', () => undefined)
  expectRefusal('POST /api/cart', 401)
  const calls = countCalls(page, 'POST', api('/api/cart'))
  const release = await openAsleep(page, '/mods/1', PHONE)
  const thumb = page.getByRole('group', { name: 'Pictures' }).getByRole('listitem').nth(1).getByRole('button')
  await thumb.click()
  const add = page.getByRole('button', { name: /^Add to cart/ }).first()
  await add.click()
  await add.click()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(thumb).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('Please log in to add items to your cart.').first()).toBeVisible()
  await expect(add).not.toHaveAttribute('aria-busy')
  expect(calls).toHaveLength(1)
  await expect(page.locator('[data-pending]')).toHaveCount(0)
})

test('on a phone, theme and sort order can be chosen and the filters opened with a key before hydration', async ({
  page,
}) => {
  const release = await openAsleep(page, '/mods', PHONE)
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await page.getByTitle('Dark').click()
  await page.getByLabel('Sort by').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Filters' }).focus()
  await page.keyboard.press('Enter')
  release()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page).toHaveURL(/sort=/)
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  await expectNoBarriersHere(page)
  expect(await lowControls(page)).toEqual([])
})

test('a login form submitted before hydration is sent once, as typed', async ({ page, expectRefusal }) => {
  expectRefusal('POST /api/auth/login', 401)
  const calls = countCalls(page, 'POST', api('/api/auth/login'))
  const release = await openAsleep(page, '/login', DESKTOP)
  await page.getByLabel('Username or e-mail').fill('nobody_at_all')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('button', { name: 'Login', exact: true })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  release()
  await expect(page.getByText('Invalid credentials')).toBeVisible()
  await expect(page.getByLabel('Username or e-mail')).toHaveValue('nobody_at_all')
  expect(calls).toHaveLength(1)
})

test('before hydration the search is sent, the cart link leads to the cart, and typed text is kept and searched', async ({
  page,
}) => {
  const release = await openAsleep(page, '/mods', DESKTOP)
  await page.getByRole('searchbox').fill('rally')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=rally/)
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await expect(page).toHaveURL(/\/cart/)

  await page.goto('/mods', { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('aurelion')
  release()
  await expect(page).toHaveURL(/q=aurelion/)
  await expect(page.getByRole('searchbox')).toHaveValue('aurelion')
})

test('a Discord sign-in that begins before hydration continues where the visitor wanted to go', async ({ page }) => {
  const racer = await createDiscordUser()
  const release = await openAsleep(page, '/login?next=%2Fmods%2F1', DESKTOP)
  await page.getByRole('link', { name: 'Continue with Discord' }).click()
  release()
  await continueAs(page, racer.username)
  await expect(page).toHaveURL('/mods/1')
  await removeDiscordUser(racer)
})
