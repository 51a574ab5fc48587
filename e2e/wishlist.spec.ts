import type { Page } from '@playwright/test'
import { api } from './api.ts'
import { barriersOn } from './barriers.ts'
import { createPerson, openAwake, signIn, typeCredentials } from './people.ts'
import { expect, test } from './store.ts'

const TITLE = 'Orsana Aurelion'
const LIST = '/profile?tab=wishlist'

const heart = (page: Page) => page.getByRole('button', { name: `Save ${TITLE} to your wishlist` }).first()
const wish = (page: Page) => page.getByRole('region', { name: 'Wishlist' }).getByRole('link', { name: TITLE })
/** Presses the heart and waits until the server has saved it. */
const press = async (page: Page) => {
  const taken = page.waitForResponse(
    (answer) => answer.url().includes(api('/api/wishlist')) && answer.request().method() !== 'GET',
  )
  await heart(page).click()
  expect((await taken).status()).toBe(200)
}

test('a signed-out visitor who saves a mod to the wishlist signs in, comes back, and it is saved', async ({ page }) => {
  const { username } = await createPerson()
  await openAwake(page, '/mods/1')
  await page.getByRole('link', { name: `Log in to save ${TITLE} to your wishlist` }).click()
  await expect(page).toHaveURL('/login?next=%2Fmods%2F1')
  await typeCredentials(page, username)
  await expect(page).toHaveURL('/mods/1', { timeout: 15_000 })
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  await page.goto(LIST)
  await expect(wish(page)).toBeVisible()
})

test('a wishlisted mod is shown in the profile until it is removed', async ({ page }) => {
  const { username } = await createPerson()
  await signIn(page, username, '/mods')
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  await press(page)
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/mods/1')
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/profile')
  await page.getByRole('link', { name: 'Wishlist' }).click()
  await expect(page).toHaveURL(LIST)
  await expect(wish(page)).toBeVisible()
  expect(await barriersOn(page)).toEqual([])

  await page.goto('/mods/1')
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  await press(page)
  await page.reload()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  await page.goto(LIST)
  await expect(page.getByText('Nothing on your wishlist yet')).toBeVisible()
})

test('a mod removed from the wishlist by mistake is restored with Undo', async ({ page }) => {
  const { username } = await createPerson()
  await signIn(page, username, '/mods/1')
  await press(page)

  await page.goto(LIST)
  await page.getByRole('button', { name: `Remove ${TITLE} from your wishlist` }).click()
  await expect(wish(page)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(wish(page)).toBeVisible()
  await page.reload()
  await expect(wish(page)).toBeVisible()
})

test('a rejected wishlist change is reverted on the page with the reason', async ({ page, expectRefusal }) => {
  const { username } = await createPerson()
  await signIn(page, username, '/mods/1')
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  expectRefusal('POST /api/wishlist', 503)
  await page.route('**/api/wishlist', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { code: 'server.busy', message: 'The store is busy.', requestId: '1' } })
      : route.continue(),
  )
  await heart(page).click()
  await expect(page.getByText('Your wishlist was not changed').first()).toBeVisible()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
})

test('the heart does not move when the sign-in state becomes known', async ({ page }) => {
  const { username } = await createPerson()
  await signIn(page, username, '/mods/1')
  let answer = () => {}
  const isMeasured = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/user', async (route) => {
    await isMeasured
    await route.continue()
  })
  await page.goto('/mods/1')
  const before = await page.getByRole('link', { name: `Log in to save ${TITLE} to your wishlist` }).boundingBox()
  expect(before).toMatchObject({ width: 40, height: 40 })
  answer()
  await expect(heart(page)).toBeVisible()
  expect(await heart(page).boundingBox()).toEqual(before)
})
